package io.smppbridge.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
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

/** What an ESME's submit_sm costs to read off a Netty buffer, and its answer to write into one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class WireBenchmark {
    private static final int BATCH = 100;

    private final BodyReader reader = new BodyReader();
    private final ShortMessage message = new ShortMessage();
    private final byte[] id = "01JD0000000000000000000000".getBytes(StandardCharsets.US_ASCII);
    private ByteBuf octets;
    private ByteBuf answers;

    @Setup
    public void prepare() {
        octets = PooledByteBufAllocator.DEFAULT.directBuffer();
        answers = PooledByteBufAllocator.DEFAULT.directBuffer();
        for (int i = 0; i < BATCH; i++) {
            int start = octets.writerIndex();
            octets.writeInt(0).writeInt(Command.SUBMIT_SM).writeInt(0).writeInt(i + 1);
            octets.writeByte(0).writeByte(5).writeByte(0).writeBytes("Acme\0".getBytes(StandardCharsets.US_ASCII));
            octets.writeByte(1).writeByte(1);
            octets.writeBytes((46_701_000_000L + i * 7919L + "\0").getBytes(StandardCharsets.US_ASCII));
            octets.writeZero(5).writeByte(1).writeZero(3).writeByte(40 + i).writeZero(40 + i);
            octets.setInt(start, octets.writerIndex() - start);
        }
    }

    @TearDown
    public void release() {
        octets.release();
        answers.release();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int readSubmitSm(Blackhole hole) throws MalformedBody {
        int read = 0;
        for (int at = 0; at < octets.writerIndex(); read++) {
            int end = at + octets.getInt(at);
            reader.begin(octets, at + FrameDecoder.HEADER, end);
            message.read(octets.getInt(at + 4), reader);
            hole.consume(message.octets());
            hole.consume(message.toNumber(0));
            at = end;
        }
        return read;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int writeSubmitSmResp() {
        answers.clear();
        for (int i = 0; i < BATCH; i++) {
            PduWriter.named(answers, Command.SUBMIT_SM, i + 1, id, id.length);
        }
        return answers.writerIndex();
    }
}
