package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Submission;
import io.smppbridge.settings.Addresses;
import io.smppbridge.settings.Passing;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.GsmAlphabet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a submit_sm says beside its text, as its SMSC wants it. */
class EnvelopeTest {
    private static final Instant NOW = Instant.parse("2026-11-21T01:00:00Z");

    private static SmscConfig.Text text(String serviceType, Passing passing) {
        return new SmscConfig.Text(
                SmscConfig.Text.LongMessage.UDH8,
                10,
                TextCoding.GSM,
                Map.of(),
                serviceType,
                true,
                SmscConfig.Text.Shaping.NONE,
                Addresses.AS_GIVEN,
                passing);
    }

    private static Submission filled(OutboundSms sms, Instant expires, SmscConfig.Text text) {
        Parts parts = new Parts(new byte[][] {{65}}, 0, false, false, -1);
        Task task = new Task("acme", "telia", sms, expires.toEpochMilli(), parts).named(1);
        return new Envelope().fill(task, 0, text, NOW.toEpochMilli());
    }

    @Test
    void a_plain_text_is_coded_as_it_is_put_in_and_the_next_one_leaves_nothing_of_it() {
        Envelope envelope = new Envelope();
        for (String text : List.of("", "Æ@£ 4711", "Å£@ 0000", "a".repeat(160), "b")) {
            OutboundSms sms = OutboundSms.of("46701234567", text);
            Task task = new Task("acme", "telia", sms, Long.MAX_VALUE, Parts.plain(text, 0)).named(1);
            Submission s = envelope.fill(task, 0, text("", Passing.USUAL), NOW.toEpochMilli());
            assertThat(s.octets)
                    .as(text)
                    .isEqualTo(GsmAlphabet.encode(text))
                    .isEqualTo(task.parts().octets(0));
            assertThat(task.parts().length(0)).isEqualTo(text.length());
        }
    }

    @ParameterizedTest
    @Tag("C79")
    @CsvSource({
        "RELATIVE, UTC, 2026-11-22T02:01:01.700Z, 000001010101000R",
        "ABSOLUTE, UTC, 2026-11-22T02:01:01.700Z, 261122020101700+",
        "ABSOLUTE, Asia/Kathmandu, 2026-11-22T02:01:01Z, 261122074601023+", // a quarter of an hour
        "ABSOLUTE, America/St_Johns, 2026-11-22T02:01:01Z, 261121223101014-", // three and a half hours behind
        "ABSOLUTE, Europe/Stockholm, 2027-07-01T00:00:00Z, 270701020000008+", // by the clock of that day
        "ABSOLUTE, Pacific/Tongatapu, 2026-11-22T02:01:01Z, 261122020101000+", // thirteen hours cannot be said
        "RELATIVE, UTC, 2026-12-21T01:00:00Z, 000100000000000R", // thirty days are a month
        "RELATIVE, UTC, 2026-12-21T01:00:01Z, 261221010001000+", // months differ beyond that
        "ABSOLUTE, UTC, 2038-02-01T00:00:00Z, 110409230000000R" // nor can that year
    })
    void times_go_out_as_the_smsc_reads_them(Passing.Times form, String zone, Instant at, String expected) {
        Passing passing = new Passing(form, ZoneId.of(zone), true, List.of());
        OutboundSms now = OutboundSms.to("46701234567").text("a").build();
        Submission s = filled(now, at, text("", passing));
        assertThat(s.validityPeriod).isEqualTo(expected);
        assertThat(s.schedule).isEmpty();
        OutboundSms later = OutboundSms.to("46701234567").text("a").schedule(at).build();
        assertThat(filled(later, at.plusSeconds(60), text("", passing)).schedule)
                .isEqualTo(expected);
        OutboundSms past = OutboundSms.to("46701234567").text("a").schedule(NOW).build();
        assertThat(filled(past, at, text("", passing)).schedule).isEmpty();
    }

    @Test
    @Tag("C79")
    void a_time_to_live_is_what_is_left_in_seconds_and_at_least_one() {
        OutboundSms sms = OutboundSms.to("46701234567").text("a").build();
        assertThat(filled(sms, NOW.plusMillis(90_999), text("", Passing.USUAL)).validitySeconds)
                .isEqualTo(90);
        assertThat(filled(sms, NOW.plusMillis(1), text("", Passing.USUAL)).validitySeconds)
                .isEqualTo(1);
        assertThat(filled(sms, Instant.ofEpochMilli(Long.MAX_VALUE), text("", Passing.USUAL)).validitySeconds)
                .isZero();
    }

    @ParameterizedTest
    @Tag("C60")
    @CsvSource({"NONE, 0, 0", "FAILURE, 1, 1", "FINAL, 1, 1", "ALL, 1, 0x11"})
    void an_smsc_is_asked_for_notifications_on_the_way_where_it_may_be_and_all_states_are_wanted(
            ReceiptWish wish, String usual, String asked) {
        OutboundSms sms = OutboundSms.to("46701234567").text("a").receipt(wish).build();
        Passing asks = new Passing(Passing.Times.RELATIVE, ZoneId.of("UTC"), false, List.of(Passing.Field.values()));
        assertThat(filled(sms, NOW, text("", Passing.USUAL)).registeredDelivery).isEqualTo(Integer.decode(usual));
        assertThat(filled(sms, NOW, text("", asks)).registeredDelivery).isEqualTo(Integer.decode(asked));
    }

    @Test
    @Tag("C60")
    void what_an_esme_put_on_its_message_goes_on_as_far_as_the_smsc_may_be_told() {
        OutboundSms sms = OutboundSms.to("46701234567")
                .binary(new byte[] {1})
                .coding(SmppCoding.of(false, 4, SmppCoding.Fields.of("WAP", 0x7F, true)))
                .build();
        Submission s = filled(sms, NOW, text("", Passing.USUAL));
        assertThat(s.serviceType).isEqualTo("WAP");
        assertThat(s.protocolId).isEqualTo(0x7F);
        assertThat(s.replyPath).isTrue();
        assertThat(filled(sms, NOW, text("CMT", Passing.USUAL)).serviceType).isEqualTo("CMT");
        Passing nothing = new Passing(Passing.Times.RELATIVE, ZoneId.of("UTC"), false, List.of());
        Submission bare = filled(sms, NOW, text("", nothing));
        assertThat(bare.serviceType).isEmpty();
        assertThat(bare.protocolId).isZero();
        assertThat(bare.replyPath).isFalse();
    }

    @Test
    @Tag("C59")
    void one_part_of_an_esme_s_own_keeps_its_place_in_sar_tlvs() {
        Parts part = new Parts(new byte[][] {{65}}, 0, false, false, 0x1234).at(2, 3);
        OutboundSms sms = OutboundSms.to("46701234567").binary(new byte[] {65}).build();
        Task task = new Task("acme", "telia", sms, 0, part.with(io.smppbridge.tlv.TlvBlock.NONE)).named(1);
        Submission s = new Envelope().fill(task, 0, text("", Passing.USUAL), NOW.toEpochMilli());
        assertThat(List.of(s.sarReference, s.sarTotal, s.sarSequence)).containsExactly(0x1234, 3, 2);
        Parts ours = new Parts(new byte[][] {{65}, {66}}, 0, false, false, 7);
        Task own = new Task("acme", "telia", sms, 0, ours).named(2);
        Submission second = new Envelope().fill(own, 1, text("", Passing.USUAL), NOW.toEpochMilli());
        assertThat(List.of(second.sarReference, second.sarTotal, second.sarSequence))
                .containsExactly(7, 2, 2);
    }
}
