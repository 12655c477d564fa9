package io.smppbridge.esme;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.handback.Handback;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.EsmeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SMPP server: {@link #open} and its listeners take binds; {@link #apply} takes another configuration over while they stand;
 * {@link #stop} says goodbye to everybody.
 *
 * <p>Messages go to the {@link PlatformDoor}, and their submit_sm_resp leaves when that has said that they are safe. Receipts and MO come
 * from {@link Handback}, from each account's own endpoint, which keeps them while nobody is bound.
 */
@ThreadSafe
public final class EsmeServer {
    /** Its name in the metrics and in {@link PlatformDoor#middleWare}. */
    public static final String NAME = "esme";

    private static final Logger LOG = LoggerFactory.getLogger(EsmeServer.class);
    private static final char[] DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".toCharArray();
    private static final int NAME_DIGITS = 12;

    private final EsmeConfig first;
    private final Surroundings with;
    private final Accounts accounts;
    private final Map<String, Listening> listeners = new TreeMap<>();
    /** Listeners that listen no more, and still have connections. */
    private final List<Listening> former = new ArrayList<>();

    private Optional<Listening.Shared> shared = Optional.empty();
    private boolean stopped;

    /**
     * What the server works with.
     *
     * @param door where messages go
     * @param handback where receipts and MO come from
     * @param stats counts binds, and what is refused before it reaches the door
     * @param clock for validities and schedules
     * @param ticker for deadlines
     * @param pduTaps the PDU log of a link, by its name
     * @param random for salts and names; a {@link java.security.SecureRandom} outside tests
     */
    public record Surroundings(
            PlatformDoor door,
            Handback handback,
            BridgeStats stats,
            InstantSource clock,
            Ticker ticker,
            Function<String, PduTap> pduTaps,
            RandomGenerator random) {}

    private EsmeServer(EsmeConfig config, Surroundings with) {
        this.first = config;
        this.with = with;
        this.accounts =
                new Accounts(with, Durability.valueOf(config.durability().name()));
    }

    /**
     * Opens the listeners, if there are any.
     *
     * @throws IOException if an address cannot be had or a certificate cannot be read; the message says which. Nothing is open then
     */
    public static EsmeServer open(EsmeConfig config, Collection<AccountConfig> accounts, Surroundings with)
            throws IOException {
        EsmeServer server = new EsmeServer(config, with);
        server.accounts.apply(accounts);
        try {
            for (EsmeConfig.Listener listener : config.listeners().values()) {
                server.listeners.put(listener.name(), Listening.open(listener, server.shared()));
            }
            return server;
        } catch (IOException | RejectedExecutionException e) {
            server.stop(Duration.ZERO);
            throw e;
        }
    }

    /**
     * Makes these the listeners and accounts. Binds stand, but those of accounts that may not bind as before.
     *
     * @return what could not be done, in sentences; it stays as it was
     */
    public synchronized List<String> apply(EsmeConfig config, Collection<AccountConfig> configs) {
        List<String> troubles = new ArrayList<>();
        if (stopped) {
            return troubles;
        }
        for (String name : List.copyOf(listeners.keySet())) {
            if (!config.listeners().containsKey(name)) {
                leave(listeners.remove(name));
                LOG.info("esme.{} listens no more; its binds stay", name);
            }
        }
        for (EsmeConfig.Listener listener : config.listeners().values()) {
            try {
                listeners.put(listener.name(), listening(listener));
            } catch (IOException | RejectedExecutionException e) {
                troubles.add(e.getMessage());
            }
        }
        List<Account> ended = accounts.apply(configs);
        shared.ifPresent(s -> s.gatekeeper().forget());
        ended.forEach(
                account -> account.sessions().forEach(session -> session.loop().run(session::unbind)));
        return troubles;
    }

    private Listening listening(EsmeConfig.Listener wanted) throws IOException {
        Listening known = listeners.get(wanted.name());
        if (known == null) {
            return Listening.open(wanted, shared());
        }
        EsmeConfig.Listener was = known.config();
        if (was.host().equals(wanted.host()) && was.port() == wanted.port()) {
            known.apply(wanted);
            return known;
        }
        Listening moved = Listening.open(wanted, shared());
        leave(known);
        return moved;
    }

    private void leave(Listening listener) {
        listener.close();
        former.removeIf(one -> one.connections() == 0);
        former.add(listener);
    }

    /** The port of a listener; -1 when it is not open. */
    public synchronized int port(String listener) {
        Listening known = listeners.get(listener);
        return known == null ? -1 : known.port();
    }

    /** Connections that are open now. */
    public synchronized int connections() {
        return Stream.concat(listeners.values().stream(), former.stream())
                .mapToInt(Listening::connections)
                .sum();
    }

    /** Binds by account. */
    public Map<String, Integer> binds() {
        Map<String, Integer> binds = new TreeMap<>();
        accounts.all()
                .forEach(account -> binds.put(account.name(), account.sessions().size()));
        return binds;
    }

    /** Takes nothing new, answers what has been asked, unbinds everybody. Waits at most that long. */
    public synchronized void stop(Duration within) {
        if (stopped) {
            return;
        }
        stopped = true;
        listeners.values().forEach(Listening::close);
        if (shared.isEmpty()) {
            return;
        }
        long end = with.ticker().nanos() + within.toNanos();
        everySession(Session::unbind);
        while (connections() > 0 && with.ticker().nanos() - end < 0) {
            LockSupport.parkNanos(5_000_000L);
        }
        everySession(session -> session.close("stopped"));
        shared.get().group().shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3_000);
        shared.get().gatekeeper().close();
    }

    private void everySession(java.util.function.Consumer<Session> work) {
        shared.get()
                .loops()
                .values()
                .forEach(loop -> loop.run(() -> loop.sessions().forEach(work)));
    }

    /** The event loops, made when the first listener is. */
    private synchronized Listening.Shared shared() {
        if (shared.isEmpty()) {
            EventLoopGroup group =
                    EventLoops.group(NAME, first.loops(Runtime.getRuntime().availableProcessors()));
            Map<EventLoop, Loop> loops = new IdentityHashMap<>();
            for (EventExecutor executor : group) {
                Loop loop = new Loop((EventLoop) executor, with.ticker());
                loops.put((EventLoop) executor, loop);
            }
            shared = Optional.of(new Listening.Shared(
                    group,
                    loops,
                    new Gatekeeper(accounts, with.ticker(), with.random()),
                    accounts,
                    new SubmitReader(with.clock()),
                    this::groupName,
                    with.stats()));
        }
        return shared.get();
    }

    /** A message_id that no message of ours has: it begins with an M and is as long as theirs. */
    private String groupName() {
        long bits = with.random().nextLong();
        char[] name = new char[NAME_DIGITS + 1];
        name[0] = MessageIds.OF_SEVERAL;
        for (int i = 1; i <= NAME_DIGITS; i++) {
            name[i] = DIGITS[(int) (bits & 31)];
            bits >>>= 5;
        }
        return new String(name);
    }
}
