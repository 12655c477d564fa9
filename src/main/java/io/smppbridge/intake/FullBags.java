package io.smppbridge.intake;

import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.http.Overload;
import io.smppbridge.http.Problem;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Requests with messages are refused unread while no message is taken, whatever it is: while every bag is full, or the bridge takes none.
 * Where another door has found a bag full meanwhile, that counts as if it had been found here.
 *
 * <p>A bag that is full has room for one message a moment later, and for a request of many hardly ever. So for {@link #WARY} after one that
 * came by this door has found none, a bag of which less than a tenth is free counts as full too. No longer: others may take what becomes free,
 * and a bag may be filled for days by what is sent later; then some of those that ask here have their try each time.
 */
@ThreadSafe
final class FullBags implements Overload {
    static final Duration WARY = Duration.ofMillis(500);

    private final Door door;
    private final BridgeStats stats;
    private final Ticker ticker;

    private final LongAdder noCredit;

    private volatile long seen;
    private volatile boolean wary;
    private volatile long waryAtNanos;
    private volatile Said said = new Said(null, Optional.empty());

    /** Says what every message would be told. */
    @FunctionalInterface
    interface Door {
        Optional<Refusal> refusesAll(boolean nearlyFull);
    }

    /** The same answer for the same refusal, which is asked for at each request. */
    private record Said(Refusal to, Optional<Problem> problem) {}

    FullBags(Door door, BridgeStats stats, Ticker ticker) {
        this.door = door;
        this.stats = stats;
        this.noCredit = stats.refused("no-credit");
        this.ticker = ticker;
    }

    /** The messages of a request have taken their credits, or found none, or others have meanwhile. */
    void handedOver() {
        long now = noCredit.sum();
        if (now != seen) {
            seen = now;
            waryAtNanos = ticker.nanos();
            wary = true;
        }
    }

    @Override
    public Optional<Problem> refusesAll() {
        if (wary && ticker.nanos() - waryAtNanos >= WARY.toNanos()) {
            wary = false;
        }
        Optional<Refusal> no = door.refusesAll(wary);
        if (no.isEmpty()) {
            if (wary) {
                wary = false; // until the next one finds none
            }
            return Optional.empty();
        }
        Said before = said;
        if (before.to() != no.get()) {
            before = new Said(no.get(), Optional.of(Answers.problem(no.get(), "")));
            said = before;
        }
        return before.problem();
    }

    @Override
    public void unread() {
        stats.refused("unread").increment();
    }

    @Override
    public void waiting(int more) {
        stats.waitingRequests.add(more);
    }
}
