package io.smppbridge.handback;

import io.smppbridge.TaskId;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of events after an attempt.
 *
 * <p>A refusal (400 and the like, a listener's exception) concerns the event: it comes again later while those behind it move on, and after
 * {@code attempts} it is laid aside. A failure (no connection, time-out, 5xx) may concern the endpoint: after a few in a row all of it
 * pauses. Events that could not be delivered because nobody could be reached cost no attempt; they end after {@code keep}.
 */
@OwnedBy("its endpoint's lane")
final class Settlement {
    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);
    /** Events laid aside for their age in one turn, so that the lane's other endpoints are served in between. */
    private static final int SHED_PER_TURN = 256;

    private static final int TOLD_AT_ONCE = 128;

    private final Endpoint endpoint;
    private final Held held;
    private final Terms terms;
    private final EventStore store;
    private final BridgeStats stats;
    private final Surroundings world;
    /** Taken, and the store has not been told. */
    private final long[] untold = new long[TOLD_AT_ONCE];

    private int untoldCount;
    private volatile long taken;

    Settlement(Endpoint endpoint, Held held, Endpoint.Shared shared) {
        this.endpoint = endpoint;
        this.held = held;
        this.terms = shared.terms();
        this.store = shared.store();
        this.stats = shared.stats();
        this.world = shared.world();
    }

    /** Any thread. */
    long takenSoFar() {
        return taken;
    }

    void taken(List<Entry> entries) {
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (untoldCount == TOLD_AT_ONCE) {
                tell();
            }
            untold[untoldCount++] = entry.id;
            done(entry);
        }
        lives();
    }

    /** Tells the store of all that has been taken: once for the answers that came together. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    void tell() {
        int count = untoldCount;
        if (count > 0) {
            untoldCount = 0;
            store.taken(untold, count);
            taken = taken + count;
            stats.handback("taken").add(count);
        }
    }

    /** Their turn comes again at once, in the order in which they were offered; what is too old for that is laid aside. */
    void returned(List<Entry> entries) {
        for (Entry entry : entries) {
            if (!asideWhenOld(entry)) {
                held.back(entry);
            }
        }
    }

    /** The endpoint has had enough for now, which is no fault of theirs. */
    void full(List<Entry> entries, String why) {
        stats.handback("failed").add(entries.size());
        endpoint.health.full(why);
        returned(entries);
    }

    /** Nobody is where these go, and others pass them. */
    void away(List<Entry> entries, String why) {
        stats.handback("failed").add(entries.size());
        endpoint.health.noted(why);
        for (Entry entry : entries) {
            if (!asideWhenOld(entry)) {
                entry.pauses++;
                later(entry, entry.pauses);
            }
        }
    }

    void refused(List<Entry> entries, String why) {
        stats.handback("failed").add(entries.size());
        lives();
        endpoint.health.noted(why);
        if (entries.size() > 1) { // which of them? ask in halves, at once
            halve(entries);
            held.first(entries);
            return;
        }
        againOrAside(entries.get(0), why, true);
    }

    void failed(List<Entry> entries, HandOver.Answer.Failed failure) {
        stats.handback("failed").add(entries.size());
        endpoint.health.failed(failure.why(), !failure.reached(), failure.pauseMs());
        if (!failure.reached()) {
            List<Entry> young = new ArrayList<>(entries);
            young.removeIf(this::asideWhenOld); // behind a younger one none is found during the pause
            held.first(young);
            return;
        }
        boolean alone = entries.size() == 1;
        halve(entries);
        for (Entry entry : entries) {
            againOrAside(entry, failure.why(), alone);
            entry.blameless = true;
        }
    }

    private static void halve(List<Entry> entries) {
        for (Entry entry : entries) {
            entry.company = Math.max(1, entries.size() / 2);
        }
    }

    private void againOrAside(Entry entry, String why, boolean alone) {
        entry.tries++;
        entry.blameless = false;
        if (alone && entry.tries >= terms.attempts()) {
            layAside(entry, "after " + entry.tries + " attempts: " + why);
        } else if (!asideWhenOld(entry)) {
            later(entry, entry.tries);
        }
    }

    private void later(Entry entry, int failures) {
        entry.notBefore = world.ticker().nanos() + terms.backoff().nanos(failures);
        if (!entry.hot) {
            entry.event = null;
        }
        held.later(entry);
    }

    private void lives() {
        if (endpoint.health.lives()) {
            held.releaseBlameless();
        }
    }

    /** Lays aside what has waited too long for an endpoint that is away, what has been with it before too; true when there may be more. */
    boolean shed() {
        int shed = 0;
        for (Entry old = nextOld(); old != null; old = nextOld()) {
            tooOld(old);
            if (++shed == SHED_PER_TURN) {
                return true;
            }
        }
        return false;
    }

    private Entry nextOld() {
        long since = oldest(); // one look at the clock for all of them
        Entry entry = held.nextOf(one -> one.sinceMs < since, world.ticker().nanos());
        boolean waits = entry == null
                && !endpoint.waiting.isEmpty()
                && endpoint.waiting.headId() >>> WaitingQueue.ID_COUNT_BITS < since;
        if (waits) {
            entry = endpoint.waiting.poll();
            held.add(entry);
        }
        return entry;
    }

    private boolean asideWhenOld(Entry entry) {
        boolean old = entry.sinceMs < oldest();
        if (old) {
            tooOld(entry);
        }
        return old;
    }

    private void tooOld(Entry entry) {
        String why = endpoint.health.lastError().isEmpty() ? "nobody took it" : endpoint.health.lastError();
        layAside(entry, "kept for " + terms.keep() + ": " + why);
    }

    /** What came to be before is too old, in milliseconds since 1970. */
    private long oldest() {
        return world.ages().millis() - terms.keep().toMillis();
    }

    void layAside(Entry entry, String why) {
        LOG.warn("event {} for {} is laid aside {}", new TaskId(entry.id), endpoint.name(), why);
        store.dead(entry.id, why);
        endpoint.dead.add(
                new DeadEvent(entry.id, entry.position, why, world.wall().instant()));
        stats.handback("dead").increment();
        done(entry);
    }

    private void done(Entry entry) {
        if (entry.hot) {
            endpoint.waiting.cooled();
        }
        held.done(entry);
    }
}
