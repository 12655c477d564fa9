package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.Gather;
import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.settings.EsmeReceipts.ErrorForm;
import io.smppbridge.settings.EsmeReceipts.IdForm;
import io.smppbridge.settings.ReceiptGrammar;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A receipt that is composed straight into the octets of its PDU. */
class ReceiptDraftTest {
    private static final Instant NOW = Instant.parse("2026-11-21T01:00:00Z");

    private final Random random = new Random(5);

    private <T> T any(T[] of) {
        return of[random.nextInt(of.length)];
    }

    private EsmeReceipts terms() {
        return new EsmeReceipts(
                any(ReceiptForm.values()),
                ZoneOffset.ofHours(random.nextInt(5)),
                random.nextBoolean() ? EsmeReceipts.USUAL : "é {state} {network}{id} {err} {dlvrd}",
                any(new String[] {
                    ReceiptGrammar.USUAL_DATES, ReceiptGrammar.SECONDS, ReceiptGrammar.MILLISECONDS, "yyyy-MM-dd"
                }),
                any(IdForm.values()),
                any(IdForm.values()),
                any(ErrorForm.values()),
                random.nextBoolean());
    }

    private Receipt receipt() {
        Map<String, String> tags = new HashMap<>();
        if (random.nextBoolean()) {
            tags.put(SubmitReader.REGISTERED, Integer.toString(random.nextInt(32)));
        }
        if (random.nextInt(4) == 0) {
            tags.put(SubmitReader.GROUP, "M123456789ABC");
        }
        if (random.nextInt(4) == 0) {
            tags.put(SubmitReader.USER_REFERENCE, Integer.toString(random.nextInt(65_536)));
        }
        int network = random.nextBoolean() ? -1 : random.nextInt(1 << 24);
        String error = any(new String[] {"", "000", "27", "x1", "toolong"});
        TaskId message = new TaskId(TaskId.first(NOW.toEpochMilli() - random.nextInt(5_000)) + random.nextInt(1 << 20));
        return receipt(message, any(MessageState.values()), new CarrierReport("x", error, network, NOW, NOW), tags);
    }

    private Receipt receipt(TaskId message, MessageState state, CarrierReport report, Map<String, String> tags) {
        return new Receipt(
                new TaskId(message.value() + 1),
                message,
                "",
                state,
                "telia",
                new Address("Acme", 5, 0),
                new Address("46701234567", 1, 1),
                1 + random.nextInt(12),
                "",
                false,
                NOW,
                NOW.plusMillis(random.nextInt(5_000)),
                report,
                List.of(),
                Optional.empty(),
                tags);
    }

    private static byte[] octets(Deliveries.Pdu pdu, int sequence) {
        ByteBuf out = Unpooled.buffer();
        pdu.write(out, sequence);
        return ByteBufUtil.getBytes(out);
    }

    @Test
    void it_is_octet_by_octet_the_one_that_is_put_together_of_its_parts() {
        Draft draft = new Draft();
        int wanted = 0;
        for (int i = 1; i <= 5_000; i++) {
            EsmeReceipts terms = terms();
            EsmeAccount account =
                    new EsmeAccount("a", List.of(), List.of(), 1, 10, 1, List.of(), 10, terms, LongMo.UDH, Gather.PASS);
            int version = random.nextInt(4) == 0 ? 0x33 : 0x34;
            Receipt receipt = receipt();
            List<Deliveries.Pdu> made = Deliveries.of(new Event.State(receipt), account, version);
            assertThat(Deliveries.isWanted(receipt)).isEqualTo(!made.isEmpty());
            if (!made.isEmpty()) {
                Deliveries.compose(draft, receipt, terms, new ReceiptWords(terms), version);
                Deliveries.number(draft, i);
                assertThat(draft.toArray()).isEqualTo(octets(made.get(0), i));
                wanted++;
            }
        }
        assertThat(wanted).isGreaterThan(2_000);
    }

    @Test
    void a_usual_one_costs_no_more_than_a_few_octets_of_memory() {
        EsmeReceipts terms = EsmeReceipts.usual(ReceiptForm.MINUTES, ZoneOffset.UTC);
        ReceiptWords words = new ReceiptWords(terms);
        Draft draft = new Draft();
        TaskId message = new TaskId(TaskId.first(NOW.toEpochMilli()) + 7);
        Receipt receipt =
                receipt(message, MessageState.DELIVERED, CarrierReport.NONE, Map.of(SubmitReader.REGISTERED, "1"));
        ByteBuf out = Unpooled.directBuffer(1 << 12);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 1_000; i++) {
                if (Deliveries.isOfOne(receipt) && Deliveries.isWanted(receipt)) {
                    Deliveries.compose(draft, receipt, terms, words, 0x34);
                    Deliveries.number(draft, i);
                    draft.writeTo(out.clear());
                }
            }
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        out.release();
        assertThat(least).isLessThan(1_000 * 40L);
    }
}
