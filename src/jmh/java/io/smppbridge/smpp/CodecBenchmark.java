package io.smppbridge.smpp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.smppbridge.Address;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
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

/** What one message costs between the sender and the socket: its submit_sm on the way out, its answer on the way in. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CodecBenchmark {
    private static final int BATCH = 100;

    private final WireComposer composer = new WireComposer();
    private final Cork cork = new Cork();
    private final Submission submission = new Submission();
    private final Answered answered = new Answered();
    private Inbound inbound;
    private final ByteBuf answers = PooledByteBufAllocator.DEFAULT.directBuffer();
    private NettyReader netty;
    private byte[] answer = {};
    private int sequence;

    @Setup
    public void prepare() {
        submission.from = Address.of("Acme");
        submission.to = Address.of("46701234567");
        submission.octets =
                "Your code is 123456. It is valid for ten minutes; keep it. !".getBytes(StandardCharsets.US_ASCII);
        submission.registeredDelivery = 1;
        byte[] id = "0123456789\0".getBytes(StandardCharsets.US_ASCII);
        answer = ByteBuffer.allocate(16 + id.length)
                .putInt(16 + id.length)
                .putInt(SMPPConstant.CID_SUBMIT_SM_RESP)
                .putInt(SMPPConstant.STAT_ESME_ROK)
                .putInt(7)
                .put(id)
                .array();
        CorkedWriter writer = new CorkedWriter(Ticker.SYSTEM, PduTap.NONE.link("test"));
        writer.connectTo(OutputStream.nullOutputStream());
        inbound = new Inbound(new OpenBind(), answered, writer, new PduTrace("jmh"), PduTap.NONE.link("jmh"));
        netty = new NettyReader(Ticker.SYSTEM, new Read(inbound), false);
        for (int i = 0; i < BATCH; i++) {
            answers.writeBytes(answer);
            answers.setInt(answers.writerIndex() - answer.length + 12, i + 1);
        }
    }

    @TearDown
    public void release() {
        answers.release();
    }

    @Benchmark
    public byte[] composeSubmitSm() throws PDUStringException {
        cork.clear();
        composer.submit(cork, ++sequence, submission, false, false);
        return cork.octets();
    }

    /** As a connection over Netty brings them: a hundred in what one read has brought. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public String readSubmitSmRespOffNetty() {
        netty.channelRead(null, answers.retainedDuplicate());
        return answered.messageId;
    }

    @Benchmark
    public String readSubmitSmResp() {
        inbound.pdu(answer, 0, answer.length, 1);
        return answered.messageId;
    }

    private record Read(Inbound inbound) implements NettyReader.Sink {
        @Override
        public void connected() {}

        @Override
        public void pdu(byte[] buffer, int at, int length, long readNanos) {
            inbound.pdu(buffer, at, length, readNanos);
        }

        @Override
        public void badLength(int length, int sequence) {}

        @Override
        public void turnOver() {}

        @Override
        public void broken(Throwable why) {}

        @Override
        public void ended() {}

        @Override
        public void gone() {}
    }

    private static final class Answered implements ConnectorListener {
        private String messageId = "";

        @Override
        public void bound(String smscSystemId, int interfaceVersion) {}

        @Override
        public void answered(int sequence, int commandStatus, String id, long readNanos) {
            messageId = id;
        }

        @Override
        public void linkAlive(long readNanos) {}

        @Override
        public void delivered(Delivery delivery) {}

        @Override
        public void unbindRequested() {}

        @Override
        public void closed(CloseCause cause, int commandStatus, String detail) {}
    }

    private static final class OpenBind implements Inbound.Bind {
        @Override
        public String name() {
            return "jmh";
        }

        @Override
        public int announces() {
            return 0x50;
        }

        @Override
        public boolean mayReceive() {
            return true;
        }

        @Override
        public boolean bindAnswered(int sequence, int status, String systemId, int interfaceVersion) {
            return true;
        }

        @Override
        public boolean ownRequestRefused(int sequence, int status, long readNanos) {
            return false;
        }

        @Override
        public boolean operationAnswered(int sequence, OperationAnswer.Said said) {
            return false;
        }

        @Override
        public void submitAnswered(int sequence) {}

        @Override
        public void unbindAsked() {}

        @Override
        public void unbindAnswered() {}

        @Override
        public void writeFailed(IOException why) {}
    }
}
