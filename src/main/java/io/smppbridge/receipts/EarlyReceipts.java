package io.smppbridge.receipts;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Where receipts wait that overtook the answer to their submit_sm: on another bind, or on the same one.
 *
 * <p>Bounded in number and time. When it is full, the oldest is handed out as unmatched; when its time is over, too. Nothing is dropped.
 */
@OwnedBy("journal thread")
public final class EarlyReceipts {
    private Duration within;
    private final int bound;
    private final InstantSource clock;
    private final Owner owner = new Owner();

    /** By arrival, which is the order of their ends too. */
    private final LinkedHashMap<Long, Parked> byArrival = new LinkedHashMap<>();

    /** Arrival numbers by what they wait for; nearly always one. */
    private final Map<Key, List<Long>> byKey = new HashMap<>();

    private long arrivals;
    private Instant looked = Instant.EPOCH;

    private record Key(int smsc, String id) {}

    /**
     * A receipt that waits for its message.
     *
     * @param eventId the caller's own name of it
     * @param smsc the SMSC account's number
     * @param id canonical
     * @param at when it began to wait
     */
    public record Parked(long eventId, int smsc, String id, SmscReceipt receipt, Instant at) {
        public Parked {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(receipt, "receipt");
            Objects.requireNonNull(at, "at");
        }
    }

    /**
     * @param within how long one waits
     * @param bound how many may wait, at least 1
     */
    public EarlyReceipts(Duration within, int bound, InstantSource clock) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound of " + bound + " early receipts, expected at least 1");
        }
        this.within = within;
        this.bound = bound;
        this.clock = clock;
    }

    /** Receipts wait so long from now on, those that are waiting included. */
    public void within(Duration time) {
        within = time;
    }

    /**
     * Lets a receipt wait.
     *
     * @return the oldest, unmatched, when it had to make room
     */
    public Optional<Parked> park(long eventId, int smsc, String id, SmscReceipt receipt) {
        assert owner.isHere() : owner;
        Optional<Parked> pushed = byArrival.size() < bound ? Optional.empty() : Optional.of(takeOldest());
        long arrival = arrivals++;
        byArrival.put(arrival, new Parked(eventId, smsc, id, receipt, clock.instant()));
        byKey.computeIfAbsent(new Key(smsc, id), key -> new ArrayList<>(1)).add(arrival);
        return pushed;
    }

    /** Takes out what waits for an id, in order of arrival: call it as soon as the answer with the id is there. */
    public List<Parked> claim(int smsc, String id) {
        return claim(smsc, id, receipt -> true);
    }

    /** The same of those receipts only that are meant; the others of that id go on waiting. */
    public List<Parked> claim(int smsc, String id, Predicate<SmscReceipt> meant) {
        assert owner.isHere() : owner;
        if (byArrival.isEmpty()) {
            return List.of();
        }
        Key key = new Key(smsc, id);
        List<Long> waiting = byKey.get(key);
        if (waiting == null) {
            return List.of();
        }
        List<Parked> claimed = new ArrayList<>(waiting.size());
        waiting.removeIf(arrival -> {
            boolean mine = meant.test(byArrival.get(arrival).receipt());
            if (mine) {
                claimed.add(byArrival.remove(arrival));
            }
            return mine;
        });
        if (waiting.isEmpty()) {
            byKey.remove(key);
        }
        return claimed;
    }

    /** Takes out those whose time is over, unmatched. Call it about once a second. */
    public List<Parked> expired() {
        assert owner.isHere() : owner;
        Instant now = clock.instant();
        follow(now);
        Instant latest = now.minus(within);
        List<Parked> over = new ArrayList<>();
        while (!byArrival.isEmpty()
                && !byArrival.values().iterator().next().at().isAfter(latest)) {
            over.add(takeOldest());
        }
        return over;
    }

    /** Where the clock has been set back, what came by its former time counts from now on, and what comes now does not wait behind it. */
    private void follow(Instant now) {
        if (now.isBefore(looked)) {
            byArrival.replaceAll((arrival, one) ->
                    one.at().isAfter(now) ? new Parked(one.eventId(), one.smsc(), one.id(), one.receipt(), now) : one);
        }
        looked = now;
    }

    /** How many wait. */
    public int size() {
        return byArrival.size();
    }

    private Parked takeOldest() {
        Iterator<Map.Entry<Long, Parked>> entries = byArrival.entrySet().iterator();
        Map.Entry<Long, Parked> oldest = entries.next();
        Parked parked = oldest.getValue();
        Key key = new Key(parked.smsc(), parked.id());
        List<Long> waiting = byKey.get(key);
        waiting.remove(oldest.getKey());
        if (waiting.isEmpty()) {
            byKey.remove(key);
        }
        entries.remove();
        return parked;
    }
}
