package io.smppbridge.app;

import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.sender.Flights;
import io.smppbridge.sender.LanePace;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigChange;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.OutbindDoor;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SMSC accounts that run, and those that drain after a change. One account has one set of senders: a second change while the first
 * still drains, or a stop, finds everything that was begun, and nothing is begun after a stop.
 */
@ThreadSafe
final class Running {
    private static final Logger LOG = LoggerFactory.getLogger(Running.class);

    private final Smsc.Shared shared;
    private final Duration farewell;
    private final BiFunction<String, Runnable, Thread> threads;
    /** Changed under the lock, looked into also without. */
    private final Map<String, Smsc> smscs = new ConcurrentHashMap<>();

    private final Set<Smsc> leaving = new HashSet<>();
    /** Those that a change could not reach in whole. */
    private final Set<String> behind = new HashSet<>();
    /** Flight notes of senders that have ended, by SMSC: each is a file that lasts as long as the process. */
    private final Map<String, Map<String, Flights>> spare = new HashMap<>();
    /** By SMSC, as long as anything of it runs: binding anew is no leave to send faster. */
    private final Map<String, LanePace> paces = new HashMap<>();

    private Optional<OutbindDoor> outbind = Optional.empty();
    private BridgeConfig config;
    private boolean stopping;

    /** @param farewell how much longer than the drain senders may take to end before somebody is told */
    Running(BridgeConfig config, Smsc.Shared shared, Duration farewell) {
        this(config, shared, farewell, NamedThreads::single);
    }

    /** @param threads make those that wait for a drain, from their name and their work */
    Running(BridgeConfig config, Smsc.Shared shared, Duration farewell, BiFunction<String, Runnable, Thread> threads) {
        this.threads = threads;
        this.config = config;
        this.farewell = farewell;
        this.shared = shared;
    }

    /** Makes what {@link #bind} sets going, which can be done while the journal is read. */
    synchronized void prepare() {
        config.smscs().keySet().forEach(this::make);
    }

    /** Opens the binds while the journal is still read: nothing is sent before {@link #start}, and what comes in waits for the journal thread. */
    synchronized void bind() {
        shared.receiver().start();
        config.smscs().keySet().forEach(name -> smscs.get(name).bind());
    }

    /** All is settled that an earlier run left. No message is accepted before this returns, as it must be able to make threads yet. */
    synchronized void start() {
        config.smscs().keySet().forEach(name -> smscs.get(name).start());
        if (config.outbind().enabled()) {
            try {
                outbind = Optional.of(OutbindDoor.open(config.outbind(), shared.ticker(), this::called));
            } catch (IOException e) {
                throw new BridgeException(BridgeException.UNAVAILABLE, e.getMessage(), e);
            }
        }
        NamedThreads.demandSpare();
    }

    /** Port at which SMSCs call; -1 when there is none. */
    synchronized int outbindPort() {
        return outbind.map(OutbindDoor::port).orElse(-1);
    }

    private synchronized boolean called(String name, Socket connection) {
        Smsc smsc = smscs.get(name);
        if (smsc == null || stopping) {
            return false;
        }
        smsc.called(connection);
        return true;
    }

    synchronized int size() {
        return smscs.size();
    }

    /**
     * What came of following a change.
     *
     * @param late SMSCs that run now, as an earlier change could not make them
     * @param troubles what could not be done, and is tried again at the next reload
     */
    record Followed(List<String> late, List<String> troubles) {}

    /**
     * Follows a change that the pipeline has already taken over, and what an earlier one could not do. Returns at once; what has to drain
     * first does so on its own.
     */
    synchronized Followed follow(ConfigChange change, BridgeConfig fresh) {
        Followed followed = new Followed(new ArrayList<>(), new ArrayList<>());
        if (stopping) {
            return followed;
        }
        config = fresh;
        outbind.ifPresent(door -> door.apply(fresh.outbind()));
        change.smscs().removed().forEach(this::leave);
        for (SmscConfig smsc : fresh.smscs().values()) {
            String name = smsc.name();
            Smsc known = smscs.get(name);
            if (known == null) {
                boolean begun = reach(name, () -> begin(name), followed.troubles);
                if (begun && !change.smscs().added().contains(name)) {
                    followed.late.add(name);
                }
            } else if (change.rebinds().contains(name)) {
                afterDrain(known, false, () -> beginAnew(name, known));
            } else if (behind.contains(name) || change.smscs().changed().contains(name)) {
                reach(name, () -> known.apply(smsc), followed.troubles);
            }
        }
        return followed;
    }

    /** Nothing is left that a change could not do. */
    synchronized boolean isWhole() {
        return behind.isEmpty();
    }

    private void leave(String name) {
        Smsc gone = smscs.get(name);
        if (gone == null) {
            forget(name);
        } else {
            afterDrain(gone, true, () -> forget(name));
            smscs.remove(name);
        }
        behind.remove(name);
    }

    /** What fails for one SMSC, such as notes for which the disk has no room, keeps no other from following. */
    private boolean reach(String name, Runnable step, List<String> troubles) {
        try {
            step.run();
            behind.remove(name);
            return true;
        } catch (RuntimeException e) {
            LOG.error("SMSC {} does not follow its configuration before the next reload", name, e);
            behind.add(name);
            troubles.add("SMSC " + name + ": " + e.getMessage() + "; the next reload tries it again");
            return false;
        }
    }

    /**
     * Asks an SMSC about a message that it has taken. Any thread; returns at once: without the lock, under which whoever lets an SMSC go waits
     * for the journal thread, which may be the one that asks.
     */
    void ask(String name, Operation operation, Consumer<OperationAnswer> answer) {
        Smsc smsc = smscs.get(name);
        if (smsc == null) {
            answer.accept(new OperationAnswer.Unanswered(false, "SMSC " + name + " has left the configuration"));
        } else {
            smsc.ask(operation, answer);
        }
    }

    /** Drains everything and waits for its end, those that drain already included. Nothing begins from now on. */
    void stop(Duration drainWithin) throws InterruptedException {
        List<Smsc> all;
        synchronized (this) {
            stopping = true;
            outbind.ifPresent(OutbindDoor::close);
            all = new ArrayList<>(smscs.values());
            leaving.stream().filter(smsc -> !all.contains(smsc)).forEach(all::add);
        }
        all.forEach(smsc -> smsc.drain(drainWithin));
        for (Smsc smsc : all) {
            awaitEnd(smsc, drainWithin);
        }
    }

    private void begin(String name) {
        Smsc made = make(name);
        try {
            made.bind();
            made.start();
        } catch (RuntimeException e) {
            smscs.remove(name, made);
            made.drain(Duration.ZERO); // some of its binds stand, and nobody else would end them
            throw e;
        }
    }

    private Smsc make(String name) {
        Map<String, Flights> notes = spare.remove(name);
        SmscConfig smsc = config.smscs().get(name);
        LanePace pace = paces.computeIfAbsent(
                name, n -> new LanePace(smsc, shared.stats().smsc(n)));
        Smsc made = new Smsc(smsc, shared, notes == null ? new ConcurrentHashMap<>() : notes, pace);
        smscs.put(name, made);
        return made;
    }

    /** In the place of one that has drained, with the configuration of now; not if another change was faster. */
    private void beginAnew(String name, Smsc old) {
        if (smscs.get(name) == old) {
            smscs.remove(name);
            reach(name, () -> begin(name), new ArrayList<>());
        }
    }

    /** Not while another set of its senders runs or drains: what these hold must not go elsewhere. */
    private void forget(String name) {
        boolean others = smscs.containsKey(name)
                || leaving.stream().anyMatch(smsc -> smsc.config().name().equals(name));
        if (!others && shared.pipeline().remove(name)) {
            paces.remove(name);
        }
    }

    /**
     * Where no thread can be made for that it goes on as it was.
     *
     * @param patiently never before its senders have ended: what they hold would be sent by others as well. A new set of the same SMSC's
     *     senders need not be as patient, for it takes from the same bag, where what others hold is not
     */
    private void afterDrain(Smsc smsc, boolean patiently, Runnable then) {
        SmscConfig old = smsc.config();
        Duration within = config.node().drainWithin();
        threads.apply("drain-" + old.name(), () -> {
                    try {
                        boolean whole = awaitEnd(smsc, within);
                        while (!whole && patiently && !isStopping()) {
                            whole = awaitEnd(smsc, within);
                        }
                        ended(smsc, whole, then);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                })
                .start(); // first: it may be rejected
        leaving.add(smsc);
        smsc.drain(within);
    }

    private synchronized void ended(Smsc smsc, boolean whole, Runnable then) {
        if (leaving.remove(smsc) && whole) {
            spare.put(smsc.config().name(), smsc.notes());
        }
        if (!stopping) {
            then.run();
        }
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    private boolean awaitEnd(Smsc smsc, Duration drainWithin) throws InterruptedException {
        boolean whole = smsc.awaitEnd(drainWithin.plus(farewell));
        if (!whole) {
            LOG.warn("the senders of {} did not end in time", smsc.config().name());
        }
        return whole;
    }
}
