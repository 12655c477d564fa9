package io.smppbridge.handback;

import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One place that events go to, with its queue, its attempts and its pauses. Lives on one lane.
 *
 * <p>This class decides what goes out and when; {@link Settlement} what becomes of it; {@link Held} keeps the order of each message;
 * {@link Health} the pauses of the whole endpoint.
 */
@OwnedBy("its lane, except where a method says otherwise")
final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);
    private final String name;
    private final Lane lane;
    private final Terms terms;
    private final EventStore store;
    private final Surroundings world;
    private final Settlement settlement;
    final Health health;
    final WaitingQueue waiting;
    final DeadLetters dead = new DeadLetters();
    private final Held held = new Held();
    private final Flights flights = new Flights();
    private final Replays replays = new Replays();

    private volatile HandOver handOver = NobodyThere.INSTANCE;
    private boolean stopping;
    private volatile int heldNow;
    private volatile int inFlightNow;
    private volatile long oldestMs;

    Endpoint(String name, Lane lane, Shared shared) {
        this.name = name;
        this.lane = lane;
        this.terms = shared.terms();
        this.store = shared.store();
        this.world = shared.world();
        this.health = new Health(name, world, terms::backoff);
        this.waiting = new WaitingQueue(terms.hotEvents());
        this.settlement = new Settlement(this, held, shared);
    }

    /** What all endpoints have in common. */
    record Shared(Terms terms, EventStore store, BridgeStats stats, Surroundings world) {}

    String name() {
        return name;
    }

    Lane lane() {
        return lane;
    }

    /** Somebody else, or the same under new terms, takes the events from now on. */
    void handTo(HandOver next) {
        handOver.over();
        handOver = next;
        health.resume();
    }

    void stopTaking() {
        stopping = true;
    }

    /** Gives up what is in flight; the journal still has it. */
    void abandon() {
        flights.clear().forEach(flight -> flight.sending.giveUp());
        inFlightNow = 0;
    }

    /** Any thread. */
    int inFlight() {
        return inFlightNow;
    }

    /** Offers laid-aside events again, before all that wait. */
    void again(List<DeadEvent> events) {
        replays.add(events, world.ages().millis());
    }

    /** No more of those that are offered again than of others are ever held. */
    private void replay(long now) {
        while (replays.size() > 0 && held.size() < heldAtMost()) {
            long order = replays.size();
            Entry entry = replays.poll();
            entry.notBefore = now - order;
            held.add(entry);
            held.later(entry);
        }
    }

    /**
     * Does what can be done now.
     *
     * @return nanoseconds until there may be more to do
     */
    long work(long now) {
        flights.late(now).forEach(flight -> landed(flight, flight.sending.giveUp()));
        settlement.tell();
        long wait = stopping ? Long.MAX_VALUE : send(now);
        publish();
        return Math.min(wait, flights.waitNanos(now));
    }

    private long send(long now) {
        long pause = health.pauseLeft(now);
        if (pause > 0) {
            return settlement.shed() ? 0 : pause;
        }
        replay(now);
        if (waiting.isEmpty() && held.waitNanos(now) > 0) {
            return held.waitNanos(now);
        }
        HandOver to = handOver;
        HandOver.Readiness readiness = to.readiness();
        if (!readiness.ready()) {
            if (!readiness.failure().isEmpty()) {
                health.failed(readiness.failure(), true, 0);
                return 0;
            }
            return to.mayBeAway() && settlement.shed() ? 0 : Long.MAX_VALUE;
        }
        boolean placed = true;
        try {
            while (placed && flights.size() < health.inFlight(to.concurrency())) {
                List<Entry> batch = gather(to.batch(), now);
                if (batch.isEmpty()) {
                    break;
                }
                placed = dispatch(to, batch, now);
            }
        } finally {
            to.sent();
        }
        boolean full = !placed || flights.size() >= health.inFlight(to.concurrency());
        return full ? Long.MAX_VALUE : held.waitNanos(now);
    }

    private List<Entry> gather(int batch, long now) {
        Entry first = next(now);
        if (first == null) {
            return List.of();
        }
        int limit = Math.min(batch, first.company);
        if (limit == 1) {
            return List.of(first);
        }
        List<Entry> entries = new ArrayList<>(Math.min(limit, 64));
        entries.add(first);
        while (entries.size() < limit) {
            Entry entry = next(now);
            if (entry == null) {
                break;
            }
            if (entry.company <= entries.size()) {
                held.first(List.of(entry));
                break;
            }
            limit = Math.min(limit, entry.company);
            entries.add(entry);
        }
        return entries;
    }

    /** The next event with its content; null when there is none, or none that may go. */
    private Entry next(long now) {
        while (health.pauseLeft(now) == 0) {
            replay(now);
            boolean fresh = !waiting.isEmpty() && held.size() < heldAtMost();
            // A failing endpoint is tried with an event that has not failed yet: the old one may be the cause.
            Entry entry = fresh && health.isFailing() ? held.nextReady() : held.next(now);
            if (entry == null) {
                if (!fresh) {
                    return null;
                }
                entry = waiting.poll();
                held.add(entry);
            }
            if (filled(entry) && (entry.admitted || held.admit(entry))) {
                return entry;
            }
        }
        return null;
    }

    private int heldAtMost() {
        HandOver to = handOver;
        return Math.max(Math.max(64, terms.hotEvents()), 2 * to.concurrency() * to.batch());
    }

    private boolean filled(Entry entry) {
        if (entry.event != null) {
            return true;
        }
        Optional<Event> content;
        try {
            content = store.load(entry.id, entry.position);
        } catch (RuntimeException | Error e) { // as where no memory beside the heap is left to read in
            LOG.error("an event for {} could not be read back at journal position {}", name, entry.position, e);
            held.first(List.of(entry));
            health.failed("an event could not be read back; the log says why", true, 0);
            return false;
        }
        if (content.isEmpty()) {
            settlement.layAside(entry, "its content is no longer in the journal");
            return false;
        }
        entry.event = content.get();
        return true;
    }

    /** False when there was no place for it after all: nothing that came later may find one before it. */
    private boolean dispatch(HandOver to, List<Entry> batch, long now) {
        Flight flight = new Flight(this, batch, now + to.answerWithin().toNanos());
        flights.add(flight);
        if (to.concurrency() == 1) {
            publish(); // the call may take as long as a listener likes
        }
        try {
            flight.sending = to.send(events(batch), flight);
        } catch (RuntimeException e) {
            LOG.error("a hand-over to {} could not be begun", name, e);
            landed(flight, new HandOver.Answer.Failed("not begun; the log says why", true, 0));
        }
        boolean placed = flight.sending != HandOver.Sending.NO_PLACE;
        if (!placed) {
            flights.remove(flight);
            held.first(batch);
        }
        return placed;
    }

    private static List<Event> events(List<Entry> batch) {
        if (batch.size() == 1) {
            return List.of(batch.get(0).event);
        }
        List<Event> events = new ArrayList<>(batch.size());
        for (Entry entry : batch) {
            events.add(entry.event);
        }
        return events;
    }

    /** What became of a sending; the endpoint works in the same turn of its lane. */
    void landed(Flight flight, HandOver.Answer answer) {
        if (!flights.remove(flight)) {
            return; // given up before
        }
        if (answer instanceof HandOver.Answer.Taken) {
            settlement.taken(flight.entries);
        } else if (answer instanceof HandOver.Answer.Returned) {
            settlement.returned(flight.entries);
        } else if (answer instanceof HandOver.Answer.Full full) {
            settlement.full(flight.entries, full.why());
        } else if (answer instanceof HandOver.Answer.Away away) {
            settlement.away(flight.entries, away.why());
        } else if (answer instanceof HandOver.Answer.Refused refused) {
            settlement.refused(flight.entries, refused.why());
        } else if (answer instanceof HandOver.Answer.Failed failed) {
            settlement.failed(flight.entries, failed);
        }
    }

    private void publish() {
        heldNow = held.size() + replays.size();
        inFlightNow = flights.size();
        long oldest = held.oldestMs();
        oldestMs = oldest != 0 ? oldest : waiting.headId() >>> WaitingQueue.ID_COUNT_BITS;
    }

    /** Any thread; also while the lane is held up by a listener. */
    EndpointStats stats() {
        long count = waiting.size() + heldNow;
        long since = oldestMs;
        Duration age = count == 0 || since == 0 ? Duration.ZERO : ageOf(since);
        return new EndpointStats(
                name,
                handOver != NobodyThere.INSTANCE,
                count,
                inFlightNow,
                age,
                health.failingSince(),
                health.lastError(),
                health.pauseEnds(),
                settlement.takenSoFar(),
                dead.count());
    }

    private Duration ageOf(long sinceMs) {
        Duration age =
                Duration.between(Instant.ofEpochMilli(sinceMs), world.ages().instant());
        return age.isNegative() ? Duration.ZERO : age;
    }
}
