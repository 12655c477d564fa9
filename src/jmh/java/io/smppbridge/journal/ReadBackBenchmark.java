package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to read a message of four records back, for each of many that came one after another; from the page cache. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReadBackBenchmark {
    private static final int RECORDS = 4;
    private static final int ROUND = 100;
    private static final int ROUNDS = 500;
    private static final int[] SIZES = {250, 80, 100, 90};

    private final long[][] positions = new long[ROUND * ROUNDS][RECORDS];
    private Path directory;
    private Journal journal;
    private int next;

    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory("read-back-benchmark");
        JournalConfig config = new JournalConfig(directory, 64 << 20, 2, 0, 0, 0, Duration.ofMillis(10));
        journal = Journal.open(config, FileDisk.in(directory), InstantSource.system());
        journal.replay((position, type, octets) -> {});
        for (int round = 0; round < ROUNDS + RECORDS; round++) {
            for (int kind = 0; kind < RECORDS; kind++) {
                appendRound(round - kind, kind); // the next thing happens to those that came before
            }
            journal.write();
        }
    }

    private void appendRound(int round, int kind) {
        for (int i = 0; round >= 0 && round < ROUNDS && i < ROUND; i++) {
            positions[round * ROUND + i][kind] = journal.append((byte) kind, ByteBuffer.allocate(SIZES[kind]));
        }
    }

    @TearDown
    public void close() throws IOException {
        journal.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROUND)
    public int read() {
        int octets = 0;
        for (int i = 0; i < ROUND; i++) {
            long[] chain = following();
            for (int kind = RECORDS - 1; kind >= 0; kind--) {
                octets += journal.read(chain[kind]).orElseThrow().payload().remaining();
            }
        }
        return octets;
    }

    @Benchmark
    @OperationsPerInvocation(ROUND)
    public int readAlong() {
        int octets = 0;
        for (int i = 0; i < ROUND; i++) {
            long[] chain = following();
            for (int kind = RECORDS - 1; kind >= 0; kind--) {
                octets += journal.readAlong(chain[kind]).orElseThrow().payload().remaining();
            }
        }
        return octets;
    }

    private long[] following() {
        next = (next + 1) % positions.length;
        return positions[next];
    }
}
