package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each way to misbehave, seen from a bare socket. */
@Timeout(30)
class MisbehaviourTest {
    private SmscSimulator sim;

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void responses_come_reversed_in_groups_and_the_last_few_after_a_while() throws Exception {
        start("reorder", "3", "reorder-within", "50ms");
        try (RawEsme esme = esme()) {
            submit(esme, 1, 2, 3, 4, 5);
            assertThat(sequences(esme, 5)).containsExactly(3, 2, 1, 5, 4);
        }
    }

    @Test
    void a_response_comes_twice_or_not_at_all_or_under_a_wrong_number() throws Exception {
        start("duplicate-every", "2");
        try (RawEsme esme = esme()) {
            submit(esme, 1, 2, 3);
            assertThat(sequences(esme, 4)).containsExactly(1, 2, 2, 3);
            sim.first().set("duplicate-every", "0").set("drop-every", "2");
            submit(esme, 4, 5, 6);
            assertThat(sequences(esme, 1)).containsExactly(5);
            await().until(() ->
                    sim.first().report().submits().dropped() == 2); // 6 comes while every second one is dropped
            sim.first().set("drop-every", "0").set("wrong-sequence-every", "5");
            submit(esme, 7);
            assertThat(sequences(esme, 1)).containsExactly(1_000_007);
        }
        assertThat(sim.first().report().submits().dropped()).isEqualTo(2);
        assertThat(sim.first().report().submits().accepted()).isEqualTo(7);
    }

    @Test
    void an_answer_waits_for_its_delay_and_the_window_is_seen() throws Exception {
        start("respond-after", "50ms", "window", "2");
        try (RawEsme esme = esme()) {
            long start = System.nanoTime();
            submit(esme, 1, 2, 3);
            assertThat(sequences(esme, 3)).containsExactly(1, 2, 3);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
        }
        assertThat(sim.first().report().submits().mostUnanswered()).isEqualTo(3);
        assertThat(sim.first().report().submits().windowViolations()).isEqualTo(1);
    }

    @Test
    void the_same_seed_draws_the_same() throws Exception {
        List<List<String>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            start("drop-share", "50", "receipts", "never");
            try (RawEsme esme = esme()) {
                for (int i = 1; i <= 30; i++) {
                    submit(esme, i);
                }
                esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 99));
                List<String> seen = new ArrayList<>();
                for (CapturedPdu pdu = esme.read(); pdu.sequence() != 99; pdu = esme.read()) {
                    seen.add(Integer.toString(pdu.sequence()));
                }
                runs.add(seen);
            }
            if (run == 0) {
                sim.close();
            }
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1)).hasSizeBetween(5, 25);
    }

    @Test
    void a_receipt_overtakes_its_response_and_takes_another_bind() throws Exception {
        start("receipt-lead", "30ms", "receipt-bind", "other");
        try (RawEsme first = esme();
                RawEsme second = esme()) {
            first.write(RawEsme.submit("46701", 1, "x", 1));
            CapturedPdu receipt = second.read();
            CapturedPdu answer = first.read();
            assertThat(receipt.commandId()).isEqualTo(Smpp.DELIVER_SM);
            assertThat(answer.commandId()).isEqualTo(Smpp.SUBMIT_SM_RESP);
            assertThat(answer.nanos() - receipt.nanos()).isPositive();
        }
    }

    @Test
    void an_unanswered_receipt_goes_to_the_next_bind_of_the_account() throws Exception {
        start("receipt-after", "0", "receipt-form", "bare");
        try (RawEsme first = esme()) {
            first.write(RawEsme.submit("46701", 1, "x", 1));
            first.read();
            assertThat(text(first.read())).contains("id:1 stat:DELIVRD");
        }
        try (RawEsme second = esme()) {
            CapturedPdu again = second.read();
            assertThat(text(again)).contains("id:1 stat:DELIVRD");
            second.write(RawEsme.header(Smpp.DELIVER_SM_RESP, again.sequence()));
            await().until(() -> sim.first().report().receipts().acked() == 1);
        }
        assertThat(sim.first().report().waiting().returned()).isEqualTo(1);
    }

    @Test
    void a_refused_delivery_is_tried_again_until_it_is_given_up() throws Exception {
        start("deliver-retry-after", "10ms", "deliver-attempts", "2");
        try (RawEsme esme = esme()) {
            sim.first().sendMo("46700000001", "12345", "hi");
            for (int i = 0; i < 2; i++) {
                byte[] refusal =
                        RawEsme.header(Smpp.DELIVER_SM_RESP, esme.read().sequence());
                refusal[11] = (byte) SmppStatus.RX_T_APPN;
                esme.write(refusal);
            }
            await().until(() -> sim.first().report().waiting().givenUp() == 1);
            assertThat(sim.first().report().mo().refused()).isEqualTo(2);
        }
    }

    @Test
    void the_deliver_window_and_the_answer_deadline_hold() throws Exception {
        start("deliver-window", "1", "deliver-answer-within", "50ms", "deliver-retry-after", "0");
        try (RawEsme esme = esme()) {
            sim.first().sendMo("46700000001", "12345", "one");
            sim.first().sendMo("46700000001", "12345", "two");
            assertThat(text(esme.read())).endsWith("one");
            assertThat(sim.first().report().waiting().now()).isEqualTo(1);
            assertThat(text(esme.read())).endsWith("two");
            assertThat(text(esme.read())).endsWith("one");
            assertThat(sim.first().report().waiting().timeouts()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void receipts_follow_the_asked_bits_the_shares_and_the_rules() throws Exception {
        start(
                "receipt-after",
                "0",
                "receipt-form",
                "bare",
                "receipt-outcome-for",
                "99*=UNDELIV",
                "receipt-repeat",
                "1");
        try (RawEsme esme = esme()) {
            esme.write(RawEsme.submit("46701", 2, "failure only, delivered", 1));
            esme.read();
            esme.write(RawEsme.submit("9901", 0x12, "failure only, fails, and between", 2));
            esme.read();
            assertThat(text(esme.read())).contains("stat:ENROUTE");
            assertThat(text(esme.read())).contains("stat:ENROUTE");
            assertThat(text(esme.read())).contains("id:2 stat:UNDELIV");
            assertThat(text(esme.read())).contains("id:2 stat:UNDELIV");
            assertThat(esme.isSilent(50)).isTrue();
        }
    }

    @Test
    void receipts_can_come_as_data_sm_with_tlvs_only() throws Exception {
        start("receipt-after", "0", "receipt-form", "tlv-only", "receipt-as-data-sm", "true", "message-id", "uuid");
        try (RawEsme esme = esme()) {
            esme.write(RawEsme.submit("46701", 1, "x", 1));
            CapturedPdu answer = esme.read();
            CapturedPdu receipt = esme.read();
            String id = new String(answer.bytes(), 16, answer.bytes().length - 17, StandardCharsets.US_ASCII);
            assertThat(id).hasSize(36);
            assertThat(receipt.commandId()).isEqualTo(Smpp.DATA_SM);
            assertThat(text(receipt)).contains(id).doesNotContain("stat:");
        }
    }

    @Test
    void silence_answers_only_what_it_says() throws Exception {
        start();
        try (RawEsme esme = esme()) {
            sim.first().silence(Silence.SUBMITS);
            submit(esme, 1);
            esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 2));
            assertThat(esme.read().sequence()).isEqualTo(2);
            sim.first().silence(Silence.ALL_BUT_ENQUIRE_LINK);
            esme.write(RawEsme.header(Smpp.UNBIND, 3));
            esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 4));
            assertThat(esme.read().sequence()).isEqualTo(4);
            sim.first().stopAnswering();
            esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 5));
            assertThat(esme.isSilent(50)).isTrue();
            sim.first().silence(Silence.HALF_OPEN);
            esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 6));
            assertThat(esme.isSilent(50)).isTrue();
            sim.first().answerAgain();
            assertThat(esme.read().sequence()).isEqualTo(6);
            assertThat(sim.first().submits())
                    .singleElement()
                    .satisfies(s -> assertThat(s.status()).isEqualTo(-1));
            assertThat(sim.first().report().submits().silenced()).isEqualTo(1);
        }
    }

    @Test
    void a_delayed_answer_is_lost_when_the_port_falls_silent() throws Exception {
        start("respond-after", "1s");
        try (RawEsme esme = esme()) {
            submit(esme, 1);
            await().until(() -> sim.first().report().submits().total() == 1);
            sim.first().stopAnswering();
            assertThat(esme.isSilent(1_200)).isTrue();
        }
    }

    @Test
    void connections_break_in_each_way() throws Exception {
        start();
        try (RawEsme esme = esme()) {
            sim.first().dropAllBinds();
            assertThatThrownBy(esme::read).isInstanceOf(SocketException.class);
        }
        try (RawEsme esme = esme()) {
            sim.first().breakAll(BreakHow.CLOSE);
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
        }
        try (RawEsme esme = esme()) {
            sim.first().breakAll(BreakHow.HALF_CLOSE);
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
            submit(esme, 1);
            await().until(() -> sim.first().report().submits().total() == 1);
        }
        try (RawEsme esme = esme()) {
            sim.first().unbindAll();
            assertThat(esme.read().commandId()).isEqualTo(Smpp.UNBIND);
            esme.write(RawEsme.header(Smpp.UNBIND_RESP, 1));
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void deliveries_go_on_until_the_unbind_is_answered() throws Exception {
        start("unbind-respond-after", "300ms", "unbind-close-after", "0");
        try (RawEsme esme = esme()) {
            esme.write(RawEsme.header(Smpp.UNBIND, 9));
            esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 10));
            assertThat(esme.read().sequence()).isEqualTo(10);
            sim.first().sendMo("46700000001", "12345", "hi");
            assertThat(text(esme.read())).endsWith("hi");
            assertThat(esme.read().commandId()).isEqualTo(Smpp.UNBIND_RESP);
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
        }
        assertThat(sim.first().report().waiting().returned()).isEqualTo(1);
    }

    @Test
    void a_full_outbox_loses_the_newest_and_counts_it() throws Exception {
        start("deliver-queue", "2");
        for (int i = 0; i < 5; i++) {
            sim.first().sendMo("46700000001", "12345", "hi");
        }
        assertThat(sim.first().report().waiting().now()).isEqualTo(2);
        assertThat(sim.first().report().waiting().overflow()).isEqualTo(3);
        assertThat(sim.first().report().mo().due()).isEqualTo(5);
    }

    @Test
    void a_port_that_is_taken_is_told_and_nothing_stays_open() throws Exception {
        start();
        SimulatorConfig taken = new SimulatorConfig(
                "127.0.0.1",
                -1,
                1,
                java.util.Map.of(),
                List.of(new SimulatorConfig.PortConfig("a", sim.port(), java.util.Map.of())),
                0,
                SimulatorConfig.CaptureConfig.NONE);
        assertThatThrownBy(() -> SmscSimulator.start(taken))
                .hasMessageContaining("127.0.0.1:" + sim.port())
                .hasMessageContaining("choose another port");
    }

    @Test
    void connections_break_by_count_and_by_time() throws Exception {
        start("break-every", "2", "break-how", "close");
        try (RawEsme esme = esme()) {
            submit(esme, 1, 2);
            assertThat(sequences(esme, 2)).containsExactly(1, 2);
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
        }
        sim.first().set("break-after", "20ms").set("break-how", "rst");
        try (RawEsme esme = esme()) {
            assertThatThrownBy(esme::read).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void a_port_that_does_not_listen_refuses_and_listens_again_on_the_same_number() throws Exception {
        start();
        int port = sim.port();
        sim.first().stopListening();
        assertThatThrownBy(() -> new RawEsme(port)).isInstanceOf(ConnectException.class);
        try (Socket other = new Socket()) {
            assertThatThrownBy(() -> other.bind(new InetSocketAddress("127.0.0.1", port)))
                    .as("nobody else is given it meanwhile")
                    .isInstanceOf(BindException.class);
        }
        sim.first().listen();
        esme().close();
        assertThat(sim.port()).isEqualTo(port);
    }

    @Test
    void raw_bytes_go_out_as_they_are() throws Exception {
        start();
        try (RawEsme esme = esme()) {
            byte[] odd = {0, 0, 0, 17, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
            sim.first().sendRaw(odd);
            assertThat(esme.read().bytes()).isEqualTo(odd);
        }
    }

    @Test
    void messages_from_subscribers_come_at_their_rate() throws Exception {
        start("mo-rate", "200");
        try (RawEsme esme = esme()) {
            for (int i = 0; i < 20; i++) {
                CapturedPdu mo = esme.read();
                assertThat(text(mo)).endsWith("Hello from the simulator");
                esme.write(RawEsme.header(Smpp.DELIVER_SM_RESP, mo.sequence()));
            }
            sim.first().set("mo-rate", "0");
        }
    }

    @Test
    void ports_have_their_own_scripts_and_numbers() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests("a", "b"));
        sim.port("b").refuseAll(SmppStatus.RSYSERR);
        try (RawEsme a = RawEsme.bound(sim.port("a").number(), BindMode.TX);
                RawEsme b = RawEsme.bound(sim.port("b").number(), BindMode.TX)) {
            submit(a, 1);
            submit(b, 1);
            assertThat(a.read().status()).isZero();
            assertThat(b.read().status()).isEqualTo(SmppStatus.RSYSERR);
        }
        assertThatThrownBy(() -> sim.port("c")).hasMessageContaining("expected one of [a, b]");
    }

    private void start(String... keysAndValues) throws Exception {
        SimulatorConfig config = SimulatorConfig.forTests();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            config = config.with(keysAndValues[i], keysAndValues[i + 1]);
        }
        sim = SmscSimulator.start(config);
    }

    private RawEsme esme() throws Exception {
        return RawEsme.bound(sim.port(), BindMode.TRX);
    }

    private static void submit(RawEsme esme, int... sequences) throws Exception {
        for (int sequence : sequences) {
            esme.write(RawEsme.submit("46701", 0, "x", sequence));
        }
    }

    private static List<Integer> sequences(RawEsme esme, int count) throws Exception {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seen.add(esme.read().sequence());
        }
        return seen;
    }

    private static String text(CapturedPdu pdu) {
        return new String(pdu.bytes(), StandardCharsets.ISO_8859_1);
    }
}
