package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.cloudhopper.commons.util.windowing.WindowFuture;
import com.cloudhopper.smpp.PduAsyncResponse;
import com.cloudhopper.smpp.SmppBindType;
import com.cloudhopper.smpp.SmppSession;
import com.cloudhopper.smpp.SmppSessionConfiguration;
import com.cloudhopper.smpp.impl.DefaultSmppClient;
import com.cloudhopper.smpp.impl.DefaultSmppSessionHandler;
import com.cloudhopper.smpp.pdu.DeliverSm;
import com.cloudhopper.smpp.pdu.EnquireLink;
import com.cloudhopper.smpp.pdu.PduRequest;
import com.cloudhopper.smpp.pdu.PduResponse;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.pdu.SubmitSmResp;
import com.cloudhopper.smpp.type.Address;
import com.cloudhopper.smpp.type.SmppBindException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.smpp.Data;
import org.smpp.Session;
import org.smpp.TCPIPConnection;
import org.smpp.pdu.BindResponse;
import org.smpp.pdu.BindTransciever;
import org.smpp.pdu.DeliverSM;
import org.smpp.pdu.PDU;
import org.smpp.pdu.SubmitSM;
import org.smpp.pdu.SubmitSMResp;

/** The simulator as two further SMPP implementations see it: OpenSMPP and cloudhopper. */
@Timeout(30)
class OtherEsmesTest {
    private SmscSimulator sim;

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void opensmpp_binds_submits_hears_back_and_unbinds() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests()
                .with("receipt-after", "0")
                .with("message-id", "hex-padded")
                .with("smsc-id", "carrier"));
        Session session = new Session(new TCPIPConnection("127.0.0.1", sim.port()));
        BindTransciever bind = new BindTransciever();
        bind.setSystemId("smppclient1");
        bind.setPassword("password");
        bind.setInterfaceVersion((byte) 0x34);
        BindResponse bound = session.bind(bind);
        assertThat(bound.getCommandStatus()).isZero();
        assertThat(bound.getSystemId()).isEqualTo("carrier");
        assertThat(bound.getScInterfaceVersion()).isEqualTo((byte) 0x34);

        SubmitSM submit = new SubmitSM();
        submit.setSourceAddr("12345");
        submit.setDestAddr("46701234567");
        submit.setShortMessage("hello");
        submit.setRegisteredDelivery((byte) 1);
        SubmitSMResp answer = session.submit(submit);
        assertThat(answer.getMessageId()).isEqualTo("00000001");

        PDU receipt = session.receive(2000);
        assertThat(receipt).isInstanceOf(DeliverSM.class);
        DeliverSM deliver = (DeliverSM) receipt;
        assertThat(deliver.getEsmClass()).isEqualTo((byte) Data.SM_SMSC_DLV_RCPT_TYPE);
        assertThat(deliver.getShortMessage()).contains("id:00000001").contains("stat:DELIVRD");
        assertThat(deliver.getReceiptedMessageId()).isEqualTo("00000001");
        session.respond(deliver.getResponse());
        await().until(() -> sim.first().report().receipts().acked() == 1);

        assertThat(session.enquireLink().getCommandStatus()).isZero();
        assertThat(session.unbind().getCommandStatus()).isZero();
        await().until(() -> sim.first().bindsNow() == 0);
    }

    @Test
    void cloudhopper_matches_answers_that_come_in_reverse() throws Exception {
        sim = SmscSimulator.start(
                SimulatorConfig.forTests().with("reorder", "10").with("respond-after", "1ms..5ms"));
        DefaultSmppClient client = new DefaultSmppClient();
        SmppSession session = client.bind(cloudhopper("password"), new DefaultSmppSessionHandler() {
            @Override
            public void fireExpectedPduResponseReceived(PduAsyncResponse response) {
                // the futures tell
            }
        });
        try {
            List<WindowFuture<Integer, PduRequest, PduResponse>> sent = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                sent.add(session.sendRequestPdu(submit(0, "n " + i), 5000, false));
            }
            for (WindowFuture<Integer, PduRequest, PduResponse> one : sent) {
                assertThat(one.await(5000)).isTrue();
                assertThat(one.getResponse().getCommandStatus()).isZero();
            }
            PortReport.Submits submits = sim.first().report().submits();
            assertThat(submits.accepted()).isEqualTo(100);
            assertThat(submits.mostUnanswered()).isBetween(10, 50);
            assertThat(submits.mostInAnySecond()).isBetween(1, 100);
        } finally {
            session.unbind(2000);
            client.destroy();
        }
        await().until(() -> sim.first().bindsNow() == 0);
    }

    @Test
    void cloudhopper_gets_receipts_and_messages_and_answers_the_smsc() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests()
                .with("receipt-after", "5ms")
                .with("receipt-outcomes", "REJECTD 1")
                .with("receipt-form", "smppsim")
                .with("enquire-link-every", "20ms"));
        List<DeliverSm> delivered = new CopyOnWriteArrayList<>();
        List<EnquireLink> asked = new CopyOnWriteArrayList<>();
        DefaultSmppClient client = new DefaultSmppClient();
        SmppSession session = client.bind(cloudhopper("password"), new DefaultSmppSessionHandler() {
            @Override
            public PduResponse firePduRequestReceived(PduRequest request) {
                if (request instanceof DeliverSm deliver) {
                    delivered.add(deliver);
                } else if (request instanceof EnquireLink link) {
                    asked.add(link);
                }
                return request.createResponse();
            }
        });
        try {
            SubmitSmResp answer = session.submit(submit(1, "hello"), 2000);
            assertThat(answer.getMessageId()).isEqualTo("1");
            sim.first().sendMo("46700000001", "12345", "räksmörgås 😀");
            await().until(() -> delivered.size() == 2);
            for (DeliverSm deliver : delivered) {
                boolean receipt = deliver.getEsmClass() == Smpp.ESM_RECEIPT;
                String text = new String(
                        deliver.getShortMessage(), receipt ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16BE);
                assertThat(text).matches(receipt ? "id:1 .*stat:REJECTD err:008 Text:hello" : "räksmörgås 😀");
            }
            await().until(() -> asked.size() >= 2);
            await().until(() -> sim.first().report().waiting().unanswered() == 0);
            assertThat(sim.first().report().mo().acked()).isEqualTo(1);
            assertThat(sim.first().report().receipts().acked()).isEqualTo(1);
        } finally {
            session.unbind(2000);
            client.destroy();
        }
    }

    @Test
    void cloudhopper_understands_a_refused_bind() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests().withAccount("smppclient1", "password"));
        DefaultSmppClient client = new DefaultSmppClient();
        try {
            assertThatThrownBy(() -> client.bind(cloudhopper("wrong"), new DefaultSmppSessionHandler()))
                    .isInstanceOfSatisfying(
                            SmppBindException.class,
                            e -> assertThat(e.getBindResponse().getCommandStatus())
                                    .isEqualTo(SmppStatus.RINVPASWD));
        } finally {
            client.destroy();
        }
    }

    private SmppSessionConfiguration cloudhopper(String password) {
        SmppSessionConfiguration config =
                new SmppSessionConfiguration(SmppBindType.TRANSCEIVER, "smppclient1", password);
        config.setHost("127.0.0.1");
        config.setPort(sim.port());
        config.setWindowSize(50);
        config.setConnectTimeout(2000);
        config.setBindTimeout(2000);
        return config;
    }

    private static SubmitSm submit(int registeredDelivery, String text) throws Exception {
        SubmitSm submit = new SubmitSm();
        submit.setSourceAddress(new Address((byte) 3, (byte) 0, "12345"));
        submit.setDestAddress(new Address((byte) 1, (byte) 1, "46701234567"));
        submit.setRegisteredDelivery((byte) registeredDelivery);
        submit.setShortMessage(text.getBytes(StandardCharsets.ISO_8859_1));
        return submit;
    }
}
