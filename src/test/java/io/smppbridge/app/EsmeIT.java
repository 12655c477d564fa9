package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.cloudhopper.commons.util.windowing.WindowFuture;
import com.cloudhopper.smpp.SmppBindType;
import com.cloudhopper.smpp.SmppSession;
import com.cloudhopper.smpp.SmppSessionConfiguration;
import com.cloudhopper.smpp.impl.DefaultSmppClient;
import com.cloudhopper.smpp.impl.DefaultSmppSessionHandler;
import com.cloudhopper.smpp.pdu.PduRequest;
import com.cloudhopper.smpp.pdu.PduResponse;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.pdu.SubmitSmResp;
import com.cloudhopper.smpp.type.Address;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jsmpp.bean.AlertNotification;
import org.jsmpp.bean.Alphabet;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.GeneralDataCoding;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.MessageReceiverListener;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.smpp.Data;
import org.smpp.TCPIPConnection;
import org.smpp.pdu.BindTransciever;
import org.smpp.pdu.DeliverSM;
import org.smpp.pdu.PDU;
import org.smpp.pdu.SubmitSM;

/** A whole bridge between a simulated SMSC and ESMEs of three other houses: jSMPP, OpenSMPP and cloudhopper. */
@Timeout(60)
class EsmeIT {
    private static final String HASH =
            PasswordHash.create("secret", new SecureRandom()).toString();

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    private final List<DeliverSm> delivered = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        bed = CarrierBed.with(directory, 1)
                .node("esme.e.port", "0")
                .node("account.shop.esme.system-id", "shop")
                .node("account.shop.esme.password-hash", HASH)
                .simulator(config -> config.with("receipt-after", "0"))
                .start()
                .bound();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    @Tag("C77")
    @Tag("C14")
    void jsmpp_submits_hears_of_its_message_and_of_subscribers() throws Exception {
        SMPPSession esme = bind("secret");
        byte[] text = "räksmörgås €".getBytes(StandardCharsets.UTF_16BE);
        String id = submit(esme, new ESMClass(), Alphabet.ALPHA_UCS2, text);
        assertThat(id).hasSize(13);
        ReceivedSubmit seen = last();
        assertThat(seen.text()).isEqualTo("räksmörgås €");
        assertThat(seen.source().address()).isEqualTo("Acme");
        await().until(() -> delivered.size() == 1);
        DeliverSm receipt = delivered.get(0);
        assertThat(receipt.isSmscDeliveryReceipt()).isTrue();
        assertThat(receipt.getSourceAddr()).isEqualTo("46700000001");
        assertThat(receipt.getDestAddress()).isEqualTo("Acme");
        assertThat(receipt.getDestAddrTon()).isEqualTo((byte) 5);
        assertThat(receipt.getShortMessageAsDeliveryReceipt().getId()).isEqualTo(id);
        assertThat(receipt.getShortMessageAsDeliveryReceipt().getFinalStatus().name())
                .isEqualTo("DELIVRD");
        OptionalParameter.Receipted_message_id tlv = (OptionalParameter.Receipted_message_id)
                receipt.getOptionalParameter(OptionalParameter.Tag.RECEIPTED_MESSAGE_ID);
        assertThat(tlv.getValueAsString()).isEqualTo(id);

        bed.port(0).sendMo("46709999999", "72404", "ja € " + "x".repeat(200));
        await().until(() -> delivered.size() == 3);
        assertThat(delivered.subList(1, 3)).allMatch(DeliverSm::isUdhi);
        assertThat(delivered.get(1).getSourceAddr()).isEqualTo("46709999999");
        assertThat(delivered.get(1).getDestAddress()).isEqualTo("72404");
        esme.unbindAndClose();
    }

    @Test
    @Tag("C59")
    void parts_that_an_esme_has_cut_itself_pass_as_they_are() throws Exception {
        SMPPSession esme = bind("secret");
        byte[] part = new byte[159];
        java.util.Arrays.fill(part, (byte) 'a');
        System.arraycopy(new byte[] {5, 0, 3, 77, 3, 2}, 0, part, 0, 6);
        submit(esme, new ESMClass(0x40), Alphabet.ALPHA_DEFAULT, part);
        ReceivedSubmit seen = last();
        assertThat(seen.esmClass()).isEqualTo(0x40);
        assertThat(seen.shortMessage()).isEqualTo(part);
        await().until(() -> delivered.size() == 1);
        esme.unbindAndClose();
    }

    @Test
    @Tag("C78")
    @Tag("D-07")
    void what_comes_while_nobody_is_bound_waits_and_comes_in_order() throws Exception {
        SMPPSession esme = bind("secret");
        esme.unbindAndClose();
        long before = bed.port(0).report().mo().acked();
        for (int i = 0; i < 50; i++) {
            bed.port(0).sendMo("46709999999", "72404", "number " + i);
        }
        await().until(() -> bed.port(0).report().mo().acked() - before == 50);
        SMPPSession again = bind("secret");
        await().until(() -> delivered.size() == 50);
        for (int i = 0; i < 50; i++) {
            assertThat(new String(delivered.get(i).getShortMessage(), StandardCharsets.ISO_8859_1))
                    .isEqualTo("number " + i);
        }
        again.unbindAndClose();
    }

    @Test
    @Tag("S-23")
    void a_wrong_password_and_an_unknown_name_are_answered_alike() throws Exception {
        assertThatThrownBy(() -> bind("wrong")).hasMessageContaining("0000000d");
        assertThatThrownBy(() -> bind(BindType.BIND_TRX, "nobody", "secret")).hasMessageContaining("0000000d");
        bind("secret").unbindAndClose();
    }

    @Test
    void opensmpp_and_cloudhopper_do_the_same() throws Exception {
        long before = bed.bridge.stats().accepted("esme").sum();
        openSmpp();
        cloudhopper();
        assertThat(bed.bridge.stats().accepted("esme").sum() - before).isEqualTo(201);
    }

    private static ReceivedSubmit last() {
        List<ReceivedSubmit> submits = bed.port(0).submits();
        return submits.get(submits.size() - 1);
    }

    private static void openSmpp() throws Exception {
        org.smpp.Session session = new org.smpp.Session(new TCPIPConnection("127.0.0.1", bed.bridge.esmePort("e")));
        BindTransciever bind = new BindTransciever();
        bind.setSystemId("shop");
        bind.setPassword("secret");
        bind.setInterfaceVersion((byte) 0x34);
        assertThat(session.bind(bind).getCommandStatus()).isZero();
        SubmitSM submit = new SubmitSM();
        submit.setSourceAddr("12345");
        submit.setDestAddr("46700000001");
        submit.setShortMessage("hello");
        submit.setRegisteredDelivery((byte) 1);
        String id = session.submit(submit).getMessageId();
        PDU receipt = session.receive(5000);
        assertThat(receipt).isInstanceOf(DeliverSM.class);
        assertThat(((DeliverSM) receipt).getEsmClass()).isEqualTo((byte) Data.SM_SMSC_DLV_RCPT_TYPE);
        assertThat(((DeliverSM) receipt).getShortMessage()).startsWith("id:" + id + " sub:001 dlvrd:001 ");
        session.respond(((DeliverSM) receipt).getResponse());
        assertThat(session.enquireLink().getCommandStatus()).isZero();
        assertThat(session.unbind().getCommandStatus()).isZero();
    }

    private static void cloudhopper() throws Exception {
        SmppSessionConfiguration config = new SmppSessionConfiguration(SmppBindType.TRANSCEIVER, "shop", "secret");
        config.setHost("127.0.0.1");
        config.setPort(bed.bridge.esmePort("e"));
        config.setWindowSize(50);
        DefaultSmppClient client = new DefaultSmppClient();
        SmppSession session = client.bind(config, new DefaultSmppSessionHandler() {
            @Override
            public PduResponse firePduRequestReceived(PduRequest request) {
                return request.createResponse();
            }
        });
        try {
            List<WindowFuture<Integer, PduRequest, PduResponse>> sent = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                SubmitSm submit = new SubmitSm();
                submit.setSourceAddress(new Address((byte) 3, (byte) 0, "12345"));
                submit.setDestAddress(new Address((byte) 1, (byte) 1, "46700000001"));
                submit.setShortMessage(("n " + i).getBytes(StandardCharsets.ISO_8859_1));
                sent.add(session.sendRequestPdu(submit, 5000, true));
            }
            for (WindowFuture<Integer, PduRequest, PduResponse> one : sent) {
                assertThat(one.await(5000)).isTrue();
                assertThat(((SubmitSmResp) one.getResponse()).getMessageId()).hasSize(13);
            }
            await().until(() -> bed.port(0).report().submits().total() >= 201);
        } finally {
            session.unbind(2000);
            client.destroy();
        }
    }

    private SMPPSession bind(String password) throws Exception {
        return bind(BindType.BIND_TRX, "shop", password);
    }

    private SMPPSession bind(BindType type, String systemId, String password) throws Exception {
        SMPPSession session = new SMPPSession();
        session.setTransactionTimer(5000);
        session.setPduProcessorDegree(1); // else it takes what comes in any order
        session.setMessageReceiverListener(new Ear());
        session.connectAndBind(
                "127.0.0.1",
                bed.bridge.esmePort("e"),
                new BindParameter(
                        type,
                        systemId,
                        password,
                        "",
                        TypeOfNumber.UNKNOWN,
                        NumberingPlanIndicator.UNKNOWN,
                        null,
                        InterfaceVersion.IF_34),
                Duration.ofSeconds(5).toMillis());
        return session;
    }

    private static String submit(SMPPSession esme, ESMClass esmClass, Alphabet alphabet, byte[] octets)
            throws Exception {
        return esme.submitShortMessage(
                        "",
                        TypeOfNumber.ALPHANUMERIC,
                        NumberingPlanIndicator.UNKNOWN,
                        "Acme",
                        TypeOfNumber.INTERNATIONAL,
                        NumberingPlanIndicator.ISDN,
                        "46700000001",
                        esmClass,
                        (byte) 0,
                        (byte) 0,
                        null,
                        null,
                        new RegisteredDelivery(1),
                        (byte) 0,
                        new GeneralDataCoding(alphabet),
                        (byte) 0,
                        octets)
                .getMessageId();
    }

    /** Answers everything and keeps it. */
    private final class Ear implements MessageReceiverListener {
        @Override
        public void onAcceptDeliverSm(DeliverSm deliverSm) {
            delivered.add(deliverSm);
        }

        @Override
        public void onAcceptAlertNotification(AlertNotification notification) {
            // none is sent
        }

        @Override
        public DataSmResult onAcceptDataSm(DataSm dataSm, Session source) {
            throw new UnsupportedOperationException("none is sent");
        }
    }
}
