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

/** What a record of 300 octets costs in a batch of a hundred: encoding alone, with the write, with the force. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class JournalBenchmark {
    private static final int BATCH = 100;
    private static final int SEGMENTS_KEPT = 3;

    private final ByteBuffer payload = ByteBuffer.allocateDirect(300);
    private final BatchBuffer alone = new BatchBuffer(1 << 20);
    private final BatchBuffer sealed = new BatchBuffer(1 << 20);
    private long place;
    private Path directory;
    private Journal journal;

    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory("journal-benchmark");
        JournalConfig config = new JournalConfig(directory, 64 << 20, 2, 0, 0, 0, Duration.ofMillis(10));
        journal = Journal.open(config, FileDisk.in(directory), InstantSource.system());
        journal.replay((position, type, octets) -> {});
        SegmentHeader.KeyMark mark = new SegmentHeader.KeyMark("one", new byte[32], new byte[8]);
        SegmentHeader header = new SegmentHeader(3, 1, 64 << 20, 1 << 20, 5, 1, 7, 1, 0, mark);
        sealed.startSegment(5, SegmentSeal.of(new byte[32], header));
    }

    @TearDown
    public void close() throws IOException {
        journal.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    /** The frame, its checksum and nothing else. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int encode() {
        for (int i = 0; i < BATCH; i++) {
            payload.clear();
            alone.begin((byte) 1, 300).put(payload);
            alone.end();
        }
        int size = alone.size();
        alone.written();
        return size;
    }

    /** The same, enciphered and with a tag for the batch. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int encodeAndSeal() {
        for (int i = 0; i < BATCH; i++) {
            payload.clear();
            sealed.begin((byte) 1, 300).put(payload);
            sealed.end();
        }
        sealed.commit(0, place);
        int size = sealed.size();
        place += size;
        sealed.written();
        return size;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long appendAndWrite() {
        long last = batch();
        journal.write();
        return last;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long appendWriteAndForce() {
        long last = batch();
        journal.write();
        journal.force();
        return last;
    }

    private long batch() {
        long last = 0;
        for (int i = 0; i < BATCH; i++) {
            payload.clear();
            last = journal.append((byte) 1, payload);
        }
        if (journal.currentSegment() - journal.oldestSegment() >= SEGMENTS_KEPT) {
            journal.dropOldest();
            journal.write();
            journal.force();
        }
        return last;
    }
}
