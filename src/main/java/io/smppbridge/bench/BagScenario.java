package io.smppbridge.bench;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Bunch;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a message costs in the bag of its SMSC (its credit, put, published, taken, its credit given back) while few wait and while many do.
 * Without a bridge, on one thread; every message that waits is an object of its own, as it is behind a real backlog.
 */
@OwnedBy("the thread of the command")
final class BagScenario {
    static final String NAME = "bag";

    private static final int FEW = 10;
    private static final int MANY = 1_000_000;
    private static final int BATCH = 10;
    private static final int ROUNDS = 7;
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final long NOW_MS = 1_760_000_000_000L;
    private static final long FAR_MS = NOW_MS + Duration.ofHours(1).toMillis();

    private BagScenario() {}

    /** How messages wait. */
    private enum How {
        HOT("with their bodies"),
        COLD("their bodies only in the journal"),
        LATER("for a time to come");

        private final String words;

        How(String words) {
            this.words = words;
        }
    }

    static Result run() {
        StringBuilder note = new StringBuilder("times as long with 1,000,000 waiting as with 10, the worst of:");
        double worst = 0;
        String end = "";
        for (How how : How.values()) {
            double few = nanos(how, FEW);
            double many = nanos(how, MANY);
            worst = Math.max(worst, many / few);
            note.append(end)
                    .append(String.format(
                            Locale.ROOT, " %s %.0f and %.0f ns a message (x%.2f)", how.words, few, many, many / few));
            end = ",";
        }
        return Result.of(NAME, worst, note.toString());
    }

    /** Of a message, the median of the rounds; as many rounds before them are for the compilers. */
    private static double nanos(How how, int waiting) {
        Waiting bag = new Waiting(how, waiting);
        double[] rounds = new double[ROUNDS];
        for (int round = -ROUNDS; round < ROUNDS; round++) {
            long messages = 0;
            long begun = System.nanoTime();
            long passed;
            do {
                for (int i = 0; i < 100; i++) {
                    messages += bag.putAndTake();
                }
                passed = System.nanoTime() - begun;
            } while (passed < ROUND_NANOS);
            if (round >= 0) {
                rounds[round] = (double) passed / messages;
            }
        }
        Arrays.sort(rounds);
        return rounds[ROUNDS / 2];
    }

    /** A bag in which so many wait all the time. */
    private static final class Waiting {
        private final How how;
        private final TaskBag bag;
        private final Bunch bunch = new Bunch(BATCH);
        private final Task[] taken = new Task[BATCH];
        private final Parts parts = new Parts(new byte[5], 0, false, false, -1);
        private final OutboundSms sms = OutboundSms.of("46701234567", "hello");
        private final Optional<Task> woken = Optional.of(task());
        private final TaskSource source = (id, position) -> {
            woken.get().unclaim();
            return woken;
        };
        private long lastId;

        Waiting(How how, int waiting) {
            this.how = how;
            bag = new TaskBag("telia", waiting + BATCH, NOW_MS);
            boolean later = how == How.LATER;
            for (int i = 0; i < waiting + (later ? 0 : BATCH); i++) {
                bag.acquireAnyway(1);
                put(later || how == How.COLD ? null : task(), later ? FAR_MS + i : 0);
            }
            for (int i = 0; i < BATCH; i++) {
                taken[i] = task();
            }
            bag.publish();
            if (!later) {
                take();
                bag.release(BATCH);
            }
        }

        private Task task() {
            return new Task("acme", "telia", sms, Long.MAX_VALUE, parts);
        }

        private void put(Task taskOrNull, long dueAtMs) {
            bag.put(++lastId, 0, taskOrNull, Priority.NORMAL, dueAtMs);
        }

        /** Those taken last are the next ones put. */
        int putAndTake() {
            bag.tryAcquire(BATCH);
            for (Task task : taken) {
                put(how == How.COLD ? null : task, 0);
            }
            bag.publish();
            int count = take();
            bag.release(count);
            return count;
        }

        private int take() {
            int count = bag.take(bunch, BATCH, NOW_MS, source);
            for (int i = 0; i < count; i++) {
                taken[i] = bunch.task(i);
                taken[i].unclaim();
            }
            return count;
        }
    }
}
