package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jsmpp.bean.AlertNotification;
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
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.MessageReceiverListener;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulator as jSMPP, which shares no code with it, sees it. */
@Timeout(30)
class JsmppEsmeTest {
    private final List<SMPPSession> sessions = new CopyOnWriteArrayList<>();
    private final List<DeliverSm> delivered = new CopyOnWriteArrayList<>();
    private SmscSimulator sim;

    @AfterEach
    void stop() {
        sessions.forEach(SMPPSession::unbindAndClose);
        if (sim != null) {
            sim.close();
        }
    }

    @Test
    void each_kind_of_bind_is_accepted_and_counted() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        bind(BindType.BIND_TX);
        bind(BindType.BIND_RX);
        bind(BindType.BIND_TRX);
        assertThat(sim.first().report().sessions().now()).isEqualTo(3);
        sessions.get(0).unbindAndClose();
        await().until(() -> sim.first().bindsNow() == 2);
    }

    @Test
    void a_wrong_password_and_an_unknown_name_have_their_own_status() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests().withAccount("smppclient1", "password"));
        assertThatThrownBy(() -> bind(BindType.BIND_TRX, "smppclient1", "wrong"))
                .hasMessageContaining("0000000e");
        assertThatThrownBy(() -> bind(BindType.BIND_TRX, "nobody", "password")).hasMessageContaining("0000000f");
        bind(BindType.BIND_TRX);
        sim.first().bindStatus(SmppStatus.RALYBND);
        assertThatThrownBy(() -> bind(BindType.BIND_TRX)).hasMessageContaining("00000005");
        assertThat(sim.first().report().sessions().refused()).isEqualTo(3);
    }

    @Test
    void a_submit_is_recorded_as_it_was_sent_and_answered_with_its_id() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        SMPPSession esme = bind(BindType.BIND_TRX);
        String id = submit(esme, "46701234567", 0, "hello");
        assertThat(id).isEqualTo("1");
        ReceivedSubmit seen = sim.first().submits().get(0);
        assertThat(seen.destination().address()).isEqualTo("46701234567");
        assertThat(seen.source().address()).isEqualTo("12345");
        assertThat(seen.text()).isEqualTo("hello");
        assertThat(seen.messageId()).isEqualTo("1");
        assertThat(seen.status()).isZero();
        assertThat(sim.first().report().submits().total()).isEqualTo(1);
    }

    @Test
    void a_receipt_comes_only_when_asked_for_and_names_the_message() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests()
                .with("receipt-after", "0")
                .with("message-id", "hex-upper")
                .with("message-id-start", "2748")
                .with("receipt-id", "decimal"));
        SMPPSession esme = bind(BindType.BIND_TRX);
        submit(esme, "46701234567", 0, "no receipt");
        assertThat(submit(esme, "46701234568", 1, "with receipt")).isEqualTo("ABD");
        await().until(() -> delivered.size() == 1);
        DeliverSm receipt = delivered.get(0);
        assertThat(receipt.isSmscDeliveryReceipt()).isTrue();
        assertThat(receipt.getShortMessageAsDeliveryReceipt().getId()).isEqualTo("2749");
        assertThat(receipt.getShortMessageAsDeliveryReceipt().getFinalStatus().name())
                .isEqualTo("DELIVRD");
        assertThat(receipt.getSourceAddr()).isEqualTo("46701234568");
        assertThat(receipt.getDestAddress()).isEqualTo("12345");
        OptionalParameter.Receipted_message_id tlv = (OptionalParameter.Receipted_message_id)
                receipt.getOptionalParameter(OptionalParameter.Tag.RECEIPTED_MESSAGE_ID);
        assertThat(tlv.getValueAsString()).isEqualTo("2749");
        await().until(() -> sim.first().report().receipts().acked() == 1);
    }

    @Test
    void refusals_carry_the_status_of_the_script_and_no_body() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests().with("refuse", "*13=RINVDSTADR, 99?=ESME_RSYSERR"));
        SMPPSession esme = bind(BindType.BIND_TX);
        assertThatThrownBy(() -> submit(esme, "467013", 0, "x"))
                .isInstanceOfSatisfying(
                        NegativeResponseException.class,
                        e -> assertThat(e.getCommandStatus()).isEqualTo(0x0B));
        assertThatThrownBy(() -> submit(esme, "991", 0, "x"))
                .isInstanceOfSatisfying(
                        NegativeResponseException.class,
                        e -> assertThat(e.getCommandStatus()).isEqualTo(0x08));
        submit(esme, "9912", 0, "x");
        assertThat(sim.first().report().submits().refused())
                .containsEntry("RINVDSTADR", 1L)
                .containsEntry("RSYSERR", 1L);
    }

    @Test
    void more_than_the_rate_in_a_sliding_second_is_throttled() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests().with("rate", "5"));
        SMPPSession esme = bind(BindType.BIND_TX);
        for (int i = 0; i < 5; i++) {
            submit(esme, "46701", 0, "x");
        }
        assertThatThrownBy(() -> submit(esme, "46701", 0, "x"))
                .isInstanceOfSatisfying(
                        NegativeResponseException.class,
                        e -> assertThat(e.getCommandStatus()).isEqualTo(0x58));
        assertThat(sim.first().report().submits().throttled()).isEqualTo(1);
        assertThat(sim.first().report().submits().mostInAnySecond()).isEqualTo(6);
        assertThat(sim.first().report().submits().mostAcceptedInAnySecond()).isEqualTo(5);
    }

    @Test
    void a_full_queue_is_told_until_a_message_leaves_it() throws Exception {
        sim = SmscSimulator.start(
                SimulatorConfig.forTests().with("queue-size", "2").with("receipt-after", "1h"));
        SMPPSession esme = bind(BindType.BIND_TX);
        submit(esme, "46701", 0, "x");
        submit(esme, "46701", 0, "x");
        assertThatThrownBy(() -> submit(esme, "46701", 0, "x"))
                .isInstanceOfSatisfying(
                        NegativeResponseException.class,
                        e -> assertThat(e.getCommandStatus()).isEqualTo(0x14));
    }

    @Test
    void a_long_message_from_a_subscriber_comes_in_parts() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        bind(BindType.BIND_RX);
        assertThat(sim.first().sendMo("46700000001", "12345", "a€".repeat(60))).isEqualTo(2);
        await().until(() -> delivered.size() == 2);
        assertThat(delivered.get(0).isUdhi()).isTrue();
        StringBuilder text = new StringBuilder();
        delivered.forEach(part -> text.append(GsmText.decode(part.getShortMessage(), 6)));
        assertThat(text.toString()).isEqualTo("a€".repeat(60));
        await().until(() -> sim.first().report().mo().acked() == 2);
    }

    @Test
    void what_nobody_was_bound_for_comes_at_the_next_bind_of_the_account() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests().with("receipt-after", "0"));
        SMPPSession tx = bind(BindType.BIND_TX);
        submit(tx, "46701", 1, "x");
        await().until(() -> sim.first().report().waiting().now() == 1);
        bind(BindType.BIND_RX, "other", "x");
        assertThat(sim.first().report().waiting().now()).isEqualTo(1);
        bind(BindType.BIND_RX);
        await().until(() -> delivered.size() == 1);
    }

    @Test
    void loopback_sends_a_message_back_to_who_sent_it() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests().with("loopback", "true"));
        SMPPSession esme = bind(BindType.BIND_TRX);
        submit(esme, "46701", 0, "echo");
        await().until(() -> delivered.size() == 1);
        assertThat(new String(delivered.get(0).getShortMessage(), StandardCharsets.US_ASCII))
                .isEqualTo("echo");
        assertThat(delivered.get(0).getSourceAddr()).isEqualTo("46701");
    }

    @Test
    void enquire_link_is_answered_and_asked() throws Exception {
        sim = SmscSimulator.start(
                SimulatorConfig.forTests().with("enquire-link-every", "20ms").capturing(ring()));
        SMPPSession esme = bind(BindType.BIND_TRX);
        esme.setEnquireLinkTimer(50);
        await().until(() -> sim.first().captured().stream()
                        .filter(pdu -> pdu.received() && pdu.commandId() == Smpp.ENQUIRE_LINK_RESP)
                        .count()
                >= 2);
        sim.first().set("enquire-link-every", "0"); // it asks only when nothing else comes
        await().until(() -> sim.first().report().sessions().enquireLinks() >= 1);
    }

    @Test
    void unbind_at_will_ends_the_session_in_order() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        SMPPSession esme = bind(BindType.BIND_TRX);
        sim.first().unbindAll();
        await().until(() -> !esme.getSessionState().isBound());
        await().until(() -> sim.first().bindsNow() == 0);
    }

    private static SimulatorConfig.CaptureConfig ring() {
        return new SimulatorConfig.CaptureConfig(java.util.Optional.empty(), 1000);
    }

    private SMPPSession bind(BindType type) throws Exception {
        return bind(type, "smppclient1", "password");
    }

    private SMPPSession bind(BindType type, String systemId, String password) throws Exception {
        SMPPSession session = new SMPPSession();
        session.setTransactionTimer(3000);
        session.setMessageReceiverListener(new Listener());
        session.connectAndBind(
                "127.0.0.1",
                sim.port(),
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
        sessions.add(session);
        return session;
    }

    private static String submit(SMPPSession esme, String to, int registeredDelivery, String text) throws Exception {
        return esme.submitShortMessage(
                        "",
                        TypeOfNumber.UNKNOWN,
                        NumberingPlanIndicator.UNKNOWN,
                        "12345",
                        TypeOfNumber.INTERNATIONAL,
                        NumberingPlanIndicator.ISDN,
                        to,
                        new ESMClass(),
                        (byte) 0,
                        (byte) 0,
                        null,
                        null,
                        new RegisteredDelivery(registeredDelivery),
                        (byte) 0,
                        new GeneralDataCoding(org.jsmpp.bean.Alphabet.ALPHA_DEFAULT),
                        (byte) 0,
                        text.getBytes(StandardCharsets.US_ASCII))
                .getMessageId();
    }

    private final class Listener implements MessageReceiverListener {
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
