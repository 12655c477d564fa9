package io.smppbridge.probe;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import io.smppbridge.probe.ProbeBind.Came;
import io.smppbridge.probe.ProbeBind.Sent;
import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:00:20Z");

    private static Sent taken(String messageId) {
        Sent sent = new Sent(new Submission(), 0);
        sent.status = 0;
        sent.messageId = messageId;
        return sent;
    }

    private static Came came(int esmClass, int dataCoding, byte[] octets) {
        Address from = Address.of("+46701234567");
        Delivery delivery = delivery()
                .from(from)
                .esmClass(esmClass)
                .dataCoding(dataCoding)
                .octets(octets)
                .made();
        return new Came(delivery, NOW);
    }

    private static Came receipt(String id, String done) {
        String text = "id:" + id + " sub:001 dlvrd:001 submit date:2611210159 done date:" + done
                + " stat:DELIVRD err:000 text:";
        return came(4, 0, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Optional<String> proposed(List<Finding> findings, String key) {
        return findings.stream()
                .filter(it -> it.key().equals(key))
                .map(Finding::value)
                .findFirst();
    }

    private static ReceiptFindings read(List<Sent> sent, List<Came> came) {
        return new ReceiptFindings(sent, came, ReceiptGrammar.USUAL, List.of("46701234567"));
    }

    @Test
    @Tag("C66")
    void receipts_without_names_tell_where_the_id_stands() {
        List<Sent> sent = List.of(taken("4D"), taken("4E"));
        List<Came> came = List.of(placed("00/46701234567/4d"), placed("02/46701234567/4e"));
        List<Finding> findings = read(sent, came).findings(List.of());
        assertThat(proposed(findings, "receipt-fields")).contains("-, -, id");
        assertThat(proposed(findings, "receipt-separator")).contains("/");
        assertThat(findings).anyMatch(it -> it.evidence().contains("receipt-state.<word>"));
        List<Finding> lost = read(sent, List.of(placed("nobody knows"))).findings(List.of());
        assertThat(proposed(lost, "receipt-fields")).isEmpty();
        assertThat(lost).anyMatch(it -> it.evidence().contains("receipt-pattern may find it"));
    }

    private static Came placed(String text) {
        return came(4, 0, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @Tag("C55")
    @CsvSource({
        "udh8 udh16 sar payload, udh8 udh16 sar payload, udh8-or-16",
        "udh8 udh16 sar payload, udh8 udh16, udh8-or-16",
        "udh8 udh16 sar payload, udh8 sar payload, udh8",
        "udh8 udh16 sar payload, udh16 sar payload, udh16",
        "udh8 udh16 sar payload, payload, payload",
        "udh8 udh16 sar payload, '', ''",
        "udh8, udh8, ''",
    })
    void eight_bits_alone_are_proposed_only_where_sixteen_are_refused(String tried, String takenOnes, String proposal) {
        TextFindings texts = new TextFindings();
        for (String word : tried.split(" ")) {
            boolean goes = List.of(takenOnes.split(" ")).contains(word);
            Sent refused = taken("");
            refused.status = 0x08;
            texts.sent(
                    LongMessage.valueOf(word.toUpperCase(Locale.ROOT)),
                    List.of(taken("1"), goes ? taken("2") : refused));
        }
        assertThat(proposed(texts.findings(List.of()), "long-message").orElse(""))
                .isEqualTo(proposal);
    }

    @ParameterizedTest
    @Tag("C63")
    @CsvSource({
        "a1B2 a1b3, A1B2 A1B3, text, ''",
        "7B 7C 10, 123 124 16, hex-dec, ''",
        "123 124 16, 7b 7c 10, dec-hex, ''",
        "123 124, 0000000123 0000000124, dec, ''",
        "ABC ABD, 0abc 0abd, hex, ''",
        "6ba7b810-9dad-11d1-80b4-00c04fd430c8, 6BA7B8109DAD11D180B400C04FD430C8, uuid, ''",
        "8f14e45fceea467f, 8f14e45fce, text, first 10",
        "aB Ab, aB Ab, exact, ''",
    })
    void the_way_in_which_most_ids_fit_is_proposed(String answers, String receipts, String form, String part) {
        List<Sent> sent = new ArrayList<>();
        List<Came> came = new ArrayList<>();
        for (String id : answers.split(" ")) {
            sent.add(taken(id));
        }
        for (String id : receipts.split(" ")) {
            came.add(receipt(id, "2611210200"));
        }
        List<Finding> findings = read(sent, came).findings(List.of());
        assertThat(proposed(findings, "message-id")).contains(form);
        assertThat(proposed(findings, "message-id-part").orElse("")).isEqualTo(part);
    }

    @ParameterizedTest
    @Tag("C71")
    @CsvSource({"2611210200, UTC", "2611210300, UTC+01:00", "2611210730, UTC+05:30", "2611202059, UTC-05:00"})
    void the_clock_of_the_smsc_follows_from_its_dates(String done, String zone) {
        List<Finding> findings =
                read(List.of(taken("1")), List.of(receipt("1", done))).findings(List.of());
        assertThat(proposed(findings, "time-zone")).contains(zone);
    }

    @Test
    @Tag("C73")
    void the_parts_that_have_receipts_tell_the_verdict() {
        List<Sent> parts = List.of(taken("1"), taken("2"), taken("3"));
        assertThat(proposed(read(parts, List.of(receipt("3", "2611210200"))).findings(parts), "receipt-verdict"))
                .contains("last");
        assertThat(proposed(read(parts, List.of(receipt("1", "2611210200"))).findings(parts), "receipt-verdict"))
                .contains("first");
    }

    @Test
    void ids_that_fit_in_no_way_are_told_and_nothing_is_proposed() {
        List<Finding> findings =
                read(List.of(taken("1")), List.of(receipt("zz", "2611210200"))).findings(List.of());
        assertThat(proposed(findings, "message-id")).isEmpty();
        assertThat(findings).anyMatch(it -> it.evidence().contains("fits an answer's in any known way"));
    }

    @Test
    @Tag("C93")
    void an_answer_of_the_handset_tells_how_the_smsc_writes() {
        List<Came> latin = List.of(came(0, 0, TextFindings.TELLING.getBytes(StandardCharsets.ISO_8859_1)));
        assertThat(proposed(new TextFindings().findings(latin), "alphabet")).contains("latin1");
        List<Came> gsm = List.of(came(0, 0, new byte[] {'y', 'e', 's', ' ', 0, 1, 0x11, 5}));
        assertThat(proposed(new TextFindings().findings(gsm), "alphabet")).contains("gsm");
        List<Came> odd = List.of(came(0, 4, TextFindings.TELLING.getBytes(StandardCharsets.UTF_16BE)));
        assertThat(proposed(new TextFindings().findings(odd), "mo-alphabet.4")).contains("ucs2");
        List<Came> plain = List.of(came(0, 8, TextFindings.TELLING.getBytes(StandardCharsets.UTF_16BE)));
        assertThat(new TextFindings().findings(plain)).allMatch(it -> it.key().isEmpty());
    }
}
