package io.smppbridge.http;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.function.BooleanSupplier;

/**
 * Requests to one event loop that wait their turn to be looked at, while all they could be told is no.
 *
 * <p>To look at a request and refuse it takes time, and who is refused comes again: without a bound, refusals would take the processors from
 * the messages that were accepted. So while processors are short, each is followed by many times as much other work; while they are not, nobody
 * waits. As soon as something may be taken again, those that wait go on, the longest waiting first, for as long as that is so.
 *
 * <p>Bounded by the connections of the listener, of which each has one here at most. Nobody waits longer than {@link #LONGEST}, but for
 * others that have waited as long.
 */
@OwnedBy("its event loop")
final class Turnstile {
    static final Duration LONGEST = Duration.ofSeconds(5);
    /** So many times as long as a refusal took, other work goes on. */
    static final int SHARE = 100;
    /** How long it takes at most to see that something may be taken again. */
    static final Duration LOOKS = Duration.ofMillis(10);
    /** So many go on before others of the loop have their turn. */
    static final int AT_ONCE = 64;

    private static final Duration SOON = Duration.ofNanos(100_000);
    /** A refusal counts as no longer: a pause of the whole process is nobody's work. */
    private static final long MOST_NANOS = Duration.ofMillis(10).toNanos();

    /** One refusal in so many decides what they take. */
    private static final int WEIGHT = 16;

    /** Who waits. */
    interface Waiting {
        /** Whether all it could be told is no. */
        boolean isVain();

        /** It is looked at, now. */
        void goOn();
    }

    /** Does something later, on the event loop. */
    @FunctionalInterface
    interface Later {
        void after(Duration time, Runnable work);
    }

    private final Ticker ticker;
    private final BooleanSupplier isShort;
    private final Later later;
    /** Since when. */
    private final Map<Waiting, Long> waiting = new LinkedHashMap<>();

    private long costNanos;
    private long nextNanos;
    private boolean looks;

    /** @param isShort whether processors are */
    Turnstile(Ticker ticker, BooleanSupplier isShort, Later later) {
        this.ticker = ticker;
        this.isShort = isShort;
        this.later = later;
        this.nextNanos = ticker.nanos();
    }

    /** Whether a request that has come has to wait: then it goes on by itself when it may. */
    boolean holds(Waiting one) {
        long now = ticker.nanos();
        if (waiting.isEmpty() && (isTime(now) || !one.isVain())) {
            return false;
        }
        waiting.put(one, now);
        look(LOOKS);
        return true;
    }

    /** One has been told no, which took so long. While processors are not short, nothing is owed for it. */
    void refused(long tookNanos) {
        long now = ticker.nanos();
        if (!isShort.getAsBoolean()) {
            nextNanos = now;
            return;
        }
        costNanos += (Math.min(tookNanos, MOST_NANOS) - costNanos) / WEIGHT;
        long owed = Math.max(0, nextNanos - now) + SHARE * costNanos;
        nextNanos = now + Math.min(owed, LONGEST.toNanos());
    }

    /** It has gone. */
    void leaves(Waiting one) {
        waiting.remove(one);
    }

    private void turn() {
        int most = AT_ONCE;
        try {
            while (most > 0 && goesOn()) {
                most--;
            }
        } finally {
            look(most == 0 ? SOON : untilNext());
        }
    }

    /** Lets the next one through, if there is one and it may. */
    private boolean goesOn() {
        Iterator<Entry<Waiting, Long>> all = waiting.entrySet().iterator();
        if (!all.hasNext()) {
            return false;
        }
        Entry<Waiting, Long> first = all.next();
        long now = ticker.nanos();
        boolean turn = isTime(now) || now - first.getValue() >= LONGEST.toNanos();
        if (!turn && first.getKey().isVain()) {
            return false;
        }
        all.remove();
        first.getKey().goOn();
        return true;
    }

    private Duration untilNext() {
        long left = Math.max(SOON.toNanos(), nextNanos - ticker.nanos());
        return left < LOOKS.toNanos() ? Duration.ofNanos(left) : LOOKS;
    }

    private boolean isTime(long now) {
        return now - nextNanos >= 0 || !isShort.getAsBoolean();
    }

    private void look(Duration after) {
        if (!looks && !waiting.isEmpty()) {
            looks = true;
            later.after(after, () -> {
                looks = false;
                turn();
            });
        }
    }
}
