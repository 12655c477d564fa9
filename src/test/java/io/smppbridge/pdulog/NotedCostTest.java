package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.pdulog.Named.Place;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a PDU makes of garbage while every one is logged, with what was meant by it: on the thread of the wire, copy and structure
 * included, and on the one that writes.
 */
@Tag("S2.14")
@Timeout(60)
class NotedCostTest {
    private static final int SUBMIT = 4;
    private static final int RESPONSE = 0x80000004;
    private static final int MESSAGES = 2_000;
    private static final int ROUNDS = 25;

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private final byte[] text = "Hello, this is a text of some length".getBytes(StandardCharsets.ISO_8859_1);
    private final byte[] submit = pdu(SUBMIT, submitBody());
    private final byte[] answer = pdu(RESPONSE, "0123456789abc\0".getBytes(StandardCharsets.ISO_8859_1));

    /** @param most octets for each PDU, on both threads together */
    @ParameterizedTest
    @CsvSource({"TEXT, false, 8", "JSON, false, 8", "OFF, true, 8"})
    void a_logged_pdu_leaves_next_to_nothing_behind(Form form, boolean capture, int most) throws Exception {
        Map<String, Wish> wishes = Map.of("telia", new Wish(form, capture, List.of()));
        PduLogConfig config = new PduLogConfig(directory, 64 << 20, 3, wishes);
        try (PduLogs logs = new PduLogs(config, InstantSource.system(), Ticker.SYSTEM)) {
            TappedLink link = logs.tap("telia").link("smpp-telia-1");
            long[] threads = {Thread.currentThread().getId(), pdulog()};
            long least = Long.MAX_VALUE;
            long cpu = Long.MAX_VALUE;
            long wire = Long.MAX_VALUE;
            for (int round = 1; round <= ROUNDS; round++) {
                long before = THREADS.getThreadAllocatedBytes(threads[1]);
                long mine = THREADS.getThreadAllocatedBytes(threads[0]);
                long used = THREADS.getThreadCpuTime(threads[1]);
                long start = System.nanoTime();
                for (int i = 0; i < MESSAGES; i++) {
                    message(link, i);
                }
                wire = Math.min(wire, System.nanoTime() - start);
                long made = THREADS.getThreadAllocatedBytes(threads[0]) - mine;
                long all = 4L * MESSAGES * round;
                await().atMost(Duration.ofSeconds(20))
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> logs.status().get(0).written() == all);
                least = Math.min(least, made + THREADS.getThreadAllocatedBytes(threads[1]) - before);
                cpu = Math.min(cpu, THREADS.getThreadCpuTime(threads[1]) - used);
            }
            PduLogs.Status status = logs.status().get(0);
            double each = least / 4.0 / MESSAGES;
            System.out.printf(
                    "octets for each PDU logged, %s%s: %.2f; ns on the wire's thread %d, on pdulog %d%n",
                    form, capture ? " and capture" : "", each, wire / 4 / MESSAGES, cpu / 4 / MESSAGES);
            assertThat(status.leftOut()).isZero();
            assertThat(status.otherwise()).isZero();
            assertThat(each).as("octets for each PDU").isLessThan(most);
        }
    }

    /** As it comes from an ESME and is answered, goes to an SMSC and is answered. */
    private void message(TappedLink link, int sequence) {
        number(submit, sequence);
        number(answer, sequence);
        link.in(submit, 0, submit.length, System.nanoTime());
        link.understood(meant(link.understanding().part()));
        link.composed(RESPONSE, sequence, link.composing().whole().text(Named.MESSAGE_ID, "0123456789abc"));
        link.out(answer, answer.length, System.nanoTime());
        link.composed(SUBMIT, sequence, meant(link.composing().whole()));
        link.out(submit, submit.length, System.nanoTime());
        link.in(answer, 0, answer.length, System.nanoTime());
        link.understood(link.understanding().part().text(Named.MESSAGE_ID, "0123456789abc"));
    }

    private Meant meant(Meant meant) {
        return meant.text(Named.SERVICE_TYPE, "CMT")
                .address(Place.SOURCE, 5, 0, "Acme")
                .address(Place.DEST, 1, 1, "46701234567")
                .number(Named.ESM_CLASS, 0)
                .number(Named.PROTOCOL_ID, 0)
                .number(Named.PRIORITY_FLAG, 1)
                .text(Named.SCHEDULE_DELIVERY_TIME, "")
                .text(Named.VALIDITY_PERIOD, "000000010000000R")
                .number(Named.REGISTERED_DELIVERY, 1)
                .number(Named.REPLACE_IF_PRESENT_FLAG, 0)
                .number(Named.DATA_CODING, 0)
                .number(Named.SM_DEFAULT_MSG_ID, 0)
                .octets(Named.SHORT_MESSAGE, text);
    }

    private byte[] submitBody() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("CMT\0\5\0Acme\0\1\1" + "46701234567\0\0\0\1\0" + "000000010000000R\0\1\0\0\0")
                .getBytes(StandardCharsets.ISO_8859_1));
        body.write(text.length);
        body.writeBytes(text);
        return body.toByteArray();
    }

    private long pdulog() {
        long[] started = since.ids("pdulog");
        assertThat(started).hasSize(1);
        return started[0];
    }

    private static void number(byte[] pdu, int sequence) {
        for (int i = 0; i < 4; i++) {
            pdu[12 + i] = (byte) (sequence >>> 24 - 8 * i);
        }
    }

    private static byte[] pdu(int command, byte[] body) {
        return ByteBuffer.allocate(16 + body.length)
                .putInt(16 + body.length)
                .putInt(command)
                .putInt(0)
                .putInt(0)
                .put(body)
                .array();
    }
}
