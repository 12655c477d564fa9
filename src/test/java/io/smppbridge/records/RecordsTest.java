package io.smppbridge.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.connector.Delivery;
import io.smppbridge.receipts.ReceiptState;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written is what is read. */
class RecordsTest {
    private static final int ROOM = 256 * 1024;
    /** No address on disk tells whether it was written with a plus. */
    private static final RecursiveComparisonConfiguration BY_WHAT_IS_EQUAL = RecursiveComparisonConfiguration.builder()
            .withEqualsForType(Address::equals, Address.class)
            .build();

    private final ByteBuffer buffer = ByteBuffer.allocate(ROOM);

    private static AcceptRecord accept(OutboundSms sms) {
        return new AcceptRecord(
                42,
                1_000,
                2_000,
                sms.schedule().toEpochMilli(),
                77,
                3,
                Encoding.UCS2,
                "telia",
                "webhook:shop",
                "shop",
                new RefKey(1, 2, 3),
                new StreamPlace(new StreamKey(4, 5), 6),
                sms,
                new Trail("sweden", List.of("to: 070 became 4670 (rule x)", "text: changed (rule ü)")),
                sms.text().isEmpty()
                        ? Optional.empty()
                        : Optional.of(Shape.of(sms.withText(sms.text() + " as it was given"))));
    }

    private static OutboundSms full() {
        return OutboundSms.to("+46701234567")
                .from("Acmé")
                .text("snö ☃ 😀")
                .encoding(Encoding.UCS2)
                .clientRef("order 1")
                .priority(Priority.HIGH)
                .validity(Duration.ofMinutes(5))
                .schedule(Instant.ofEpochMilli(99_000))
                .receipt(ReceiptWish.ALL)
                .callback("shop")
                .tags(Map.of("campaign", "spring", "ключ", "значение"))
                .tlv("dlt_entity_id", "1101")
                .tlv("user_message_reference", "7")
                .build();
    }

    @Test
    @Tag("C60")
    void an_accept_record_keeps_the_form() {
        OutboundSms sms = OutboundSms.to("+46701234567")
                .binary(new byte[] {1, 2})
                .form(Form.PLAIN.withUdh(Form.ports(2948, 9200)).withSmart(false))
                .build();
        accept(sms).encode(buffer);
        Form read = AcceptRecord.decode(buffer.flip()).sms().form();
        assertThat(read.udh()).isEqualTo(Form.ports(2948, 9200));
        assertThat(read.messageClass()).isEqualTo(Form.NONE);
        assertThat(read.smart()).contains(false);
        buffer.clear();
        accept(OutboundSms.to("1234").text("x").flash().smart(true).build()).encode(buffer);
        read = AcceptRecord.decode(buffer.flip()).sms().form();
        assertThat(read.messageClass()).isZero();
        assertThat(read.smart()).contains(true);
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    @Tag("C60")
    @Tag("C79")
    void an_accept_record_keeps_what_an_esme_put_on_its_message_and_a_schedule_that_the_smsc_keeps() {
        SmppCoding.Fields fields = SmppCoding.Fields.of("WAP", 0xFF, true);
        for (SmppCoding coding : List.of(
                SmppCoding.of(true, 0xF5),
                SmppCoding.of(false, 0, fields),
                SmppCoding.of(true, 4, fields.withPlace(0xFFFE, 255, 254)),
                SmppCoding.of(false, 8, SmppCoding.Fields.NONE.withPlace(0, 2, 1)))) {
            Instant schedule = Instant.parse("2026-11-22T00:00:00Z");
            buffer.clear();
            accept(OutboundSms.to("1234")
                            .binary(new byte[] {1})
                            .coding(coding)
                            .schedule(schedule)
                            .build())
                    .encode(buffer);
            OutboundSms read = AcceptRecord.decode(buffer.flip()).sms();
            assertThat(read.coding()).isEqualTo(coding);
            assertThat(read.schedule()).isEqualTo(schedule);
        }
    }

    @Test
    void another_form_makes_another_body_of_a_client_ref() {
        OutboundSms plain = OutboundSms.to("1234").text("x").clientRef("a").build();
        OutboundSms flash =
                OutboundSms.to("1234").text("x").clientRef("a").flash().build();
        assertThat(RefKey.of("acct", plain).body())
                .isNotEqualTo(RefKey.of("acct", flash).body());
        assertThat(RefKey.of("acct", plain).high())
                .isEqualTo(RefKey.of("acct", flash).high());
    }

    @Test
    void an_accept_record_keeps_every_field() {
        AcceptRecord record = accept(full());
        record.encode(buffer);
        AcceptRecord read = AcceptRecord.decode(buffer.flip());
        assertThat(read.sms().binary()).isEmpty();
        assertThat(read).usingRecursiveComparison(BY_WHAT_IS_EQUAL).isEqualTo(record);
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    void a_binary_message_keeps_its_octets() {
        byte[] octets = new byte[256];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = (byte) i;
        }
        AcceptRecord record =
                accept(OutboundSms.to("46701234567").binary(octets).build());
        record.encode(buffer);
        assertThat(AcceptRecord.decode(buffer.flip()).sms().binary()).isEqualTo(octets);
    }

    @Test
    void a_story_packed_is_the_story_unpacked() {
        ProgressRecord step = new ProgressRecord(42, 7, ProgressRecord.Kind.REFUSED, 5, 1, 0x58, 2, 1, 9, "text");
        CarrierReport report = new CarrierReport(
                        "UNDELIV", "x1", 0x030011, Instant.ofEpochSecond(77), Instant.ofEpochSecond(78))
                .withTlvs(Map.of("user_message_reference", "7"));
        ReceiptRecord receipt = new ReceiptRecord(42, 9, 11, 254, ReceiptState.UNSTATED, report);
        CloseRecord close = new CloseRecord(42, 8, MessageState.DELIVERED, 10, 9, 43, 1, "id-1", "stat:DELIVRD");
        Story story = new Story(accept(full()), List.of(step, step), List.of(receipt), List.of(close, close));
        story.pack(buffer);
        assertThat(Story.unpack(buffer.flip()))
                .usingRecursiveComparison(BY_WHAT_IS_EQUAL)
                .isEqualTo(story);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void a_delivery_keeps_every_field(boolean dataSm, boolean tlvsLeftOut) {
        Delivery delivery = new Delivery(
                -5,
                dataSm,
                new Address("46701234567", 1, 1),
                new Address("Acme", 5, 0),
                0xC4,
                0xF5,
                new byte[] {1, 2, (byte) 0xFF},
                "abc",
                -1,
                new byte[] {3, 0, 1},
                65_535,
                255,
                254,
                new byte[] {0x14, 0, 0, 1, 7},
                tlvsLeftOut,
                "WAP",
                0xFF,
                3,
                0);
        InboundRecord record = new InboundRecord(1, 2, "telia", delivery);
        record.encode(buffer);
        assertThat(InboundRecord.decode(buffer.flip()))
                .usingRecursiveComparison()
                .isEqualTo(record);
    }
}
