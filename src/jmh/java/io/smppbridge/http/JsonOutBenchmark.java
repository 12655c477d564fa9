package io.smppbridge.http;

import io.smppbridge.TaskId;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What writing the answer to a bulk request costs for each of its hundred messages. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class JsonOutBenchmark {
    private static final int BATCH = 100;

    private final JsonOut out = new JsonOut();
    private long id = TaskId.first(1_760_000_000_000L);

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int answer() {
        out.clear().object().name("results").array();
        for (int i = 0; i < BATCH; i++) {
            out.object()
                    .field("status", 202)
                    .field("id", new TaskId(++id).toString())
                    .field("state", "queued")
                    .field("encoding", "gsm7")
                    .field("parts", 1)
                    .field("forcedUcs2", false)
                    .field("replaced", 0)
                    .field("smsc", "telia")
                    .field("durability", "forced")
                    .field("repeated", false)
                    .end();
        }
        out.endArray().field("accepted", BATCH).field("refused", 0).end();
        return out.length();
    }
}
