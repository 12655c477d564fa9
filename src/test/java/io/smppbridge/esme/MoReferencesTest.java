package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.esme.Deliveries.Pdu;
import io.smppbridge.handback.Event;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What names the parts of long messages that are cut for an ESME. */
@Tag("C55")
class MoReferencesTest {
    private static final EsmeAccount UDH = new EsmeAccount(
            "a",
            List.of(),
            List.of(),
            1,
            10,
            Double.POSITIVE_INFINITY,
            List.of(),
            10,
            ReceiptForm.MINUTES,
            ZoneOffset.UTC,
            LongMo.UDH);
    private static final long NOW = Instant.parse("2026-11-21T08:00:00Z").toEpochMilli();

    private final MoReferences references = new MoReferences();

    private static InboundSms from(String number, long atMs, String text) {
        return new InboundSms(
                new TaskId(TaskId.first(atMs)),
                "telia",
                Address.of(number),
                Address.of("72404"),
                text,
                new byte[0],
                Encoding.GSM7,
                0,
                1,
                true,
                Instant.EPOCH,
                List.of(),
                Map.of());
    }

    /** What the parts of a message that is cut for the ESME show. */
    private int shown(InboundSms sms) {
        List<Pdu> pdus = Deliveries.of(new Event.Inbound(sms), UDH, 0x34, references, new ReceiptWords(UDH.receipts()));
        assertThat(pdus).hasSizeGreaterThan(1);
        assertThat(pdus).allMatch(pdu -> pdu.octets()[3] == pdus.get(0).octets()[3]);
        return pdus.get(0).octets()[3] & 0xFF;
    }

    @Test
    void long_messages_of_one_subscriber_never_bear_the_same_before_all_others_have_been_used() {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            seen.add(shown(from("+46701234567", NOW + i * 20L, "x".repeat(200))));
        }
        for (int i = 0; i + 256 <= seen.size(); i++) {
            assertThat(new HashSet<>(seen.subList(i, i + 256))).hasSize(256);
        }
    }

    @Test
    void short_messages_use_none_up_and_pairs_are_forgotten_when_the_clock_has_caught_up() {
        Deliveries.of(
                new Event.Inbound(from("+46701234567", NOW, "short")),
                UDH,
                0x34,
                references,
                new ReceiptWords(UDH.receipts()));
        assertThat(references.size()).isZero();
        for (int i = 0; i < 10_000; i++) {
            references.next(from("4670" + i, NOW, "x"));
        }
        references.next(from("4671", NOW + MoReferences.TICK_MS, "x"));
        assertThat(references.size()).isEqualTo(1);
    }
}
