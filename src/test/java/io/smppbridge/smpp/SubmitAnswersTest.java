package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.pdulog.PduTap;
import java.nio.charset.StandardCharsets;
import org.jsmpp.SMPPConstant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SubmitAnswersTest {
    private final BodyCursor body = new BodyCursor();
    private final Ear ear = new Ear();
    private final SubmitAnswers answers =
            new SubmitAnswers(body, ear, new Complaints("smpp-a-1"), PduTap.NONE.link("smpp-a-1"), false);

    private AnswerDetail refused(String number) {
        ByteBuf out = Unpooled.buffer();
        out.writeZero(CommandId.HEADER); // read by whoever reads the header
        out.writeCharSequence("M1\0\1\1\1" + number + "\0\0\0\0\13", StandardCharsets.ISO_8859_1);
        byte[] pdu = ByteBufUtil.getBytes(out);
        body.on(pdu, 0, pdu.length);
        answers.read(SMPPConstant.CID_SUBMIT_MULTI_RESP, 7, 0, 0);
        return ear.details.remove(7);
    }

    @Test
    @Tag("C08")
    void a_refused_destination_is_one_of_20_characters_and_what_is_longer_or_empty_names_nobody() {
        String longest = "4".repeat(Address.MAX_LENGTH);
        assertThat(refused(longest).refused())
                .containsExactly(new AnswerDetail.Refused(new Address(longest, 1, 1), 0x0B));
        assertThat(refused(longest).whole()).isTrue();
        assertThat(refused(longest + "4").refused()).isEmpty();
        assertThat(refused(longest + "4").whole()).isFalse();
        assertThat(refused("").whole()).isFalse();
    }
}
