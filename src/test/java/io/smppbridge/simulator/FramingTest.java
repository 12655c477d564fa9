package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.loops.MiddleOfTurn;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives in pieces, in lumps, or wrong. */
@Timeout(30)
class FramingTest {
    private SmscSimulator sim;

    @BeforeEach
    void start() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
    }

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void a_session_byte_by_byte_is_a_session() throws Exception {
        try (RawEsme esme = new RawEsme(sim.port())) {
            esme.writeByteByByte(RawEsme.bind(BindMode.TRX, "a", "b", 1));
            assertThat(esme.read().status()).isZero();
            esme.writeByteByByte(RawEsme.submit("46701", 0, "one", 2));
            esme.writeByteByByte(RawEsme.submit("46701", 0, "two", 3));
            assertThat(esme.read().sequence()).isEqualTo(2);
            assertThat(esme.read().sequence()).isEqualTo(3);
            assertThat(sim.first().submits()).extracting(ReceivedSubmit::text).containsExactly("one", "two");
        }
    }

    @Test
    void a_simulator_that_is_told_to_end_in_the_middle_of_its_turn_closes_its_sessions() throws Exception {
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TRX)) {
            sim.call(() -> {
                MiddleOfTurn.end();
                return true;
            });
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void many_pdus_cut_anywhere_are_answered_in_order() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 1; i <= 2000; i++) {
            all.writeBytes(RawEsme.submit("46701", 0, "x".repeat(random.nextInt(200)), i));
        }
        byte[] bytes = all.toByteArray();
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TX)) {
            int at = 0;
            while (at < bytes.length) {
                int length = Math.min(bytes.length - at, 1 + random.nextInt(3000));
                esme.write(java.util.Arrays.copyOfRange(bytes, at, at + length));
                at += length;
            }
            for (int i = 1; i <= 2000; i++) {
                assertThat(esme.read().sequence()).isEqualTo(i);
            }
        }
        assertThat(sim.first().report().submits().accepted()).isEqualTo(2000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 70_001, 0x7FFFFFFF, 0xFFFFFFFF})
    void a_length_out_of_bounds_is_told_and_ends_the_connection(int length) throws Exception {
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TX)) {
            byte[] pdu = RawEsme.header(Smpp.ENQUIRE_LINK, 7);
            ByteBuffer.wrap(pdu).putInt(0, length);
            esme.write(pdu);
            CapturedPdu nack = esme.read();
            assertThat(nack.commandId()).isEqualTo(Smpp.GENERIC_NACK);
            assertThat(nack.status()).isEqualTo(SmppStatus.RINVCMDLEN);
            assertThatThrownBy(esme::read).isInstanceOf(EOFException.class);
        }
        assertThat(sim.first().report().sessions().framingErrors()).isEqualTo(1);
    }

    @Test
    void an_unknown_command_gets_a_nack_with_its_number_and_the_session_stays() throws Exception {
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TX)) {
            esme.write(RawEsme.header(0xFF, 0x80000001));
            CapturedPdu nack = esme.read();
            assertThat(nack.status()).isEqualTo(SmppStatus.RINVCMDID);
            assertThat(nack.sequence()).isEqualTo(0x80000001);
            esme.write(RawEsme.header(Smpp.ENQUIRE_LINK, 0));
            assertThat(esme.read().commandId()).isEqualTo(Smpp.ENQUIRE_LINK_RESP);
        }
    }

    @Test
    void what_the_bind_state_forbids_is_told() throws Exception {
        try (RawEsme unbound = new RawEsme(sim.port());
                RawEsme receiver = RawEsme.bound(sim.port(), BindMode.RX)) {
            unbound.write(RawEsme.submit("46701", 0, "x", 5));
            assertThat(unbound.read().status()).isEqualTo(SmppStatus.RINVBNDSTS);
            receiver.write(RawEsme.submit("46701", 0, "x", 5));
            CapturedPdu answer = receiver.read();
            assertThat(answer.commandId()).isEqualTo(Smpp.SUBMIT_SM_RESP);
            assertThat(answer.status()).isEqualTo(SmppStatus.RINVBNDSTS);
            receiver.write(RawEsme.bind(BindMode.RX, "a", "b", 6));
            assertThat(receiver.read().status()).isEqualTo(SmppStatus.RALYBND);
            receiver.write(RawEsme.header(Smpp.QUERY_SM, 7));
            assertThat(receiver.read().status()).isEqualTo(SmppStatus.RINVBNDSTS);
        }
        assertThat(sim.first().report().submits().total()).isZero();
    }

    @Test
    void a_malformed_submit_is_refused_for_its_field_and_the_session_stays() throws Exception {
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TX)) {
            byte[] sound = RawEsme.submit("46701", 0, "hello", 2);
            byte[] textTooLong = sound.clone();
            textTooLong[sound.length - 6] = 100;
            esme.write(textTooLong);
            assertThat(esme.read().status()).isEqualTo(SmppStatus.RINVMSGLEN);
            byte[] noDestination = RawEsme.submit("", 0, "hello", 3);
            esme.write(noDestination);
            assertThat(esme.read().status()).isEqualTo(SmppStatus.RINVDSTADR);
            byte[] cut = java.util.Arrays.copyOf(sound, 20);
            ByteBuffer.wrap(cut).putInt(0, 20);
            esme.write(cut);
            assertThat(esme.read().status()).isEqualTo(SmppStatus.RINVSRCADR);
            esme.write(RawEsme.submit("4".repeat(21), 0, "hello", 3));
            assertThat(esme.read().status()).isEqualTo(SmppStatus.RINVDSTADR);
            byte[] brokenTlv = java.util.Arrays.copyOf(sound, sound.length + 4);
            brokenTlv[sound.length + 3] = 9;
            ByteBuffer.wrap(brokenTlv).putInt(0, brokenTlv.length);
            esme.write(brokenTlv);
            assertThat(esme.read().status()).isEqualTo(SmppStatus.RINVOPTPARSTREAM);
            esme.write(sound);
            assertThat(esme.read().status()).isZero();
        }
    }

    @Test
    void mutated_pdus_never_end_the_simulator() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] sound = RawEsme.submit("46701", 1, "hello", 2);
        for (int round = 0; round < 200; round++) {
            try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TRX)) {
                byte[] mutant = sound.clone();
                for (int i = 0; i < 5; i++) {
                    mutant[random.nextInt(mutant.length)] = (byte) random.nextInt();
                }
                esme.write(mutant);
            }
        }
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TX)) {
            esme.write(sound);
            assertThat(esme.read().status()).isZero();
        }
    }
}
