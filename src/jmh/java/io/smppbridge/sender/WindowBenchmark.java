package io.smppbridge.sender;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import java.util.SplittableRandom;
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

/** What the window of a bind costs for each message: its answer found, closed, and the next submission opened, with the window full. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class WindowBenchmark {
    @Param({"10", "100", "1000"})
    public int window;

    /** fifo: answered in the order of their submission; any: in none. */
    @Param({"fifo", "any"})
    public String answers;

    private Window open;
    private Task task;
    private int[] sequences;
    private int[] order;
    private int turn;
    private int last;

    @Setup
    public void fill() {
        open = new Window(window);
        task = new Task(
                "acme",
                "telia",
                OutboundSms.of("46701234567", "hello"),
                Long.MAX_VALUE,
                new Parts(new byte[1][5], 0, false, false, -1));
        sequences = new int[window];
        order = new int[1 << 12];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < order.length; i++) {
            order[i] = answers.equals("any") ? random.nextInt(window) : i % window;
        }
        for (int i = 0; i < window; i++) {
            sequences[i] = ++last;
            open.open(last, task, 0, i, i);
        }
    }

    @Benchmark
    public int answeredAndOpened() {
        int which = answers.equals("any") ? order[turn++ & order.length - 1] : turn++ % window;
        int place = open.find(sequences[which]);
        int flight = open.flight(place);
        open.close(place);
        last = last == Integer.MAX_VALUE ? 1 : last + 1;
        sequences[which] = last;
        open.open(last, task, 0, flight, last);
        return flight;
    }
}
