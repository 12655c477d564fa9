package io.smppbridge.receipts;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a delivery receipt costs to read, and what the index of the SMSC's ids costs for each message. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class ReceiptBenchmark {
    private static final int OPEN = 100_000;
    private static final int IDS = 1 << 18;
    private static final int TEXTS = 1 << 10;

    private final ReceiptReader reader = new ReceiptReader(ZoneOffset.UTC, false);
    private final ReceiptInput[] plain = new ReceiptInput[TEXTS];
    private final ReceiptInput[] withTlvs = new ReceiptInput[TEXTS];
    private final String[] ids = new String[IDS];
    private ReceiptIndex index;
    private int turn;
    private int next;

    @Setup
    public void prepare() {
        String[] states = {"DELIVRD", "DELIVRD", "DELIVRD", "UNDELIV", "EXPIRED"};
        for (int i = 0; i < TEXTS; i++) {
            String id = Integer.toString(1_000_000_000 + i * 7919);
            String text = "id:" + id + " sub:001 dlvrd:001 submit date:26112318" + (10 + i % 50) + " done date:26112319"
                    + (10 + i % 40) + " stat:" + states[i % states.length] + " err:000 text:Your code is 12345";
            byte[] body = text.getBytes(StandardCharsets.US_ASCII);
            plain[i] = new ReceiptInput(4, 0, body, "", -1, new byte[0]);
            withTlvs[i] = new ReceiptInput(4, 0, body, id, 2, new byte[] {3, 0, 0});
        }
        index = new ReceiptIndex(4711, 815);
        for (int i = 0; i < IDS; i++) {
            ids[i] = Integer.toHexString(0x10000000 + i * 31);
        }
        while (next < OPEN) {
            index.put(1, ids[next], ++next, 0);
        }
    }

    @Benchmark
    public Optional<SmscReceipt> read() {
        return reader.read(plain[turn++ & TEXTS - 1]);
    }

    @Benchmark
    public Optional<SmscReceipt> readWithTlvs() {
        return reader.read(withTlvs[turn++ & TEXTS - 1]);
    }

    /** 100,000 messages await their receipts. */
    @Benchmark
    public boolean enteredFoundAndRemoved() {
        index.put(1, ids[next & IDS - 1], next + 1, 0);
        long found = index.find(1, ids[next - OPEN / 2 & IDS - 1]);
        boolean gone = index.remove(1, ids[next - OPEN & IDS - 1], next - OPEN + 1);
        next = next == Integer.MAX_VALUE ? OPEN : next + 1;
        return gone && found != ReceiptIndex.NONE;
    }
}
