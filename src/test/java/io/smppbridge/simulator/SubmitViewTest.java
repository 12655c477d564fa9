package io.smppbridge.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the fields of a submit_sm end, whatever stands behind them. */
class SubmitViewTest {
    private static final int AT = 3;

    private final SubmitView view = new SubmitView();

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 7, 8, 9, 13, 15, 16, 17, 20})
    void addresses_of_each_length_are_read_to_their_NUL(int length) {
        String number = "9".repeat(length);
        ByteBuf pdu = submit("", "ÿ\u0080", number);
        assertEquals(SmppStatus.ROK, look(pdu));
        assertEquals(number, view.destinationAddress());
        assertEquals("ÿ\u0080", view.source().address());
        byte[] back = ("\1\1" + number + "\0\5\0ÿ\u0080\0").getBytes(StandardCharsets.ISO_8859_1);
        assertArrayEquals(back, view.addressesBack());
        assertArrayEquals("hello".getBytes(StandardCharsets.ISO_8859_1), view.preview(20));
        assertArrayEquals("he".getBytes(StandardCharsets.ISO_8859_1), view.preview(2));
    }

    @ParameterizedTest
    @CsvSource({"6, 20, 20, RINVSERTYP", "5, 21, 20, RINVSRCADR", "5, 20, 21, RINVDSTADR", "5, 20, 0, RINVDSTADR"})
    void what_is_longer_than_its_field_or_missing_has_the_status_of_that_field(
            int type, int from, int to, String status) {
        ByteBuf pdu = submit("t".repeat(type), "f".repeat(from), "4".repeat(to));
        assertEquals(SmppStatus.parse(status), look(pdu));
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 18, 24, 25, 26, 33, 40, 41})
    void a_PDU_that_ends_within_an_address_is_refused_whatever_stands_behind_it(int length) {
        ByteBuf pdu = submit("", "12345678", "4911122233344");
        int status = view.look(pdu, AT, length, false);
        assertEquals(length <= 27 ? SmppStatus.RINVSRCADR : SmppStatus.RINVDSTADR, status);
    }

    private int look(ByteBuf pdu) {
        return view.look(pdu, AT, pdu.writerIndex() - AT, false);
    }

    /** With three octets before it. */
    private static ByteBuf submit(String type, String from, String to) {
        ByteBuf pdu = Unpooled.buffer().writeBytes(new byte[AT + Smpp.HEADER]);
        text(pdu, type);
        text(pdu.writeByte(5).writeByte(0), from);
        text(pdu.writeByte(1).writeByte(1), to);
        pdu.writeBytes(new byte[9]).writeByte(5).writeCharSequence("hello", StandardCharsets.US_ASCII);
        return pdu;
    }

    private static void text(ByteBuf out, String text) {
        out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
        out.writeByte(0);
    }
}
