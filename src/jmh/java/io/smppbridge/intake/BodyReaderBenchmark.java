package io.smppbridge.intake;

import io.smppbridge.intake.BodyReader.Span;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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

/** What reading a body of a hundred messages costs for each of them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class BodyReaderBenchmark {
    private static final int BATCH = 100;
    private static final String SENTENCE = "Your code is 123456. It is valid for ten minutes; keep it. ";

    /** plain: to, from and text; full: every usual field; lines: plain as NDJSON. */
    @Param({"plain", "full", "lines"})
    public String form;

    private final BodyReader reader = new BodyReader(1000, 32);
    private Span body;

    @Setup
    public void prepare() {
        String extra = form.equals("full")
                ? ",\"clientRef\":\"order-4711\",\"priority\":\"high\",\"validity\":\"5m\",\"receipt\":\"final\",\"tags\":{\"campaign\":\"spring\"}"
                : "";
        boolean lines = form.equals("lines");
        StringBuilder text = new StringBuilder(lines ? "" : "[");
        for (int i = 0; i < BATCH; i++) {
            text.append(i == 0 || lines ? "" : ",")
                    .append("{\"to\":\"+4670")
                    .append(1_000_000 + i)
                    .append("\",\"from\":\"Acme\",\"text\":\"")
                    .append(SENTENCE)
                    .append('"')
                    .append(extra)
                    .append(lines ? "}\n" : "}");
        }
        byte[] bytes = text.append(lines ? "" : "]").toString().getBytes(StandardCharsets.UTF_8);
        body = new Span(bytes, 0, bytes.length);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Object read() throws Exception {
        return reader.read(body, form.equals("lines"), "", Instant.EPOCH);
    }
}
