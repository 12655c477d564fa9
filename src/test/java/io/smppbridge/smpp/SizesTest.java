package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import java.util.Arrays;
import java.util.Random;
import org.jsmpp.PDUStringException;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.util.DefaultDecomposer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the bridge composes, jSMPP takes apart into the same; and what is longer than SMPP has it is not composed. */
@Tag("C07")
class SizesTest {
    private static final int ROUNDS = 2_000;
    private final DefaultDecomposer jsmpp = new DefaultDecomposer();
    private final WireComposer composer = new WireComposer();
    private final long seed = Long.getLong("sizes.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4) == 0 ? most : random.nextInt(most + 1); i > 0; i--) {
            text.append((char) (' ' + 1 + random.nextInt(90)));
        }
        return text.toString();
    }

    /** jSMPP says an empty text so. */
    private static String said(String text) {
        return text == null ? "" : text;
    }

    private Address address() {
        return new Address(text(20), random.nextInt(7), random.nextInt(10));
    }

    private byte[] octets(int most) {
        byte[] octets = new byte[random.nextInt(most + 1)];
        random.nextBytes(octets);
        return octets;
    }

    private Submission submission() {
        Submission s = new Submission();
        s.serviceType = text(5);
        s.from = address();
        s.to = address();
        s.udhi = random.nextBoolean();
        s.priority = random.nextInt(4);
        s.validityPeriod = random.nextBoolean() ? "" : "000000010000000R";
        s.registeredDelivery = random.nextInt(32);
        s.dataCoding = random.nextInt(256);
        s.octets = octets(254);
        return s;
    }

    private byte[] composed(int sequence, Submission s) throws PDUStringException {
        Cork cork = new Cork();
        composer.submit(cork, sequence, s, false, false);
        return Arrays.copyOf(cork.octets(), cork.length());
    }

    @Test
    void a_submit_sm_of_any_sizes_that_smpp_allows_is_read_alike_by_jsmpp() throws Exception {
        System.out.println("seed " + seed);
        for (int i = 0; i < ROUNDS; i++) {
            Submission s = submission();
            SubmitSm read = jsmpp.submitSm(composed(i, s));
            assertThat(read.getSequenceNumber()).isEqualTo(i);
            assertThat(said(read.getServiceType())).isEqualTo(s.serviceType);
            assertThat(said(read.getSourceAddr())).isEqualTo(s.from.number());
            assertThat(read.getSourceAddrTon()).isEqualTo((byte) s.from.ton());
            assertThat(said(read.getDestAddress())).isEqualTo(s.to.number());
            assertThat(read.getDestAddrNpi()).isEqualTo((byte) s.to.npi());
            assertThat(read.getEsmClass()).isEqualTo((byte) (s.udhi ? 0x40 : 0));
            assertThat(read.getPriorityFlag()).isEqualTo((byte) s.priority);
            assertThat(read.getValidityPeriod()).isEqualTo(s.validityPeriod.isEmpty() ? null : s.validityPeriod);
            assertThat(read.getRegisteredDelivery()).isEqualTo((byte) s.registeredDelivery);
            assertThat(read.getDataCoding()).isEqualTo((byte) s.dataCoding);
            assertThat(read.getShortMessage()).isEqualTo(s.octets);
        }
    }

    @Test
    void a_deliver_sm_of_any_sizes_that_smpp_allows_is_read_alike_by_jsmpp() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Party from = new Party(random.nextInt(7), random.nextInt(10), text(20));
            Party to = new Party(random.nextInt(7), random.nextInt(10), text(20));
            byte[] octets = octets(254);
            ByteBuf out = Unpooled.buffer();
            PduWriter.Envelope envelope = new PduWriter.Envelope(from, to, 4, random.nextInt(256));
            PduWriter.deliver(out, i, envelope, octets, false, new byte[0]);
            DeliverSm read = jsmpp.deliverSm(ByteBufUtil.getBytes(out));
            assertThat(said(read.getSourceAddr())).as("seed %s", seed).isEqualTo(from.number());
            assertThat(said(read.getDestAddress())).isEqualTo(to.number());
            assertThat(read.getDestAddrTon()).isEqualTo((byte) to.ton());
            assertThat(read.getEsmClass()).isEqualTo((byte) 4);
            assertThat(read.getDataCoding()).isEqualTo((byte) envelope.dataCoding());
            assertThat(read.getShortMessage()).isEqualTo(octets);
            out.release();
        }
    }

    @Test
    void a_query_sm_of_any_sizes_that_smpp_allows_is_read_alike_by_jsmpp() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Operation.Query query = new Operation.Query(text(64), address());
            QuerySm read = jsmpp.querySm(OperationComposer.compose(i, query, PduTap.NONE.link("b")));
            assertThat(said(read.getMessageId())).as("seed %s", seed).isEqualTo(query.messageId());
            assertThat(said(read.getSourceAddr())).isEqualTo(query.from().number());
        }
    }

    @Test
    void what_is_longer_than_smpp_has_it_is_not_composed() {
        Submission service = submission();
        service.serviceType = "sixsix";
        Submission validity = submission();
        validity.validityPeriod = "0000000100000000R";
        Submission message = submission();
        message.octets = new byte[256];
        for (Submission s : new Submission[] {service, validity, message}) {
            assertThatThrownBy(() -> composed(1, s)).isInstanceOf(PDUStringException.class);
        }
        assertThatThrownBy(() -> new Address("4".repeat(21), 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> OperationComposer.compose(
                        1, new Operation.Query("x".repeat(65), Address.NONE), PduTap.NONE.link("b")))
                .isInstanceOf(IllegalArgumentException.class);
        for (int field = 0; field < 3; field++) {
            String[] texts = {"", "pw", "", ""};
            texts[new int[] {0, 2, 3}[field]] = "x".repeat(new int[] {16, 13, 41}[field]);
            assertThatThrownBy(() -> composer.bind(
                            9, 1, texts[0], texts[1], texts[2], (byte) 0x34, (byte) 0, (byte) 0, texts[3]))
                    .isInstanceOf(PDUStringException.class);
        }
    }
}
