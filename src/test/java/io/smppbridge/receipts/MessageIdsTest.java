package io.smppbridge.receipts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.CarrierReport;
import io.smppbridge.Tried;
import io.smppbridge.settings.IdPart;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("C63")
@Tag("D-03")
class MessageIdsTest {
    /** Form, the id in the answer, the id in the receipt: pairs that mean the same message, as SMSCs send them. */
    @ParameterizedTest
    @CsvSource({
        "text, 1a2b3c, 1A2B3C",
        "text, 550E8400-E29B-41D4-A716-446655440000, 550e8400-e29b-41d4-a716-446655440000",
        "text, ' 12345 ', 12345",
        "text, 0bb3a1f4-0a, 0BB3A1F4-0A",
        "text, SMS_20261120_17, sms_20261120_17",
        "text, 000123, 000123",
        "dec, 0000000123, 123",
        "dec, 123, 00123",
        "dec, +123, 123",
        "dec, 9380935605053030457, 09380935605053030457",
        "dec, -9065808468656521159, 9380935605053030457",
        "dec, -1, 18446744073709551615",
        "dec, 0, 0000000000",
        "dec, 123456789012345678901234567890, 00123456789012345678901234567890",
        "hex, DEADBEEF, deadbeef",
        "hex, 0x1F, 1f",
        "hex, 0X00001f, 1F",
        "hex, 00000000deadbeef, DEADBEEF",
        "hex, ffffffffffffffff, FFFFFFFFFFFFFFFF",
        "hex, 550e8400e29b41d4a716446655440000, 550E8400E29B41D4A716446655440000",
        "hex-dec, 7b, 123",
        "hex-dec, 0000007B, 0000000123",
        "hex-dec, 82300d5c3e2d9eb9, 9381012713644072633",
        "hex-dec, FFFFFFFF, 4294967295",
        "hex-dec, ffffffffffffffff, 18446744073709551615",
        "hex-dec, ffffffffffffffff, -1",
        "hex-dec, 0a, 10",
        "exact, aB3, ' aB3 '",
        "uuid, 6ba7b810-9dad-11d1-80b4-00c04fd430c8, 6BA7B8109DAD11D180B400C04FD430C8",
        "hex-dec, 550e8400e29b41d4a716446655440000, 113059749145936325402354257176981405696",
        "dec-hex, 123, 7B",
        "dec-hex, 0000000123, 0000007b",
        "dec-hex, 18446744073709551615, ffffffffffffffff",
        "dec-hex, 9380935605053030457, 822FC73B00000039",
        "hex-dec, 6ba7b810-9dad-11d1-80b4-00c04fd430c8, 6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
    })
    void ids_of_one_message_are_equal(String form, String answer, String receipt) {
        MessageIds ids = MessageIds.of(form);
        assertThat(ids.ofAnswer(answer)).isEqualTo(ids.ofReceipt(receipt));
        String asAnswered =
                ids.asAnswered(new SmscReceipt("", receipt, ReceiptState.DELIVERED, CarrierReport.NONE, false, false));
        assertThat(ids.ofAnswer(asAnswered))
                .as("written down as %s", asAnswered)
                .isEqualTo(ids.ofAnswer(answer));
    }

    @ParameterizedTest
    @CsvSource({
        "text, 123, 0123",
        "text, 10, a",
        "dec, 10, a",
        "dec, 12, 12-0",
        "hex, 10, 16",
        "hex-dec, 10, 10",
        "dec-hex, 10, 10",
        "dec, ab12, 43794",
        "text, 6ba7b810-9dad, 6ba7b8109dad",
        "exact, aB3, Ab3",
        "uuid, 6ba7b810-9dad, 6ba7b8109dae",
    })
    void ids_of_different_messages_differ(String form, String answer, String receipt) {
        MessageIds ids = MessageIds.of(form);
        assertThat(ids.ofAnswer(answer)).isNotEqualTo(ids.ofReceipt(receipt));
    }

    @Test
    void numbers_of_64_bits_agree_with_the_jdk(TestReporter reporter) {
        Random random = new Random(9);
        MessageIds ids = MessageIds.of("hex-dec");
        int compared = 0;
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> random.nextInt(64);
            String decimal = Long.toUnsignedString(value);
            assertThat(ids.ofAnswer(Long.toHexString(value))).as("seed 9").isEqualTo(decimal);
            assertThat(ids.ofReceipt(decimal)).isEqualTo(decimal);
            assertThat(ids.ofReceipt(Long.toString(value))).isEqualTo(decimal);
            compared++;
        }
        Tried.times(compared)
                .note("ids in hexadecimal, decimal and with a sign")
                .tell(reporter);
    }

    /** An answer's is read to 255 characters; receipts have what the SMSC likes to write. */
    @Test
    void of_an_id_beyond_all_bounds_as_much_counts_in_the_receipt_as_in_the_answer() {
        String id = "Ab".repeat(127) + "C";
        for (String form : List.of("text", "exact", "uuid", "hex", "dec", "hex-dec", "dec-hex")) {
            MessageIds ids = MessageIds.of(form);
            assertThat(ids.ofReceipt(id + "tail")).as(form).isEqualTo(ids.ofAnswer(id));
            assertThat(ids.ofReceipt(receipt(id + "tail", id + "tail")))
                    .as(form)
                    .containsExactly(ids.ofAnswer(id));
            assertThat(ids.ofReceipt("x" + id)).as(form).isNotEqualTo(ids.ofAnswer(id));
        }
        assertThat(MessageIds.of("text", new IdPart(false, 4)).ofReceipt(id + "tail"))
                .isEqualTo("babc");
    }

    @Test
    void nothing_that_an_smsc_sends_makes_it_throw() {
        Random random = new Random(10);
        for (String form : List.of("text", "exact", "uuid", "hex", "dec", "hex-dec", "dec-hex")) {
            MessageIds ids = MessageIds.of(form);
            for (String odd : List.of("", " ", "-", "+", "0x", "-0x", "--1", "+-1", "٣", "１２", "\0", "0", "-0")) {
                assertThat(ids.ofAnswer(odd)).isNotNull();
                assertThat(ids.ofReceipt(odd)).isNotNull();
            }
            for (int i = 0; i < 20_000; i++) {
                StringBuilder id = new StringBuilder();
                for (int left = random.nextInt(70); left > 0; left--) {
                    id.append((char) random.nextInt(i % 2 == 0 ? 128 : 65_536));
                }
                assertThat(ids.ofAnswer(id.toString())).isNotNull();
                assertThat(ids.ofReceipt(id.toString())).isNotNull();
            }
        }
    }

    /** Form, the id in the answer, the TLV, the id in the text: all of one message. */
    @ParameterizedTest
    @Tag("C67")
    @CsvSource({
        "hex-dec, 38601fb, 38601fb, 0059113979",
        "hex-dec, 6aad6, 6aad6, 0000436950",
        "hex-dec, 38601fb, 59113979, 59113979",
        "hex-dec, 77, 77, 119",
        "hex-dec, 77, 77, ''",
        "dec-hex, 59113979, 38601fb, ''",
        "dec-hex, 119, 119, 77",
        "text, ab12, AB12, ab12",
        "dec, 77, 0077, 77",
        "hex-dec, 38601fb, '', 59113979",
    })
    void the_tlv_is_read_in_the_form_of_the_answer_unless_the_text_says_that_it_is_not(
            String form, String answer, String tlv, String text) {
        MessageIds ids = MessageIds.of(form);
        SmscReceipt receipt = receipt(tlv, text);
        assertThat(ids.ofReceipt(receipt)).contains(ids.ofAnswer(answer));
        assertThat(ids.ofReceipt(receipt).get(0))
                .isEqualTo(form.equals("dec-hex") && text.isEmpty() ? ids.ofAnswer(tlv) : ids.ofAnswer(answer));
        assertThat(ids.agree(receipt)).isTrue();
    }

    @Test
    @Tag("C67")
    void two_ids_that_mean_different_messages_disagree_and_the_tlv_wins() {
        MessageIds ids = MessageIds.of("hex-dec");
        assertThat(ids.agree(receipt("4d", "78"))).isFalse();
        assertThat(ids.ofReceipt(receipt("4d", "78"))).containsExactly("77", "4d");
        assertThat(MessageIds.of("text").ofReceipt(receipt("a", "b"))).containsExactly("a");
        assertThat(MessageIds.of("text").agree(receipt("a", "b"))).isFalse();
        assertThat(MessageIds.of("text").agree(receipt("0077", "77"))).isTrue();
        assertThat(ids.ofReceipt(receipt("", ""))).isEmpty();
    }

    private static SmscReceipt receipt(String tlv, String text) {
        return new SmscReceipt(tlv, text, ReceiptState.DELIVERED, CarrierReport.NONE, false, false);
    }

    @Test
    void only_the_part_that_counts_is_compared() {
        MessageIds last = MessageIds.of("uuid", new IdPart(false, 30));
        assertThat(last.ofReceipt("E999F21-81EF-4974-A414-3DE98174E3C7"))
                .isEqualTo(last.ofAnswer("0e999f21-81ef-4974-a414-3de98174e3c7"));
        MessageIds first = MessageIds.of("text", new IdPart(true, 10));
        assertThat(first.ofReceipt("8f14e45fce")).isEqualTo(first.ofAnswer("8F14E45FCEEA467F95752D3F"));
        assertThat(first.ofReceipt("8f14e45fcf")).isNotEqualTo(first.ofAnswer("8F14E45FCEEA467F95752D3F"));
        MessageIds width = MessageIds.of("hex", new IdPart(false, 8));
        assertThat(width.ofReceipt("00BBA622")).isEqualTo(width.ofAnswer("0000000000BBA622"));
    }

    @ParameterizedTest
    @CsvSource({
        "true, 10, 0123456789, 0123456799",
        "true, 10, 01234567-8, 01234567-9",
        "true, 8, 01234567, 01234568",
        "true, 30, 0123456789ABCDEF0123456789ABCDEF, 0123456789ABCDEF0123456780ABCDEF",
        "false, 30, 0123456789ABCDEF0123456789ABCDEF, 0123456799ABCDEF0123456789ABCDEF",
        "false, 13, 456789abcdef, 456789abcdee",
        "true, 64, 0123456789abcdef0123456789abcdef, 0123456789abcdef0123456789abcdee",
    })
    void the_part_that_counts_of_a_uuid_is_the_same_with_hyphens_and_without(
            boolean first, int count, String receipt, String other) {
        MessageIds ids = MessageIds.of("uuid", new IdPart(first, count));
        String answer = ids.ofAnswer("01234567-89ab-cdef-0123-456789abcdef");
        assertThat(ids.ofReceipt(receipt)).isEqualTo(answer);
        assertThat(ids.ofReceipt(other)).isNotEqualTo(answer);
    }

    @Test
    void an_unknown_form_is_named() {
        assertThatThrownBy(() -> MessageIds.of("octal"))
                .hasMessage("message-id = octal, expected text, exact, uuid, hex-dec, dec-hex, hex or dec");
    }
}
