package io.smppbridge.sender;

import io.smppbridge.stats.Latency;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.atomic.LongAdder;

/** What a worker counts for its SMSC in a turn, told at its end: one addition to what others count too, and not one for each message. */
@OwnedBy("the sender thread")
final class Counts {
    private final SmscStats stats;
    private final LongAdder okAnswers;
    private final Latency.Run answerTime;
    private int taken;
    private int inFlight;

    Counts(SmscStats stats) {
        this.stats = stats;
        this.okAnswers = stats.answersByStatus().computeIfAbsent("0x0", k -> new LongAdder());
        this.answerTime = stats.answerTime.run();
    }

    /** So many messages have been submitted. */
    void submitted(int messages) {
        inFlight += messages;
    }

    /** So many are no longer under way. */
    void landed(int messages) {
        inFlight -= messages;
    }

    /** An answer has come, so long after its submission. */
    void answered(long nanos) {
        answerTime.record(nanos);
    }

    /** A message has been taken. */
    void taken() {
        taken++;
    }

    void tell() {
        answerTime.tell();
        if (taken > 0) {
            okAnswers.add(taken);
            stats.accepted.add(taken);
            taken = 0;
        }
        if (inFlight != 0) {
            stats.inFlight.add(inFlight);
            inFlight = 0;
        }
    }
}
