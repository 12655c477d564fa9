package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Certificates;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.esme.RawPeer.Pdu;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each PDU of an ESME gets in each state of its session (SMPP 3.4 §2.2, 5.0 §2.3 and §2.4). */
@Timeout(30)
class EsmeStatesTest {
    private static final String TO = "46701234567";
    private static final int RESPONSE = 0x80000000;
    private static final int INVALID_COMMAND = 0x03;
    private static final int WRONG_STATE = 0x04;
    private static final int TRY_AGAIN = 0x14;
    private static final int ALREADY_BOUND = 0x05;
    private static final int NO_SUCH_MESSAGE = 0x0C;
    private static final int MISSING_TLV = 0xC3;
    private static final int PROHIBITED = 0x101;

    /** How far a session has come. */
    enum State {
        OPEN,
        /** What comes together with the bind is judged after it. */
        BINDING,
        BOUND_TX,
        BOUND_RX,
        BOUND_TRX,
        /** It was told no, and may read why. */
        REFUSED,
        /** It has said unbind, and something before has no answer yet. */
        UNBINDING,
        /** The bridge has said unbind. */
        TOLD_TO_UNBIND;

        boolean sends() {
            return this == BOUND_TX || this == BOUND_TRX || this == BINDING;
        }

        boolean isBound() {
            return name().startsWith("BOUND");
        }

        boolean bindsAgain() {
            return isBound() || this == BINDING;
        }
    }

    /** A request, and what it is answered with where the state allows it; {@code NEVER} where none does, {@code ANY} where all do. */
    private enum Request {
        SUBMIT_SM(0x04, 0, n -> RawPeer.submit("Acme", TO, 0, "x", n)),
        DATA_SM(0x103, 0, n -> RawPeer.data(TO, "x", n)),
        SUBMIT_MULTI(0x21, 0, n -> RawPeer.multi("x", n, TO)),
        QUERY_SM(0x03, NO_SUCH_MESSAGE, n -> RawPeer.about(0x03, "none", n)),
        CANCEL_SM(0x08, NO_SUCH_MESSAGE, n -> RawPeer.about(0x08, "none", n)),
        REPLACE_SM(0x07, NO_SUCH_MESSAGE, n -> RawPeer.about(0x07, "none", n)),
        BROADCAST_SM(0x111, PROHIBITED, RawPeer::broadcast),
        BROADCAST_SM_WITHOUT_AREA(0x111, MISSING_TLV, n -> RawPeer.pdu(0x111, n, out -> out.write(new byte[11]))),
        QUERY_BROADCAST_SM(0x112, PROHIBITED, n -> RawPeer.about(0x112, "none", n)),
        CANCEL_BROADCAST_SM(0x113, PROHIBITED, n -> RawPeer.about(0x113, "none", n)),
        DELIVER_SM(0x05, WRONG_STATE, n -> RawPeer.bare(0x05, n)),
        BIND_RECEIVER(0x01, ALREADY_BOUND, n -> RawPeer.bind(0x01, "shop", "secret", n)),
        BIND_TRANSMITTER(0x02, ALREADY_BOUND, n -> RawPeer.bind(0x02, "shop", "secret", n)),
        BIND_TRANSCEIVER(0x09, ALREADY_BOUND, n -> RawPeer.bind(0x09, "shop", "secret", n)),
        ENQUIRE_LINK(0x15, 0, n -> RawPeer.bare(0x15, n)),
        OUTBIND(0, INVALID_COMMAND, n -> RawPeer.bare(0x0B, n)),
        ALERT_NOTIFICATION(0, INVALID_COMMAND, n -> RawPeer.bare(0x102, n)),
        UNKNOWN(0, INVALID_COMMAND, n -> RawPeer.bare(0xFF, n));

        final int answer;
        final int status;
        final IntFunction<byte[]> pdu;

        Request(int command, int status, IntFunction<byte[]> pdu) {
            this.answer = command | RESPONSE;
            this.status = status;
            this.pdu = pdu;
        }

        int number() {
            return 100 + ordinal();
        }

        int statusIn(State state) {
            return switch (this) {
                case ENQUIRE_LINK, OUTBIND, ALERT_NOTIFICATION, UNKNOWN, DELIVER_SM -> status;
                case SUBMIT_SM, DATA_SM, SUBMIT_MULTI ->
                    state.sends() ? status : state == State.TOLD_TO_UNBIND ? TRY_AGAIN : WRONG_STATE;
                case BIND_RECEIVER, BIND_TRANSMITTER, BIND_TRANSCEIVER -> state.bindsAgain() ? status : WRONG_STATE;
                default -> state.sends() ? status : WRONG_STATE;
            };
        }
    }

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("C10")
    @Tag("C03")
    @Tag("E-06")
    @Tag("S-22")
    void each_pdu_gets_exactly_one_answer_with_what_it_is_due(State state, TestReporter reporter) throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = state.isBound() || state.ordinal() > State.REFUSED.ordinal() ? bound(state) : open()) {
            reach(state, peer);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            if (state == State.BINDING) {
                all.writeBytes(RawPeer.bind(RawPeer.TRX, "shop", "secret", 1));
            }
            int expected = 0;
            for (Request request : Request.values()) {
                boolean binds = state == State.OPEN && request.name().startsWith("BIND_");
                if (!binds) {
                    all.writeBytes(request.pdu.apply(request.number()));
                    expected++;
                }
            }
            // No answers to answers.
            all.writeBytes(RawPeer.bare(0x80000004, 7));
            all.writeBytes(RawPeer.bare(0x80000111, 7));
            peer.write(all.toByteArray());
            Map<Integer, Pdu> answers = new HashMap<>();
            while (answers.size() < expected) {
                Pdu answer = peer.read();
                boolean before = answer.sequence() < 100; // of the bind, or of what was asked before
                assertThat(before ? null : answers.put(answer.sequence(), answer))
                        .isNull();
            }
            long refused = answers.values().stream()
                    .filter(answer -> answer.status() != 0)
                    .count();
            Tried.times(expected)
                    .lost(expected - answers.size())
                    .refused(refused)
                    .note(state + ": " + expected + " requests, " + answers.size() + " answers")
                    .tell(reporter);
            for (Request request : Request.values()) {
                Pdu answer = answers.get(request.number());
                if (answer != null) {
                    assertThat(answer.command()).as("answer to %s", request).isEqualTo(request.answer);
                    assertThat(answer.status()).as("%s when %s", request, state).isEqualTo(request.statusIn(state));
                }
            }
            if (state == State.UNBINDING) {
                bed.release();
                assertThat(peer.read().command()).isEqualTo(0x80000004);
                assertThat(peer.read().command()).isEqualTo(0x80000006);
                assertThat(peer.isClosed()).isTrue();
            } else if (state != State.REFUSED) {
                assertThat(peer.write(RawPeer.bare(0x15, 99)).read().command()).isEqualTo(0x80000015);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 33, 10_000})
    @Tag("C10")
    @Tag("E-06")
    void what_comes_with_a_bind_is_answered_after_it_and_in_order_however_the_octets_are_cut(int octets)
            throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(RawPeer.bare(0x15, 1));
        all.writeBytes(RawPeer.bind(RawPeer.TRX, "shop", "secret", 2));
        all.writeBytes(RawPeer.bare(0x15, 3));
        all.writeBytes(RawPeer.about(0x03, "none", 4));
        all.writeBytes(RawPeer.bind(RawPeer.TRX, "shop", "secret", 5));
        all.writeBytes(RawPeer.submit("Acme", TO, 0, "x", 6));
        all.writeBytes(RawPeer.bare(0x06, 7));
        all.writeBytes(RawPeer.bare(0x15, 8));
        try (RawPeer peer = open()) {
            byte[] whole = all.toByteArray();
            for (int at = 0; at < whole.length; at += octets) {
                peer.write(Arrays.copyOfRange(whole, at, Math.min(whole.length, at + octets)));
            }
            int[] commands = {0x15, 0x09, 0x15, 0x03, 0x09, 0x04, 0x06, 0x15};
            int[] statuses = {0, 0, 0, NO_SUCH_MESSAGE, ALREADY_BOUND, 0, 0, 0};
            List<Integer> came = new ArrayList<>();
            for (int i = 0; i < commands.length; i++) {
                Pdu answer = peer.read();
                int at = answer.sequence() - 1;
                came.add(at);
                assertThat(answer.command()).isEqualTo(commands[at] | RESPONSE);
                assertThat(answer.status()).as("of request %d", at + 1).isEqualTo(statuses[at]);
            }
            assertThat(came).startsWith(0, 1, 2).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
            assertThat(came.indexOf(6)).as("unbind after what was asked before").isGreaterThan(came.indexOf(5));
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C10")
    @Tag("E-06")
    void more_than_one_reading_that_comes_with_a_bind_is_answered_after_it_and_in_order(boolean tls) throws Exception {
        Certificates ca = new Certificates("ca");
        Certificates.Issued issued = ca.issue("127.0.0.1");
        issued.certificate(directory.resolve("chain.pem"));
        issued.key(directory.resolve("key.pem"));
        bed = tls
                ? EsmeBed.with(
                        directory, List.of("shop"), "esme.e.tls-certificate = chain.pem", "esme.e.tls-key = key.pem")
                : EsmeBed.with(directory, List.of("shop"));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(RawPeer.bind(RawPeer.TRX, "shop", "secret", 1));
        for (int i = 2; i <= 5_000; i++) {
            all.writeBytes(RawPeer.bare(0x15, i)); // 80,000 octets, five readings
        }
        SocketFactory sockets = tls ? trusting(ca) : SocketFactory.getDefault();
        try (Socket peer = sockets.createSocket("127.0.0.1", bed.port())) {
            peer.setSoTimeout(5_000);
            peer.getOutputStream().write(all.toByteArray());
            DataInputStream in = new DataInputStream(new BufferedInputStream(peer.getInputStream()));
            for (int i = 1; i <= 5_000; i++) {
                int rest = in.readInt() - 16;
                assertThat(in.readInt()).isEqualTo(i == 1 ? 0x80000009 : 0x80000015);
                assertThat(in.readInt()).isZero();
                assertThat(in.readInt()).isEqualTo(i);
                in.skipBytes(rest);
            }
        }
    }

    @Test
    @Tag("C10")
    @Tag("C19")
    void an_answer_to_an_unbind_that_nobody_said_is_counted_and_ends_nothing() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            bed.hold = true;
            peer.write(RawPeer.submit("Acme", TO, 0, "x", 2)).write(RawPeer.bare(0x80000006, 3));
            assertThat(peer.write(RawPeer.bare(0x15, 4)).read().sequence()).isEqualTo(4);
            assertThat(bed.stats.esmeStrayAnswers.sum()).isEqualTo(1);
            bed.release();
            assertThat(peer.read().sequence()).isEqualTo(2);
        }
    }

    @Test
    @Tag("C10")
    void a_message_that_crosses_our_unbind_is_to_be_sent_again_and_one_of_a_receiver_or_after_its_answer_is_not()
            throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer sender = bed.bound(RawPeer.TX, "shop");
                RawPeer receiver = bed.bound(RawPeer.RX, "shop")) {
            bed.hold = true;
            sender.write(RawPeer.submit("Acme", TO, 0, "x", 2)).write(RawPeer.bare(0x15, 3));
            assertThat(sender.read().sequence()).isEqualTo(3);
            reach(State.TOLD_TO_UNBIND, sender);
            assertThat(receiver.read().command()).isEqualTo(0x06);
            assertThat(sender.write(RawPeer.submit("Acme", TO, 0, "y", 4))
                            .read()
                            .status())
                    .isEqualTo(TRY_AGAIN);
            assertThat(receiver.write(RawPeer.submit("Acme", TO, 0, "y", 4))
                            .read()
                            .status())
                    .isEqualTo(WRONG_STATE);
            sender.write(RawPeer.bare(0x80000006, 1)).write(RawPeer.submit("Acme", TO, 0, "z", 5));
            assertThat(sender.read().status()).isEqualTo(WRONG_STATE);
            bed.release();
            assertThat(sender.read().sequence()).isEqualTo(2);
            assertThat(sender.isClosed()).isTrue();
            assertThat(bed.sent).hasSize(1);
        }
    }

    @Test
    @Tag("C10")
    void our_unbind_is_over_when_what_was_asked_before_is_answered() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            bed.hold = true;
            peer.write(RawPeer.submit("Acme", TO, 0, "x", 2)).write(RawPeer.bare(0x15, 3));
            assertThat(peer.read().sequence()).isEqualTo(3);
            reach(State.TOLD_TO_UNBIND, peer);
            peer.write(RawPeer.bare(0x80000006, 1)).write(RawPeer.bare(0x15, 4));
            assertThat(peer.read().sequence()).isEqualTo(4);
            bed.release();
            assertThat(peer.read().command()).isEqualTo(0x80000004);
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C10")
    void an_unbind_that_crosses_ours_is_answered_after_what_was_asked_before(boolean answersOurs) throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            bed.hold = true;
            peer.write(RawPeer.submit("Acme", TO, 0, "x", 2)).write(RawPeer.bare(0x15, 3));
            assertThat(peer.read().sequence()).isEqualTo(3);
            reach(State.TOLD_TO_UNBIND, peer);
            peer.write(RawPeer.bare(0x06, 4));
            if (answersOurs) {
                peer.write(RawPeer.bare(0x80000006, 1));
            }
            assertThat(peer.write(RawPeer.bare(0x15, 5)).read().sequence()).isEqualTo(5);
            bed.release();
            assertThat(peer.read().sequence()).isEqualTo(2);
            isUnbindAnswer(peer.read(), 4);
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    @Tag("C10")
    @Tag("C14")
    void an_unbind_is_answered_whatever_its_sequence_number() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        for (int sequence : new int[] {0, -1, 0x80000000}) {
            try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
                isUnbindAnswer(peer.write(RawPeer.bare(0x06, sequence)).read(), sequence);
                assertThat(peer.isClosed()).isTrue();
            }
        }
    }

    @Test
    @Tag("C10")
    void a_second_unbind_is_answered_at_once_and_the_first_after_what_was_asked_before() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            reach(State.UNBINDING, peer);
            isUnbindAnswer(peer.write(RawPeer.bare(0x06, 4)).read(), 4);
            bed.release();
            assertThat(peer.read().sequence()).isEqualTo(2);
            isUnbindAnswer(peer.read(), 3);
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("C10")
    void who_withdraws_a_message_hears_of_it_before_an_unbind_is_answered(boolean crossesOurs) throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            bed.holdWithdrawals = true;
            peer.write(RawPeer.about(0x08, new TaskId(TaskId.first(1)).toString(), 2))
                    .write(RawPeer.bare(0x15, 3));
            assertThat(peer.read().sequence()).isEqualTo(3);
            if (crossesOurs) {
                reach(State.TOLD_TO_UNBIND, peer);
            }
            peer.write(RawPeer.bare(0x06, 4));
            assertThat(peer.write(RawPeer.bare(0x15, 5)).read().sequence()).isEqualTo(5);
            bed.release();
            assertThat(peer.read().sequence()).isEqualTo(2);
            isUnbindAnswer(peer.read(), 4);
            assertThat(peer.isClosed()).isTrue();
        }
    }

    private static void isUnbindAnswer(Pdu answer, int sequence) {
        assertThat(answer.command()).isEqualTo(0x80000006);
        assertThat(answer.sequence()).isEqualTo(sequence);
    }

    private static SocketFactory trusting(Certificates ca) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", ca.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    private RawPeer open() throws IOException {
        return new RawPeer(bed.port());
    }

    private RawPeer bound(State state) throws IOException {
        int bind = state == State.BOUND_TX ? RawPeer.TX : state == State.BOUND_RX ? RawPeer.RX : RawPeer.TRX;
        return bed.bound(bind, "shop");
    }

    private void reach(State state, RawPeer peer) throws IOException {
        if (state == State.REFUSED) {
            Pdu no = peer.write(RawPeer.bind(RawPeer.TRX, "shop", "guess", 1)).read();
            assertThat(no.status()).isEqualTo(0x0D);
        } else if (state == State.UNBINDING) {
            bed.hold = true;
            peer.write(RawPeer.submit("Acme", TO, 0, "x", 2)).write(RawPeer.bare(0x06, 3));
        } else if (state == State.TOLD_TO_UNBIND) {
            bed.server.apply(bed.config(List.of()).esme(), List.of());
            assertThat(peer.read().command()).isEqualTo(0x06);
        }
    }
}
