package io.smppbridge.pipeline;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the ledger's table costs for each message: entered, found in the middle of its life, changed, and removed as the oldest. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class LongTableBenchmark {
    /** Messages that are in it meanwhile. */
    @Param({"1000", "1000000"})
    public int entries;

    private LongTable table;
    private long next = 1;

    @Setup
    public void fill() {
        table = new LongTable(4, true, 1_000);
        while (next <= entries) {
            enter(next++);
        }
    }

    private void enter(long key) {
        int slot = table.put(key);
        table.set(slot, 0, key);
        table.extra(slot, this);
    }

    @Benchmark
    public boolean enteredFoundAndRemoved() {
        long key = next++;
        enter(key);
        int slot = table.find(key - entries / 2);
        table.set(slot, 1, table.get(slot, 0) + 1);
        return table.remove(key - entries);
    }
}
