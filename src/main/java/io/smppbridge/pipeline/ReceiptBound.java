package io.smppbridge.pipeline;

import io.smppbridge.settings.NodeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * How long, and for how many parts of messages, receipts are awaited. A message that awaits one takes some 200 octets of memory; an SMSC that sends
 * none would fill it. When there are too many, those that have waited longest are given up.
 *
 * <p>Counts by age and by SMSC as the ledger is looked through, and gives up in the next pass: the bound is kept to within what is accepted in a few
 * seconds. No memory for each message.
 */
@OwnedBy("journal thread")
final class ReceiptBound {
    /** Of the last hour each second is told apart: a bound may be reached within minutes, and the newest must not go for the oldest. */
    private static final int SECONDS = 3_600;

    private static final long STEP_MS = 300_000;
    /** Then 56 days, more than validity and waiting together usually are; what is older counts as that old. */
    private static final int STEPS = SECONDS + (1 << 14);

    /** Of the heap for each part: what a message with a reference and its place in all tables take, twice, as it is not all there is. */
    private static final long OCTETS_A_PART = 512;

    private final IdTimes times;
    private final BridgeStats stats;
    private final long heap;
    private final int[] byAge = new int[STEPS];
    private final int[] byLane = new int[LaneNumbers.MOST + 1];
    private long withinSeconds;
    private long most;
    private long counted;
    private long parts;
    private long tooMany;
    private long givenUpBeforeMs;
    private long nowMs;

    /** @param heap octets that it may have at most */
    ReceiptBound(IdTimes times, BridgeStats stats, long heap) {
        this.times = times;
        this.stats = stats;
        this.heap = heap;
    }

    void apply(NodeConfig node) {
        withinSeconds = node.receiptWithin().toSeconds();
        most = node.awaitingReceipts() == 0 ? heap / OCTETS_A_PART : node.awaitingReceipts();
    }

    /** How long one is awaited after the validity of its message ended. */
    long withinSeconds() {
        return withinSeconds;
    }

    /**
     * The ledger is looked through from its beginning.
     *
     * @param lanes those of now: they are told how many the last pass has found of each
     */
    void pass(long now, Iterable<Lane> lanes) {
        publish(lanes);
        tooMany = parts - most;
        if (tooMany > 0) {
            int step = STEPS;
            long older = 0;
            while (older < tooMany) {
                older += byAge[--step];
            }
            givenUpBeforeMs = nowMs - ageMs(step);
        }
        Arrays.fill(byAge, 0);
        Arrays.fill(byLane, 0);
        counted = 0;
        parts = 0;
        nowMs = now;
    }

    private void publish(Iterable<Lane> lanes) {
        long elsewhere = counted;
        stats.awaitingReceipts = counted;
        for (Lane lane : lanes) {
            long its =
                    lane.retired() ? 0 : byLane[lane.number()]; // one that leaves is shown until its senders have ended
            lane.stats().awaitingReceipts = its;
            elsewhere -= its;
        }
        stats.awaitingOfRemoved = elsewhere;
    }

    /**
     * One message that awaits its receipt; true when it has to be given up.
     *
     * @param lane the number of the SMSC that has taken it
     * @param of how many parts it is
     */
    boolean isTooMany(long message, int lane, int of) {
        long at = times.of(message);
        if (tooMany > 0 && at <= givenUpBeforeMs) {
            tooMany -= of;
            stats.receiptsGivenUp.increment();
            return true;
        }
        counted++;
        parts += of;
        byLane[lane]++;
        byAge[step(nowMs - at)] += of;
        return false;
    }

    private static int step(long ageMs) {
        long step = ageMs < SECONDS * 1_000L ? ageMs / 1_000 : SECONDS + (ageMs - SECONDS * 1_000L) / STEP_MS;
        return (int) Math.max(0, Math.min(STEPS - 1, step));
    }

    /** The least age of what counts for this step. */
    private static long ageMs(int step) {
        return step < SECONDS ? step * 1_000L : SECONDS * 1_000L + (step - SECONDS) * STEP_MS;
    }

    String reason() {
        return "given up: more than " + most + " parts of messages await receipts (pipeline.awaiting-receipts)";
    }
}
