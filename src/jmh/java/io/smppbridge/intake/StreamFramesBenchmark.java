package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.infra.Blackhole;

/** What cutting a stream into frames costs for each message: a read of a hundred and a half, so that every other one has to be put together. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class StreamFramesBenchmark {
    private static final int BATCH = 201;
    private static final int CONTENT = 120;

    private final ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    private final StreamFrames frames = new StreamFrames(1 << 16);
    private ByteBuf octets;
    private int half;

    @Setup
    public void prepare() {
        octets = allocator.directBuffer();
        for (int i = 0; i < BATCH; i++) {
            int length = CONTENT + i % 60;
            octets.writeLongLE(i).writeIntLE(length).writeZero(length);
        }
        half = octets.readableBytes() / 2;
    }

    @TearDown
    public void release() {
        frames.release();
        octets.release();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long read(Blackhole hole) {
        long ids = 0;
        for (int part = 0; part < 2; part++) {
            ByteBuf more = allocator.directBuffer(half + 1);
            more.writeBytes(octets, part * half, part == 0 ? half : octets.readableBytes() - half);
            frames.add(allocator, more);
            while (frames.next()) {
                ids += frames.id();
                hole.consume(frames.content());
            }
            frames.tidy();
        }
        return ids;
    }
}
