package io.smppbridge.sender;

import io.smppbridge.connector.BindKeeper;
import io.smppbridge.connector.Lapse;
import io.smppbridge.connector.Mailbox;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker of an SMSC account, with its binds: reads answers, minds timers, fills the windows from the bag, writes, and parks until
 * something is due or someone rings. It waits for nothing else.
 */
@OwnedBy("sender-<smsc>-<n>")
final class Sender {
    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final long MILLI = 1_000_000L;
    private static final long AFTER_A_FAULT = 1_000_000_000L;
    /** How long after the end of a drain the answer to unbind is awaited, and with it answers that come before it. */
    private static final long FAREWELL = 2_000_000_000L;

    final Account account;
    final Mailbox mailbox;
    final Counts counts;
    final Settler settler;
    Flights flights;
    final List<SenderBind> binds = new ArrayList<>();
    private final String name;
    private final RandomGenerator random;
    private final Filler filler;
    private final Errands errands;
    private final Lapse lapse = new Lapse();
    private final Predicate<SenderBind> isRetired = this::isRetired;

    /** The clocks as read at the beginning of the turn. */
    long now;

    long nowMs;

    private volatile int wantedBinds;
    private volatile boolean stopping;
    private volatile long stopAt;
    private volatile boolean ended;
    private int versionSeen;
    private Account.Terms terms;
    private long lastWork;
    private int bindsMade;

    Sender(Account account, String name, int binds, Flights flights, RandomGenerator random) {
        this.account = account;
        this.name = name;
        this.mailbox = new Mailbox(account.wiring.rests().get());
        this.flights = flights;
        this.random = random;
        this.counts = new Counts(account.stats);
        this.settler = new Settler(account, counts, flights, random);
        this.filler = new Filler(this);
        this.errands = new Errands(this);
        this.wantedBinds = binds;
        this.lastWork = account.wiring.ticker().nanos();
        this.terms = account.terms;
        account.workers.incrementAndGet();
    }

    /** Where to note submissions from now on; before anything may be taken. */
    void noteIn(Flights log) {
        flights = log;
        settler.noteIn(log);
    }

    String name() {
        return name;
    }

    /** Any thread. */
    void wantBinds(int count) {
        wantedBinds = count;
        mailbox.ring();
    }

    /** Takes no more, lets windows drain until then at the latest, unbinds and ends. Any thread. */
    void stop(long atNanos) {
        stopAt = atNanos;
        stopping = true;
        mailbox.ring();
    }

    boolean isStopping() {
        return stopping;
    }

    /** Whether it has ended, with nothing in its hands. Any thread. */
    boolean hasEnded() {
        return ended;
    }

    /** Runs until stopped. */
    void run() {
        Runnable bell = mailbox::ring;
        account.bag.addBell(bell);
        long wait = 0;
        try {
            while (!ended) {
                try {
                    mailbox.park(wait);
                    wait = turn();
                } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError | OutOfMemoryError e) {
                    // The last of memory beside the heap: where the heap is full, the process ends.
                    LOG.error("{}: unexpected fault; its binds are closed and made anew", name, e);
                    settler.tell();
                    counts.tell();
                    filler.report();
                    binds.forEach(bind -> bind.keeper.close("a fault of ours"));
                    wait = AFTER_A_FAULT;
                }
            }
        } finally {
            account.bag.removeBell(bell);
            account.gate.leave(this);
            mailbox.rest().leave();
        }
    }

    /**
     * Does everything that can be done now.
     *
     * @return how long nothing will be due, in nanoseconds, unless someone rings
     */
    long turn() {
        now = account.wiring.ticker().nanos();
        nowMs = account.wiring.clock().millis();
        lapse.turn(now);
        for (int i = 0; i < binds.size(); i++) {
            binds.get(i).keeper.now(now);
        }
        mailbox.drain();
        adopt();
        for (int i = 0; i < binds.size(); i++) {
            SenderBind bind = binds.get(i);
            bind.keeper.drainAnswers();
            if (lapse.isOver(now)) {
                bind.watch(now);
            }
            bind.keeper.tick(now, bind.window.size() > 0 || bind.keeper.unansweredDeliveries() > 0);
        }
        settler.tell();
        if (stopping) {
            filler.returnHand();
            errands.giveUp();
            windDown();
        } else {
            if (account.released && work()) {
                lastWork = now;
            }
            keepBinds();
        }
        for (int i = 0; i < binds.size(); i++) {
            binds.get(i).keeper.flush();
            binds.get(i).showInFlight();
        }
        counts.tell();
        return Math.max(0, nextAt() - account.wiring.ticker().nanos());
    }

    private boolean work() {
        boolean asked = errands.run();
        return filler.fill() || asked;
    }

    /** When the SMSC's quiet hours end, in milliseconds since 1970; 0 when none hold. */
    long quietUntil() {
        return filler.quietUntil();
    }

    /** Puts tasks that were taken and not begun back into the bag. */
    void returnHand() {
        filler.returnHand();
    }

    /** Follows the configuration and the number of binds that is wanted. */
    private void adopt() {
        Account.Terms latest = account.terms;
        if (latest.version() != terms.version() || versionSeen == 0) {
            boolean sameAccount = latest == terms
                    || latest.config().link().equals(terms.config().link())
                            && latest.config().binds().mode()
                                    == terms.config().binds().mode();
            versionSeen = latest.version();
            terms = latest;
            filler.apply(terms.config());
            for (SenderBind bind : binds) {
                bind.apply(terms);
                bind.retiring |= !sameAccount;
            }
        }
        int serving = 0;
        for (int i = 0; i < binds.size(); i++) { // at every turn: without an iterator
            SenderBind bind = binds.get(i);
            if (!bind.retiring && serving < wantedBinds) {
                serving++;
            } else {
                bind.retiring = true;
                bind.keeper.want(false);
                bind.keeper.endPause();
            }
        }
        while (!stopping && serving < wantedBinds) {
            binds.add(newBind(terms.config()));
            serving++;
        }
        binds.removeIf(isRetired);
    }

    private SenderBind newBind(SmscConfig config) {
        String bindName;
        do { // others of the account, which still drain, may have one of that name
            bindName = "tx-" + name.substring(name.lastIndexOf('-') + 1) + "-" + ++bindsMade;
        } while (account.stats.binds().containsKey(bindName));
        SenderBind bind = new SenderBind(
                this,
                bindName,
                new BindKeeper.Setup(
                        bindName, SenderBind.command(config), mailbox, account.inlet, account.stats, random));
        bind.keeper.now(now);
        return bind;
    }

    private boolean isRetired(SenderBind bind) {
        boolean retired = bind.retiring && bind.keeper.state() == BindKeeper.State.IDLE;
        if (retired) {
            account.stats.forgetBind(bind.keeper.name());
        }
        return retired;
    }

    /** Says which binds are wanted; gives up those that retire or have had no work, once nothing is under way on them. */
    private void keepBinds() {
        SmscConfig.Binds config = account.terms.config().binds();
        boolean work = !config.onDemand() || filler.hasHand() || errands.any() || account.bag.hasDue(nowMs);
        boolean idle = !work && now - lastWork >= config.idle().toNanos();
        for (int i = 0; i < binds.size(); i++) {
            SenderBind bind = binds.get(i);
            boolean needed = !bind.retiring && !idle;
            if (needed && (work || bind.keeper.state() != BindKeeper.State.IDLE)) {
                bind.keeper.want(true);
                if (bind.keeper.state() == BindKeeper.State.IDLE) {
                    bind.keeper.tick(now, false);
                }
            } else if (!needed) {
                bind.keeper.want(false);
                if (bind.window.size() == 0 && !bind.isMidway()) {
                    bind.keeper.unbind();
                }
            }
        }
    }

    private void windDown() {
        boolean late = now - stopAt >= 0;
        boolean allDown = true;
        account.gate.leave(this); // it goes on with nothing
        for (SenderBind bind : binds) {
            bind.keeper.want(false);
            bind.keeper.endPause();
            if (bind.window.size() == 0) {
                bind.giveBackHalves();
            }
            if (now - stopAt >= FAREWELL) {
                bind.keeper.close("stopping");
            } else if (late || bind.window.size() == 0) {
                bind.keeper.unbind();
            }
            allDown &= bind.keeper.state() == BindKeeper.State.IDLE;
        }
        if (allDown && !ended) {
            binds.forEach(bind -> account.stats.forgetBind(bind.keeper.name()));
            if (account.workers.decrementAndGet() == 0) {
                account.destinations.open();
            }
            ended = true;
        }
    }

    private long nextAt() {
        long at = now + Rounds.next(now, Rounds.EVERY);
        for (int i = 0; i < binds.size(); i++) {
            SenderBind bind = binds.get(i);
            at = Math.min(at, Math.min(bind.keeper.nextAt(), bind.nextAt(now)));
        }
        if (stopping) {
            long next = now - stopAt >= 0 ? stopAt + FAREWELL : stopAt;
            return next - now > 0 ? Math.min(at, next) : at;
        }
        long due = account.bag.nextDueMs();
        if (due != Long.MAX_VALUE && account.released && filler.wantsWork()) {
            at = Math.min(at, now + Math.max(1, due - nowMs) * MILLI);
        }
        if (account.terms.config().binds().onDemand()) {
            long idleAt = lastWork + account.terms.config().binds().idle().toNanos();
            at = idleAt - now > 0 ? Math.min(at, idleAt) : at;
        }
        return Math.min(at, Math.min(filler.nextAt(), errands.nextAt()));
    }
}
