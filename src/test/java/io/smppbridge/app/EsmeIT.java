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
import io.smppbridge.settings.QuickPassword;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.jsmpp.bean.RawDataCoding;
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
@Tag("crowd")
class EsmeIT {
    private static final String HASH = QuickPassword.hash("secret");

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    /** What has come to the sessions of this test, also what was due to a test before. */
    private final List<DeliverSm> came = new CopyOnWriteArrayList<>();
    /** Of the messages this test has submitted. */
    private final List<String> ids = new CopyOnWriteArrayList<>();

    private int submittedBefore;

    @BeforeAll
    static void start() throws Exception {
        bed = CarrierBed.with(directory, 1)
                .node("esme.e.port", "0")
                .node("account.shop.esme.system-id", "shop")
                .node("account.shop.esme.password-hash", HASH)
                .node("account.joiner.esme.system-id", "joiner")
                .node("account.joiner.esme.password-hash", HASH)
                .node("account.joiner.esme.parts", "reassemble")
                .node("account.joiner.esme.parts-within", "2s")
                .simulator(config -> config.with("receipt-after", "0").with("receipt-outcome-for", "*666=UNDELIV"))
                .start()
                .bound();
        bed.audit.alsoCalledFromOutside();
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
        await().until(() -> delivered().size() == 1);
        DeliverSm receipt = delivered().get(0);
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
        await().until(() -> delivered().size() == 3);
        assertThat(delivered().subList(1, 3)).allMatch(DeliverSm::isUdhi);
        assertThat(delivered().get(1).getSourceAddr()).isEqualTo("46709999999");
        assertThat(delivered().get(1).getDestAddress()).isEqualTo("72404");
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
        await().until(() -> delivered().size() == 1);
        esme.unbindAndClose();
    }

    @Test
    @Tag("C59")
    @Tag("C77")
    void parts_are_put_together_where_that_is_wanted_and_each_is_answered_and_receipted() throws Exception {
        SMPPSession esme = bind(BindType.BIND_TRX, "joiner", "secret");
        int before = bed.port(0).submits().size();
        List<String> ids = new ArrayList<>();
        for (int i : new int[] {1, 3, 2}) { // each waits for its answer before the next one goes
            ids.add(submit(esme, new ESMClass(0x40), Alphabet.ALPHA_DEFAULT, new byte[] {
                5, 0, 3, 9, 3, (byte) i, (byte) ('a' + i)
            }));
        }
        assertThat(ids).doesNotHaveDuplicates();
        await().until(() -> bed.port(0).submits().size() > before);
        assertThat(last().shortMessage()).containsExactly('b', 'c', 'd');
        assertThat(last().esmClass()).isZero();
        await().until(() -> delivered().size() == 3);
        assertThat(heard().keySet()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(heard().values()).containsOnly("DELIVRD");
        // The third part of another never comes: the others pass as they are when their time is over.
        byte[] one = {5, 0, 3, 10, 3, 1, 'x'};
        byte[] two = {5, 0, 3, 10, 3, 2, 'y'};
        String first = submit(esme, new ESMClass(0x40), Alphabet.ALPHA_DEFAULT, one);
        String again = submit(esme, new ESMClass(0x40), Alphabet.ALPHA_DEFAULT, one);
        submit(esme, new ESMClass(0x40), Alphabet.ALPHA_DEFAULT, two);
        assertThat(again).isEqualTo(first);
        await().until(() -> bed.port(0).submits().size() == before + 3);
        assertThat(bed.port(0).submits().subList(before + 1, before + 3))
                .extracting(ReceivedSubmit::shortMessage)
                .containsExactlyInAnyOrder(one, two);
        esme.unbindAndClose();
    }

    @Test
    @Tag("C08")
    @Tag("C60")
    void what_an_esme_hands_over_reaches_the_smsc_octet_by_octet() throws Exception {
        SMPPSession esme = bind("secret");
        byte[] octets = {6, 5, 4, 0x23, (byte) 0xF0, 0, 0, 1, (byte) 0xFF, 0};
        esme.submitShortMessage(
                "WAP",
                TypeOfNumber.ALPHANUMERIC,
                NumberingPlanIndicator.UNKNOWN,
                "Acme",
                TypeOfNumber.INTERNATIONAL,
                NumberingPlanIndicator.ISDN,
                "46700000001",
                new ESMClass(0xC0),
                (byte) 0x7F,
                (byte) 0,
                null,
                null,
                new RegisteredDelivery(0),
                (byte) 0,
                new RawDataCoding((byte) 0xF5),
                (byte) 0,
                octets,
                new OptionalParameter.OctetString((short) 0x1400, "1201"),
                new OptionalParameter.Sar_msg_ref_num((short) 0x1234),
                new OptionalParameter.Sar_total_segments((byte) 2),
                new OptionalParameter.Sar_segment_seqnum((byte) 1));
        ReceivedSubmit seen = last();
        // The place joins the ports, as this SMSC wants headers.
        assertThat(seen.shortMessage())
                .isEqualTo(new byte[] {12, 5, 4, 0x23, (byte) 0xF0, 0, 0, 8, 4, 0x12, 0x34, 2, 1, 1, (byte) 0xFF, 0});
        assertThat(seen.esmClass()).isEqualTo(0xC0);
        assertThat(seen.dataCoding()).isEqualTo(0xF5);
        assertThat(seen.times().serviceType()).isEqualTo("WAP");
        assertThat(seen.times().protocolId()).isEqualTo(0x7F);
        assertThat(seen.tlvs()).containsOnlyKeys(0x1400);
        assertThat(seen.tlvs().get(0x1400)).isEqualTo("1201".getBytes(StandardCharsets.US_ASCII));
        assertThat(seen.registeredDelivery()).isZero();
        esme.unbindAndClose();
    }

    @Test
    @Tag("C08")
    @Tag("C60")
    void what_a_subscriber_sends_reaches_the_esme_octet_by_octet() throws Exception {
        SMPPSession esme = bind("secret");
        byte[] ports = {6, 5, 4, 0x23, (byte) 0xF0, 0, 0, 1, (byte) 0xFF, 0};
        bed.port(0).sendRaw(deliver(0xC0, 0xF5, ports, 0x14, 0, 0, 2, 'o', 'k', 2, 0xA, 0, 2, 0, 9));
        bed.port(0).sendRaw(deliver(0, 0x10, new byte[] {'h', 'i'}));
        bed.port(0).sendRaw(deliver(0, 4, new byte[] {1}, 2, 0xC, 0, 2, 0, 7, 2, 0xE, 0, 1, 2, 2, 0xF, 0, 1, 1));
        bed.port(0).sendRaw(deliver(0, 4, new byte[] {2}, 2, 0xC, 0, 2, 0, 7, 2, 0xE, 0, 1, 2, 2, 0xF, 0, 1, 2));
        await().until(() -> delivered().size() == 4);
        DeliverSm binary = delivered().get(0);
        assertThat(binary.getShortMessage()).isEqualTo(ports);
        assertThat(binary.getEsmClass()).isEqualTo((byte) 0xC0);
        assertThat(binary.getDataCoding()).isEqualTo((byte) 0xF5);
        assertThat(binary.getServiceType()).isEqualTo("WAP");
        assertThat(binary.getProtocolId()).isEqualTo((byte) 0x7F);
        assertThat(binary.getPriorityFlag()).isEqualTo((byte) 2);
        assertThat(binary.getOptionalParameters()).hasSize(2);
        assertThat(binary.getOptionalParameters()[0].serialize()).containsExactly(0x14, 0, 0, 2, 'o', 'k');
        assertThat(binary.getOptionalParameters()[1].serialize()).containsExactly(2, 0xA, 0, 2, 0, 9);
        DeliverSm flash = delivered().get(1);
        assertThat(flash.getDataCoding()).isEqualTo((byte) 0x10);
        assertThat(flash.getShortMessage()).containsExactly('h', 'i');
        for (int part = 1; part <= 2; part++) {
            DeliverSm one = delivered().get(part + 1);
            assertThat(one.getShortMessage()).containsExactly(part);
            assertThat(one.isUdhi()).isFalse();
            assertThat(one.getOptionalParameters()).hasSize(3);
            assertThat(one.getOptionalParameters()[2].serialize()).containsExactly(2, 0xF, 0, 1, part);
        }
        esme.unbindAndClose();
    }

    private static byte[] deliver(int esmClass, int dataCoding, byte[] text, int... tlvs) {
        java.nio.ByteBuffer pdu = java.nio.ByteBuffer.allocate(200);
        pdu.putInt(0).putInt(5).putInt(0).putInt(4711);
        pdu.put("WAP\0\1\1".getBytes(StandardCharsets.US_ASCII));
        pdu.put("46709999999\0\1\1".getBytes(StandardCharsets.US_ASCII));
        pdu.put("72404\0".getBytes(StandardCharsets.US_ASCII));
        pdu.put((byte) esmClass).put((byte) 0x7F).put((byte) 2);
        pdu.put(new byte[4]).put((byte) dataCoding).put((byte) 0);
        pdu.put((byte) text.length).put(text);
        for (int octet : tlvs) {
            pdu.put((byte) octet);
        }
        pdu.putInt(0, pdu.position());
        return java.util.Arrays.copyOf(pdu.array(), pdu.position());
    }

    @Test
    @Tag("C77")
    void each_registered_delivery_brings_what_it_asks_for_and_nothing_else() throws Exception {
        SMPPSession esme = bind("secret");
        // registered_delivery; what an ESME hears of a message that is delivered, and of one that is not.
        Map<Integer, List<String>> table = new LinkedHashMap<>();
        table.put(0, List.of("", ""));
        table.put(1, List.of("DELIVRD", "UNDELIV"));
        table.put(2, List.of("", "UNDELIV"));
        table.put(3, List.of("DELIVRD", ""));
        table.put(0x10, List.of("ENROUTE", "ENROUTE"));
        table.put(0x11, List.of("ENROUTE DELIVRD", "ENROUTE UNDELIV"));
        table.put(0x12, List.of("ENROUTE", "ENROUTE UNDELIV"));
        table.put(0x13, List.of("ENROUTE DELIVRD", "ENROUTE"));
        Map<String, String> expected = new LinkedHashMap<>();
        for (Map.Entry<Integer, List<String>> row : table.entrySet()) {
            for (int outcome = 0; outcome < 2; outcome++) {
                String id = registered(esme, row.getKey(), outcome == 0 ? "46700000001" : "46700000666");
                expected.put(id, row.getValue().get(outcome));
            }
        }
        String last = registered(esme, 1, "46700000001"); // once that is heard, the others had their time
        await().until(() -> heard().containsKey(last));
        await().untilAsserted(() -> {
            Map<String, String> heard = heard();
            expected.forEach(
                    (id, words) -> assertThat(heard.getOrDefault(id, "")).as(id).isEqualTo(words));
        });
        assertThat(delivered()).allSatisfy(receipt -> {
            assertThat(receipt.getDestAddress()).isEqualTo("Acme");
            assertThat(receipt.getSourceAddr()).startsWith("46700000");
            boolean enroute = new String(receipt.getShortMessage(), StandardCharsets.US_ASCII).contains("ENROUTE");
            assertThat(receipt.getEsmClass()).isEqualTo((byte) (enroute ? 0x20 : 0x04));
        });
        esme.unbindAndClose();
    }

    /** By id, the states that have been told, in order. */
    private Map<String, String> heard() {
        Map<String, String> heard = new LinkedHashMap<>();
        for (DeliverSm one : delivered()) {
            String text = new String(one.getShortMessage(), StandardCharsets.US_ASCII);
            String id = text.substring(3, text.indexOf(' '));
            String state = text.substring(text.indexOf("stat:") + 5, text.indexOf(" err:"));
            assertThat(((OptionalParameter.Receipted_message_id)
                                    one.getOptionalParameter(OptionalParameter.Tag.RECEIPTED_MESSAGE_ID))
                            .getValueAsString())
                    .isEqualTo(id);
            heard.merge(id, state, (before, now) -> before + " " + now);
        }
        return heard;
    }

    @Test
    @Tag("C77")
    @Tag("C82")
    void a_message_that_its_esme_has_cancelled_ends_with_a_receipt_that_says_deleted() throws Exception {
        SMPPSession esme = bind("secret");
        String id = registered(esme, 1, "46700000001", "000001000000000R");
        ids.add(id);
        TypeOfNumber ton = TypeOfNumber.ALPHANUMERIC;
        NumberingPlanIndicator npi = NumberingPlanIndicator.UNKNOWN;
        esme.cancelShortMessage("", id, ton, npi, "Acme", ton, npi, "");
        await().until(() -> delivered().size() == 1);
        assertThat(delivered().get(0).getShortMessageAsDeliveryReceipt().getFinalStatus())
                .hasToString("DELETED");
        esme.unbindAndClose();
    }

    private static String registered(SMPPSession esme, int registered, String to) throws Exception {
        return registered(esme, registered, to, null);
    }

    private static String registered(SMPPSession esme, int registered, String to, String schedule) throws Exception {
        return esme.submitShortMessage(
                        "",
                        TypeOfNumber.ALPHANUMERIC,
                        NumberingPlanIndicator.UNKNOWN,
                        "Acme",
                        TypeOfNumber.INTERNATIONAL,
                        NumberingPlanIndicator.ISDN,
                        to,
                        new ESMClass(),
                        (byte) 0,
                        (byte) 0,
                        schedule,
                        null,
                        new RegisteredDelivery(registered),
                        (byte) 0,
                        new GeneralDataCoding(Alphabet.ALPHA_DEFAULT),
                        (byte) 0,
                        "hello".getBytes(StandardCharsets.US_ASCII))
                .getMessageId();
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
        await().until(() -> delivered().size() == 50);
        for (int i = 0; i < 50; i++) {
            assertThat(new String(delivered().get(i).getShortMessage(), StandardCharsets.ISO_8859_1))
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

    /** What the SMSC has got of the last submission. */
    private ReceivedSubmit last() {
        await().until(() -> bed.port(0).submits().size() > submittedBefore);
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

    /** MO, and receipts of this test's own messages. */
    private List<DeliverSm> delivered() {
        return came.stream()
                .filter(one -> !one.isSmscDeliveryReceipt()
                        || ids.isEmpty()
                        || ids.contains(((OptionalParameter.Receipted_message_id)
                                        one.getOptionalParameter(OptionalParameter.Tag.RECEIPTED_MESSAGE_ID))
                                .getValueAsString()))
                .toList();
    }

    private String submit(SMPPSession esme, ESMClass esmClass, Alphabet alphabet, byte[] octets) throws Exception {
        submittedBefore = bed.port(0).submits().size();
        String id = esme.submitShortMessage(
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
        ids.add(id);
        return id;
    }

    /** Answers everything and keeps it. */
    private final class Ear implements MessageReceiverListener {
        @Override
        public void onAcceptDeliverSm(DeliverSm deliverSm) {
            came.add(deliverSm);
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
