package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.connector.Delivery;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryReaderTest {
    private static final Party SHORT_CODE = new Party(3, 0, "72404");
    private static final byte[] SAR = {2, 0xC, 0, 2, 1, 2, 2, 0xE, 0, 1, 3, 2, 0xF, 0, 1, 2};

    private final BodyCursor body = new BodyCursor();
    private final DeliveryReader reader = new DeliveryReader(body, new Ear(), new Complaints("smpp-a-1"));

    private Delivery read(Party from, Party to, byte[] tlvs) throws MalformedPdu {
        ByteBuf out = Unpooled.buffer();
        PduWriter.deliver(out, 7, new PduWriter.Envelope(from, to, 0, 0), new byte[] {'x'}, false, tlvs);
        byte[] pdu = ByteBufUtil.getBytes(out);
        body.on(pdu, 0, pdu.length);
        return reader.deliverSm(7, 0);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 46701", "0, 1, 46701", "1, 1, 46701", "5, 0, Bob", "1, 0, ''", "0, 1, ''"})
    @Tag("C07")
    void an_address_comes_as_it_was_written_whatever_it_says_of_itself(int ton, int npi, String number)
            throws Exception {
        Party party = new Party(ton, npi, number);
        Delivery there = read(party, SHORT_CODE, new byte[0]);
        Delivery back = read(SHORT_CODE, party, new byte[0]);
        assertThat(there.from()).isEqualTo(back.to()).isEqualTo(new Address(number, ton, npi));
        assertThat(read(new Party(0, 0, ""), party, new byte[0]).from()).isEqualTo(Address.NONE);
    }

    @Test
    void what_one_says_of_its_parts_is_not_said_of_the_next() throws Exception {
        Delivery part = read(SHORT_CODE, SHORT_CODE, SAR);
        assertThat(part)
                .extracting(Delivery::sarReference, Delivery::sarTotal, Delivery::sarSequence)
                .containsExactly(0x102, 3, 2);
        Delivery whole = read(SHORT_CODE, SHORT_CODE, new byte[0]);
        assertThat(whole)
                .extracting(Delivery::sarReference, Delivery::sarTotal, Delivery::sarSequence)
                .containsExactly(0, 0, 0);
    }
}
