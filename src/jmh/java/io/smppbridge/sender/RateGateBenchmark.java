package io.smppbridge.sender;

import java.time.Duration;
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

/** What the rate of an SMSC costs for each message: asked, reserved, reported as written, at a clock that ripens one permit a message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class RateGateBenchmark {
    private static final int MESSAGES = 1_000;

    /** Messages per second; 0 for no limit. */
    @Param({"0", "100000"})
    public int rate;

    private RateGate gate;
    private long now = 1;

    @Setup
    public void open() {
        gate = new RateGate(rate == 0 ? Double.POSITIVE_INFINITY : rate, 1, Duration.ZERO);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long askedReservedAndWritten() {
        long given = 0;
        for (int i = 0; i < MESSAGES; i++) {
            now += 10_001;
            if (gate.ready(this, now) > 0) {
                long ticket = gate.reserve(1, this, now);
                if (ticket != RateGate.NOT_NOW) {
                    gate.written(ticket, 1, now);
                    given++;
                }
            }
        }
        return given;
    }
}
