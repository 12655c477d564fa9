package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.QuickPassword;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Whoever hands messages over when the bridge stops is answered, or cut off, within seconds. */
class ProducersAtStopIT {
    private static final int IN_PROCESS = 4;
    private static final int BATCH = 500;
    private static final int WINDOW = 50;
    private static final Duration WITHIN = Duration.ofSeconds(5);
    private static final String TO = CarrierBed.prefix(0) + "000001";

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());
    private final LongAdder ringFull = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;

    @TempDir
    Path directory;

    @Test
    @Tag("H-05")
    void all_return_within_five_seconds_with_the_ring_full(TestReporter reporter) throws Exception {
        CarrierBed bed = CarrierBed.with(directory, 1)
                .each("bag", "1000000")
                .node("pipeline.ring-size", "64")
                .node("account.shop.key-hash", key.hash().toString())
                .node("intake.tcp.enabled", "true")
                .node("intake.tcp.port", "0")
                .node("esme.e.port", "0")
                .node("account.shop.esme.system-id", "shop")
                .node("account.shop.esme.password-hash", QuickPassword.hash("secret"))
                .start()
                .bound();
        bed.audit.alsoCalledFromOutside();
        List<Thread> producers = new ArrayList<>();
        try {
            for (int i = 0; i < IN_PROCESS; i++) {
                producers.add(producer("in process", () -> inProcess(bed)));
            }
            producers.add(producer("http", () -> overHttp(bed.bridge.httpPort())));
            producers.add(producer("stream", () -> overStream(bed.bridge.tcpPort())));
            producers.add(producer("esme", () -> overSmpp(bed.bridge.esmePort("e"))));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> ringFull.sum() > 100 && answered.sum() > 1_000 && allAlive(producers));
        } finally {
            Thread stop = new Thread(bed.bridge::stop, "test-stop");
            long begin = System.nanoTime();
            stopping = true;
            stop.start();
            for (Thread producer : producers) {
                producer.join(
                        Math.max(1, WITHIN.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)));
            }
            assertThat(producers).noneMatch(Thread::isAlive);
            stop.join(TimeUnit.SECONDS.toMillis(60));
            bed.close();
        }
        assertThat(troubles).isEmpty();
        Tried.times(producers.size())
                .refused(ringFull.sum())
                .note("in process, by HTTP, stream and SMPP, " + answered + " answered before")
                .tell(reporter);
    }

    private static boolean allAlive(List<Thread> producers) {
        return producers.stream().allMatch(Thread::isAlive);
    }

    /** One call, or what has been called and not answered; ends when that is answered. */
    private interface Call {
        void make() throws Exception;
    }

    /** Calls again and again, and once more after the bridge has been told to stop. */
    private void repeat(Call call) throws Exception {
        boolean last;
        do {
            last = stopping;
            call.make();
        } while (!last);
    }

    /** What one producer does; that its connection is cut off is an answer too. */
    private interface Work {
        void run() throws Exception;
    }

    private Thread producer(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // the connection has ended
                    } catch (Exception e) {
                        troubles.add(name + ": " + e);
                    }
                },
                "test-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void inProcess(CarrierBed bed) throws Exception {
        var list = IntStream.range(0, BATCH)
                .mapToObj(i -> CarrierBed.message(0, i))
                .toList();
        repeat(() -> {
            for (SendOutcome outcome : bed.middleWare().send(list).get(30, TimeUnit.SECONDS)) {
                answered.increment();
                boolean full = outcome instanceof SendOutcome.NotAccepting no
                        && no.reason().contains("ring is full");
                ringFull.add(full ? 1 : 0);
            }
        });
    }

    private void overHttp(int port) throws Exception {
        byte[] body = "{\"to\":\"+%s\",\"text\":\"hello\"}".formatted(TO).getBytes(StandardCharsets.UTF_8);
        String head = "POST /v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + key.key().reveal() + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\n\r\n";
        try (Socket socket = connected(port)) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            repeat(() -> {
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(body);
                skipAnswer(in);
                answered.increment();
            });
        }
    }

    private static void skipAnswer(DataInputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        String length = head.toString().toLowerCase(Locale.ROOT).split("content-length: ")[1];
        in.readNBytes(Integer.parseInt(length.substring(0, length.indexOf('\r'))));
    }

    private void overStream(int port) throws Exception {
        try (Socket socket = connected(port)) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(frame(0, "{\"key\":\"" + key.key().reveal() + "\"}"));
            skipReply(in);
            AtomicInteger id = new AtomicInteger();
            repeat(() -> {
                socket.getOutputStream()
                        .write(frame(id.incrementAndGet(), "{\"to\":\"+" + TO + "\",\"text\":\"hello\"}"));
                skipReply(in);
                answered.increment();
            });
        }
    }

    private static byte[] frame(long id, String content) {
        byte[] octets = content.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(12 + octets.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .putInt(octets.length)
                .put(octets)
                .array();
    }

    private static void skipReply(DataInputStream in) throws IOException {
        in.readLong();
        int count = Integer.reverseBytes(in.readInt());
        if (count < 0) {
            in.readFully(new byte[count & Integer.MAX_VALUE]);
        }
    }

    private void overSmpp(int port) throws Exception {
        try (Socket socket = connected(port)) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(pdu(0x02, 1, "shop\0secret\0\0" + (char) 0x34 + "\0\0\0"));
            in.readNBytes(in.readInt() - 4);
            String submit = "\0" + (char) 5 + "\0Acme\0" + (char) 1 + (char) 1 + TO + "\0\0\0\0\0\0\0\0\0\0" + (char) 5
                    + "hello";
            AtomicInteger sequence = new AtomicInteger(1);
            repeat(() -> {
                for (int i = 0; i < WINDOW; i++) {
                    socket.getOutputStream().write(pdu(0x04, sequence.incrementAndGet(), submit));
                }
                for (int i = 0; i < WINDOW; i++) {
                    in.readNBytes(in.readInt() - 4);
                    answered.increment();
                }
            });
        }
    }

    private static byte[] pdu(int command, int sequence, String body) {
        byte[] octets = body.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(16 + octets.length)
                .putInt(16 + octets.length)
                .putInt(command)
                .putInt(0)
                .putInt(sequence)
                .put(octets)
                .array();
    }

    private static Socket connected(int port) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(30_000);
        socket.setTcpNoDelay(true);
        return socket;
    }
}
