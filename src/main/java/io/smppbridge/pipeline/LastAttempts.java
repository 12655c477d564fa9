package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.threads.OwnedBy;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Messages whose last attempt got no answer. They are not sent again, so they stand in no bag, but keep their credits: for
 * {@code uncertain-wait} a receipt may still say that the SMSC has one ({@link LostAnswers}). At most as many as the bags have credits.
 */
@OwnedBy("journal thread")
final class LastAttempts {
    private final Ledger ledger;
    private final Map<Long, Wait> waits = new HashMap<>();
    private final PriorityQueue<Wait> byTime = new PriorityQueue<>(Comparator.comparingLong(Wait::dueAtMs));

    /** Those that have begun to wait since the last look: by which clock, if that is another one by now, their time tells. */
    private final Set<Long> fresh = new HashSet<>();

    private long lookedMs;

    /** @param sinceMs from when on it waits */
    private record Wait(long id, long sinceMs, long dueAtMs, String why) {
        Wait sooner(long byMs) {
            return new Wait(id, sinceMs - byMs, dueAtMs - byMs, why);
        }
    }

    /** What becomes of one whose time is over. */
    interface Over {
        /**
         * @param at its slot in the ledger
         * @param why what its end is to say
         */
        void then(int at, String why);
    }

    LastAttempts(Ledger ledger) {
        this.ledger = ledger;
    }

    /** An attempt got no answer and there is no other, as is written down there. */
    void enter(int at, ProgressRecord step) {
        enter(at, new Wait(step.id(), step.atMs(), step.dueAtMs(), step.text()));
    }

    private void enter(int at, Wait wait) {
        ledger.state(at, MessageState.UNANSWERED);
        ledger.lapsing(at);
        waits.put(wait.id(), wait);
        fresh.add(wait.id());
        byTime.add(wait);
    }

    /** The same found at a start: the wait begins anew, as no receipt could come meanwhile. */
    void saw(int at, ProgressRecord step, long nowMs) {
        enter(at, new Wait(step.id(), nowMs, nowMs + Math.max(0, step.dueAtMs() - step.atMs()), step.text()));
    }

    /** Those whose time is over, once. */
    void turn(long nowMs, Over over) {
        follow(nowMs);
        for (Wait next = byTime.peek(); next != null && next.dueAtMs() <= nowMs; next = byTime.peek()) {
            byTime.poll();
            int at = waits.remove(next.id(), next) ? ledger.find(next.id()) : Ledger.NONE;
            if (at != Ledger.NONE && ledger.isLapsing(at)) {
                over.then(at, next.why());
            }
        }
    }

    /** Where the clock has been set back, what has waited by its former time does so no longer than it was to. */
    private void follow(long nowMs) {
        long setBackMs = lookedMs - nowMs;
        if (setBackMs > 0) {
            waits.replaceAll(
                    (id, wait) -> fresh.contains(id) && wait.sinceMs() <= nowMs ? wait : wait.sooner(setBackMs));
            byTime.clear();
            byTime.addAll(waits.values());
        }
        fresh.clear();
        lookedMs = nowMs;
    }
}
