package io.smppbridge.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** What the notes of a submission under way cost: sent, answered, freed, with a hundred under way. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class FlightLogBenchmark {
    private static final int UNDER_WAY = 100;

    private final int[] slots = new int[UNDER_WAY];
    private final String[] ids = new String[1 << 10];
    private Path directory;
    private FlightLog log;
    private int turn;

    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory("flights-benchmark");
        log = FlightLog.create(directory, "sender-telia-1", 1 << 9, 7);
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Integer.toString(1_000_000_000 + i * 7919);
        }
        for (int i = 0; i < UNDER_WAY; i++) {
            slots[i] = log.sent(i + 1, 0, 1, 1_760_000_000_000L);
        }
    }

    @TearDown
    public void close() throws IOException {
        log.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Benchmark
    public int sentAnsweredAndFreed() {
        int which = (turn++ & 0x7FFFFFFF) % UNDER_WAY;
        log.answered(slots[which], 0, ids[turn & ids.length - 1]);
        log.free(slots[which]);
        slots[which] = log.sent(turn, 0, 1, 1_760_000_000_000L + turn);
        return slots[which];
    }
}
