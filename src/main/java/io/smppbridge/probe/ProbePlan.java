package io.smppbridge.probe;

import io.smppbridge.Address;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What a probe may do.
 *
 * @param to the number that gets every message
 * @param from the sender; {@link Address#NONE} for the SMSC's own
 * @param messages how many submit_sm at most, 1..10,000
 * @param within how long it may take
 * @param receiptsWithin how long the last receipts are awaited
 * @param idle how long it stays silent to see whether the SMSC ends the bind; zero for not at all
 * @param fastest the highest rate that is tried, in submit_sm per second
 * @param binds how many binds at once are tried; 1 for no more than are needed
 */
public record ProbePlan(
        Address to,
        Address from,
        int messages,
        Duration within,
        Duration receiptsWithin,
        Duration idle,
        double fastest,
        int binds) {
    public ProbePlan {
        if (messages < 1 || messages > 10_000) {
            throw new IllegalArgumentException("messages = " + messages + ", expected 1..10000");
        }
        if (binds < 1 || binds > 100) {
            throw new IllegalArgumentException("binds = " + binds + ", expected 1..100");
        }
        if (!to.isNumeric()) {
            throw new IllegalArgumentException("the number to probe with must be digits, with or without +");
        }
    }

    /** Monotonic and wall clock. */
    public record Clocks(Ticker ticker, InstantSource clock) {}
}
