package io.smppbridge.bag;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a message costs in the bag: put by the hundred, published, taken as one bunch, its credit given back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class TaskBagBenchmark {
    private static final int BATCH = 100;
    private static final long NOW_MS = 1_760_000_000_000L;

    /** Messages that wait already. */
    @Param({"0", "1000000"})
    public int waiting;

    private TaskBag bag;
    private final Bunch bunch = new Bunch(BATCH);
    private final Task[] tasks = new Task[BATCH];

    @Setup
    public void fill() {
        bag = new TaskBag("telia", waiting + BATCH, NOW_MS);
        OutboundSms sms = OutboundSms.of("46701234567", "hello");
        for (int i = 0; i < BATCH; i++) {
            Parts parts = new Parts(new byte[1][5], 0, false, false, -1);
            tasks[i] = new Task("acme", "telia", sms, Long.MAX_VALUE, parts).named(i + 1);
        }
        for (int i = 0; i < waiting; i++) {
            bag.acquireAnyway(1);
            bag.put(i + 1, 0, tasks[i % BATCH], Priority.NORMAL, 0);
        }
        bag.publish();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int putAndTake() {
        bag.tryAcquire(BATCH);
        for (Task task : tasks) {
            bag.put(task.id(), 0, task, Priority.NORMAL, 0);
        }
        bag.publish();
        int taken = bag.take(bunch, BATCH, NOW_MS, (id, position) -> Optional.empty());
        for (int i = 0; i < taken; i++) {
            bunch.task(i).unclaim();
        }
        bunch.clear();
        bag.release(BATCH);
        return taken;
    }
}
