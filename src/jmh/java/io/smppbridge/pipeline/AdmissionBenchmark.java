package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.stats.BridgeStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What admission costs for each message on its caller's thread: checked, routed, encoded, its credit taken, and given back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class AdmissionBenchmark {
    private static final int MESSAGES = 1 << 10;

    private final OutboundSms[] messages = new OutboundSms[MESSAGES];
    private Path directory;
    private Admission admission;
    private TaskBag bag;
    private int turn;

    @Setup
    public void prepare() throws IOException {
        directory = Files.createTempDirectory("admission-benchmark");
        BridgeStats stats = new BridgeStats();
        Lanes lanes = Lanes.of(PipelineRig.config(directory), new LaneNumbers(), stats, 1);
        bag = lanes.find("a").orElseThrow().bag();
        admission = new Admission(
                () -> lanes,
                new ConsentCheck(new ConsentList(new SegmentUse()), () -> lanes, stats),
                InstantSource.system());
        for (int i = 0; i < MESSAGES; i++) {
            messages[i] = OutboundSms.to(Long.toString(46_701_000_000L + i * 7919L))
                    .from("Acme")
                    .text("Your code is " + (100_000 + i) + ". It is valid for ten minutes; keep it. !")
                    .build();
        }
    }

    @TearDown
    public void remove() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Benchmark
    public Admitted admit() {
        Admitted admitted = new Admitted();
        OutboundSms sms = messages[turn++ & MESSAGES - 1];
        SendOutcome.Refusal refusal = admission.admit(PipelineRig.ACCOUNT, sms, false, 1_760_000_000_000L, admitted);
        if (refusal != null) {
            throw new IllegalStateException(refusal.reason());
        }
        bag.release(1);
        return admitted;
    }
}
