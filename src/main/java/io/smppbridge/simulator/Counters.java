package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** What one port counted. */
@OwnedBy("smsc-sim")
final class Counters {
    long connections;
    long binds;
    long bindsRefused;
    long submits;
    long accepted;
    long throttled;
    long queueFull;
    long dropped;
    long silenced;
    long windowViolations;
    int mostUnanswered;
    long enquireLinks;
    long nacksSent;
    long nacksReceived;
    long framingErrors;
    long receiptsDue;
    long receiptsSent;
    long receiptsAcked;
    long receiptsRefused;
    long moDue;
    long moSent;
    long moAcked;
    long moRefused;
    long deliverTimeouts;
    long deliverReturned;
    long deliverGivenUp;
    long deliverOverflow;
    Instant firstSubmit = Instant.EPOCH;
    private long firstNanos;
    private long lastNanos;
    final Map<Integer, Long> refused = new TreeMap<>();
    final SlidingSecond arrivals = new SlidingSecond();
    final SlidingSecond acceptances = new SlidingSecond();

    void submitArrived(long nanos, Timeline timeline) {
        if (submits++ == 0) {
            firstNanos = nanos;
            firstSubmit = timeline.today();
        }
        lastNanos = nanos;
        arrivals.arrived(nanos);
    }

    Instant lastSubmit() {
        return submits == 0 ? Instant.EPOCH : firstSubmit.plusNanos(lastNanos - firstNanos);
    }

    void accepted(long nanos) {
        accepted++;
        acceptances.arrived(nanos);
    }

    void refused(int status) {
        refused.merge(status, 1L, Long::sum);
        if (status == SmppStatus.RTHROTTLED) {
            throttled++;
        } else if (status == SmppStatus.RMSGQFUL) {
            queueFull++;
        }
    }

    void unanswered(int now) {
        if (now > mostUnanswered) {
            mostUnanswered = now;
        }
    }
}
