package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.smppbridge.TaskId;
import io.smppbridge.esme.RawPeer.Pdu;
import io.smppbridge.handback.Handback;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Bodies of ESMEs that are longer, shorter or other than SMPP has them. */
@Timeout(30)
class EsmeCornersTest {
    private static final String TO = "46701234567";
    private static final int RINVMSGLEN = 0x01;
    private static final int RINVCMDLEN = 0x02;
    private static final int RINVSRCADR = 0x0A;
    private static final int RINVDSTADR = 0x0B;
    private static final int RINVMSGID = 0x0C;
    private static final int RBINDFAIL = 0x0D;
    private static final int RINVSERTYP = 0x15;
    private static final int RTHROTTLED = 0x58;
    private static final int RINVSCHED = 0x61;
    private static final int RINVEXPIRY = 0x62;
    private static final int TLVS_BROKEN = 0xC0;
    private static final int TLV_LENGTH = 0xC2;
    /** Of a broadcast_sm that lacks only its last, optional TLV. */
    private static final int PROHIBITED = 0x101;

    @TempDir
    Path directory;

    private EsmeBed bed;

    @BeforeEach
    void open() throws IOException {
        bed = EsmeBed.with(directory, List.of("shop"));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    @Tag("S-23")
    void the_log_says_why_a_bind_is_refused_and_how_one_ends_and_no_password() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger("io.smppbridge.esme");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Level before = log.getLevel();
        log.setLevel(Level.INFO);
        log.addAppender(lines);
        try {
            try (RawPeer wrong = new RawPeer(bed.port())) {
                assertThat(wrong.write(RawPeer.bind(RawPeer.TRX, "shop", "guessed", 1))
                                .read()
                                .status())
                        .isEqualTo(RBINDFAIL);
                assertThat(said(lines)).anyMatch(it -> it.contains("account shop") && it.contains("wrong password"));
            }
            try (RawPeer nobody = new RawPeer(bed.port())) {
                nobody.write(RawPeer.bind(RawPeer.TRX, "nobody", "guessed", 1)).read();
                assertThat(said(lines)).anyMatch(it -> it.contains("no account has this system_id"));
            }
            bed.bound(RawPeer.TRX, "shop").close();
            await().until(() -> said(lines).stream()
                    .anyMatch(it -> it.contains("account shop") && it.contains("the ESME has closed")));
            assertThat(said(lines)).noneMatch(it -> it.contains("guessed") || it.contains("secret"));
        } finally {
            log.detachAppender(lines);
            lines.list.clear(); // Logback keeps the appender until it logs again, and an event its session.
            log.setLevel(before);
        }
    }

    /** A thousand of whom would else fill the memory of all with the beginnings of PDUs of 70,000 octets. */
    @Test
    @Tag("S-20")
    @Tag("S-22")
    void who_has_not_bound_can_announce_nothing_that_is_longer_than_a_bind() throws Exception {
        try (RawPeer stranger = new RawPeer(bed.port())) {
            assertThat(stranger.write(octets(0x04, 5, 1024)).read().command()).isEqualTo(0x80000004);
            Pdu nack = stranger.write(Arrays.copyOf(octets(0x04, 6, 1025), 16)).read();
            assertThat(nack.command()).isEqualTo(0x80000000);
            assertThat(nack.status()).isEqualTo(RINVCMDLEN);
            assertThat(nack.sequence()).isEqualTo(6);
            assertThat(stranger.isClosed()).isTrue();
        }
    }

    /** However the octets are cut: what comes with the bind is judged as after it. */
    @Test
    void what_comes_with_a_bind_may_be_as_long_as_after_it() throws Exception {
        byte[] bind = RawPeer.bind(RawPeer.TRX, "shop", "secret", 1);
        byte[] both = Arrays.copyOf(bind, bind.length + 70_000);
        System.arraycopy(octets(0x04, 2, 70_000), 0, both, bind.length, 70_000);
        for (int i = 0; i < 2; i++) { // its password looked at, and remembered
            try (RawPeer peer = new RawPeer(bed.port())) {
                assertThat(peer.write(both).read().status()).isZero();
                assertThat(peer.read().command()).isEqualTo(0x80000004);
                peer.write(RawPeer.bare(0x15, 3));
                assertThat(peer.read().command()).isEqualTo(0x80000015);
            }
        }
    }

    /** So many octets, nothing but zeros behind its header. */
    private static byte[] octets(int command, int sequence, int length) {
        byte[] octets = Arrays.copyOf(RawPeer.bare(command, sequence), length);
        ByteBuffer.wrap(octets).putInt(0, length);
        return octets;
    }

    @Test
    void the_log_tells_of_an_error_of_the_bridge_over_which_a_session_stumbles() throws Exception {
        bed.stumbles = true;
        Logger log = (Logger) LoggerFactory.getLogger(Loop.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(RawPeer.about(0x03, "1M7XRQPTT0001", 5));
            await().until(() -> said(lines).stream().anyMatch(it -> it.contains("stumbled")));
            assertThat(lines.list.get(0).getThrowableProxy().getCause().getMessage())
                    .isEqualTo("an error of the bridge");
        } finally {
            log.detachAppender(lines);
            lines.list.clear();
        }
    }

    @Test
    void who_has_shut_its_side_and_is_owed_answers_keeps_no_place_and_no_event() throws Exception {
        close();
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 1");
        bed.hold = true;
        try (RawPeer gone = bed.bound(RawPeer.TRX, "shop")) {
            long event = bed.mo("shop", "hello");
            assertThat(gone.read().command()).isEqualTo(0x05);
            gone.write(RawPeer.submit("Acme", TO, 0, "x", 2));
            await().until(() -> bed.held.size() == 1);
            gone.shut();
            await().until(() ->
                    bed.handback.stats(Handback.esme("shop")).orElseThrow().inFlight() == 0);
            try (RawPeer anew = bed.bound(RawPeer.TRX, "shop")) {
                Pdu again = anew.read();
                assertThat(again.command()).isEqualTo(0x05);
                anew.write(RawPeer.pdu(0x80000005, again.sequence(), out -> out.write(0)));
                await().until(() -> bed.taken.containsKey(event));
            }
            bed.release();
            assertThat(gone.read().sequence()).isEqualTo(2);
            assertThat(gone.isClosed()).isTrue();
        }
        await().until(() -> bed.server.connections() == 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {RawPeer.TX, RawPeer.TRX})
    void nor_who_is_to_hear_yet_what_became_of_a_message_that_it_has_withdrawn(int bind) throws Exception {
        close();
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.binds = 1");
        bed.holdWithdrawals = true;
        try (RawPeer gone = bed.bound(bind, "shop")) {
            gone.write(RawPeer.about(0x08, new TaskId(TaskId.first(1)).toString(), 2));
            await().until(() -> bed.held.size() == 1);
            gone.shut();
            await().untilAsserted(() -> bed.bound(bind, "shop").close());
            bed.release();
            assertThat(gone.read().sequence()).isEqualTo(2);
            assertThat(gone.isClosed()).isTrue();
        }
        await().until(() -> bed.server.connections() == 0);
    }

    @Test
    void of_the_receipts_of_parts_that_became_one_message_only_what_was_throttled_comes_again() throws Exception {
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            long event = bed.receipt("shop", Map.of(Gathering.PARTS, "part1:1:,part2:1:,part3:1:"));
            Pdu first = peer.read();
            Pdu second = peer.read();
            Pdu third = peer.read();
            peer.write(answer(first, 0)).write(answer(second, RTHROTTLED)).write(answer(third, 0));
            Pdu again = peer.read();
            assertThat(again.whole()).contains("id:part2");
            peer.write(answer(again, 0));
            await().until(() -> bed.taken.containsKey(event));
            bed.mo("shop", "next");
            assertThat(peer.read().whole()).contains("next");
        }
    }

    @Test
    void what_was_taken_of_the_receipts_of_parts_does_not_come_again_on_another_bind_either_and_gives_its_place_back()
            throws Exception {
        close();
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = 1");
        long event;
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            event = bed.receipt("shop", Map.of(Gathering.PARTS, "part1:1:,part2:1:,part3:1:"));
            peer.write(answer(peer.read(), 0));
            Pdu second = peer.read();
            assertThat(second.whole()).contains("id:part2");
            peer.write(answer(second, RTHROTTLED)).write(answer(peer.read(), 0));
            assertThat(peer.read().whole()).contains("id:part2");
        }
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Pdu again = peer.read();
            assertThat(again.whole()).contains("id:part2");
            peer.write(answer(again, 0));
            await().until(() -> bed.taken.containsKey(event));
            for (int i = 0; i < 3; i++) {
                bed.mo("shop", "next" + i);
                Pdu next = peer.read();
                assertThat(next.whole()).contains("next" + i);
                peer.write(answer(next, 0));
            }
        }
    }

    private static byte[] answer(Pdu deliver, int status) {
        byte[] octets = RawPeer.pdu(0x80000005, deliver.sequence(), out -> out.write(0));
        ByteBuffer.wrap(octets).putInt(8, status);
        return octets;
    }

    private static List<String> said(ListAppender<ILoggingEvent> lines) {
        return List.copyOf(lines.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** A submit_sm with these texts in their order, and TLVs behind. */
    private static byte[] submit(
            String service, String from, String to, String schedule, String validity, int... tlvs) {
        return RawPeer.pdu(4, 9, out -> {
            RawPeer.text(out, service);
            address(out, from);
            address(out, to);
            out.write(new byte[3]);
            RawPeer.text(out, schedule);
            RawPeer.text(out, validity);
            out.write(new byte[] {0, 0, 0, 0, 1, 'x'});
            for (int octet : tlvs) {
                out.write(octet);
            }
        });
    }

    private static void address(DataOutputStream out, String number) throws IOException {
        out.write(new byte[] {1, 1});
        RawPeer.text(out, number);
    }

    private int status(RawPeer peer, byte[] pdu) throws IOException {
        return peer.write(pdu).read().status();
    }

    /** SMPP 3.4 leaves the body of a refusal out of submit_sm_resp only. */
    @Test
    void a_refusal_has_the_body_that_smpp_gives_its_answer() throws Exception {
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            assertThat(refusal(peer, RawPeer.about(3, "nope", 2))).containsExactly(0, 0, 7, 0);
            assertThat(refusal(peer, RawPeer.data("4".repeat(30), "x", 3))).containsExactly(0);
            assertThat(refusal(peer, RawPeer.multi("x", 4, "4".repeat(30)))).containsExactly(0, 0);
            assertThat(refusal(peer, RawPeer.submit("Acme", "4".repeat(30), 0, "x", 5)))
                    .isEmpty();
            assertThat(refusal(peer, RawPeer.about(8, "nope", 6))).isEmpty();
        }
    }

    private static byte[] refusal(RawPeer peer, byte[] pdu) throws IOException {
        Pdu answer = peer.write(pdu).read();
        assertThat(answer.status()).isNotZero();
        return answer.body();
    }

    @Test
    @Tag("C07")
    void fields_longer_than_smpp_has_them_are_read_to_their_end_and_judged_by_what_they_say() throws Exception {
        String longer = "x".repeat(200);
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            assertThat(status(peer, submit(longer, "Acme", TO, "", ""))).isEqualTo(RINVSERTYP);
            assertThat(status(peer, submit("", longer, TO, "", ""))).isEqualTo(RINVSRCADR);
            assertThat(status(peer, submit("", "Acme", "4".repeat(200), "", "")))
                    .isEqualTo(RINVDSTADR);
            assertThat(status(peer, submit("", "Acme", TO, longer, ""))).isEqualTo(RINVSCHED);
            assertThat(status(peer, submit("", "Acme", TO, "", longer))).isEqualTo(RINVEXPIRY);
            for (int command : new int[] {3, 7, 8}) {
                assertThat(status(peer, RawPeer.about(command, longer, 9))).isEqualTo(RINVMSGID);
            }
            Pdu multi = peer.write(RawPeer.multi("x", 9, TO, "4".repeat(200))).read();
            assertThat(multi.status()).isZero();
            assertThat(multi.whole()).as("what we send keeps its size").contains("4".repeat(20) + "\0");
            assertThat(multi.body()).hasSizeLessThan(60);
        }
        for (String systemId : List.of("shop" + longer, "shop")) {
            try (RawPeer peer = new RawPeer(bed.port())) {
                assertThat(status(peer, RawPeer.bind(RawPeer.TRX, systemId, "secret" + longer, 1)))
                        .isEqualTo(RBINDFAIL);
            }
        }
    }

    @Test
    @Tag("C07")
    @Tag("C11")
    void a_body_that_ends_anywhere_gets_its_status_and_the_session_goes_on() throws Exception {
        List<byte[]> whole = List.of(
                submit("CMT", "Acme", TO, "", ""),
                RawPeer.data(TO, "x", 9),
                RawPeer.multi("x", 9, TO),
                RawPeer.about(3, "none", 9),
                RawPeer.about(8, "none", 9),
                RawPeer.replace("none", "", "x", 9),
                RawPeer.broadcast(9),
                RawPeer.about(0x112, "none", 9),
                RawPeer.about(0x113, "none", 9));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            for (byte[] pdu : whole) {
                for (int length = 16; length < pdu.length; length++) {
                    byte[] cut = Arrays.copyOf(pdu, length);
                    ByteBuffer.wrap(cut).putInt(0, length);
                    Pdu answer = peer.write(cut).read();
                    int command = ByteBuffer.wrap(pdu).getInt(4);
                    assertThat(answer.command()).isEqualTo(command | 0x80000000);
                    assertThat(answer.status())
                            .as("0x%x of %d octets, cut at %d", command, pdu.length, length)
                            .isIn(RINVCMDLEN, RINVMSGLEN, RINVMSGID, TLVS_BROKEN, 0xC3, PROHIBITED);
                }
                peer.write(RawPeer.bare(0x15, 10));
                assertThat(peer.read().sequence()).isEqualTo(10);
            }
        }
        assertThat(bed.sent).isEmpty();
    }

    @Test
    @Tag("C08")
    void a_tlv_that_runs_past_its_pdu_fails_that_pdu_alone_and_an_unknown_one_goes_on() throws Exception {
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            assertThat(status(peer, submit("", "Acme", TO, "", "", 0x14, 0x01, 0, 9, 1)))
                    .isEqualTo(TLVS_BROKEN);
            assertThat(status(peer, submit("", "Acme", TO, "", "", 0x14, 0x01))).isEqualTo(TLVS_BROKEN);
            assertThat(bed.sent).isEmpty();
            assertThat(status(peer, submit("", "Acme", TO, "", "", 0x14, 0x01, 0, 1, 5, 0, 0)))
                    .isZero();
            assertThat(bed.sent.get(0).tlvs()).isEqualTo(Map.of("0x1401", "05"));
        }
    }

    @Test
    @Tag("C08")
    void a_known_tlv_of_another_length_than_smpp_gives_it_is_refused_and_so_is_its_message() throws Exception {
        int[][] fixed = {
            {2, 4, 2}, {2, 0x0A, 2}, {2, 0x0B, 2}, {4, 0x26, 1}, {0, 0x17, 4}, {2, 0x0C, 2}, {2, 0x0E, 1}, {0x12, 1, 1}
        }; // tag, octets
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            for (int[] one : fixed) {
                for (int length = 0; length < 10; length++) {
                    int[] tlv = new int[4 + length];
                    tlv[0] = one[0];
                    tlv[1] = one[1];
                    tlv[3] = length;
                    assertThat(status(peer, submit("", "Acme", TO, "", "", tlv)))
                            .as("tag 0x%02x%02x of %d octets", one[0], one[1], length)
                            .isEqualTo(length == one[2] ? 0 : TLV_LENGTH);
                }
            }
            assertThat(status(peer, submit("", "Acme", TO, "", "", 3, 0x81, 0, 3, 1, 1, 1)))
                    .as("callback_num has 4 to 19")
                    .isEqualTo(TLV_LENGTH);
            assertThat(bed.sent).hasSize(fixed.length);
        }
    }

    @Test
    @Tag("C08")
    void of_a_tlv_that_comes_twice_the_first_goes_on() throws Exception {
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            int[] two = {3, 0x81, 0, 4, 1, 1, 1, 0x31, 3, 0x81, 0, 4, 1, 1, 1, 0x32};
            assertThat(status(peer, submit("", "Acme", TO, "", "", two))).isZero();
            assertThat(bed.sent.get(0).tlvs()).isEqualTo(Map.of("0x0381", "01010131"));
        }
    }

    @Test
    @Tag("C05")
    @Tag("C19")
    void an_answer_without_a_body_is_one_and_an_answer_to_nothing_is_counted() throws Exception {
        try (RawPeer peer = bed.bound(RawPeer.RX, "shop")) {
            long taken = bed.mo("shop", "one");
            Pdu first = peer.read();
            peer.write(RawPeer.pdu(0x80000005, first.sequence(), out -> {})); // 16 octets, status 0
            await().until(() -> bed.taken.containsKey(taken));
            long refused = bed.mo("shop", "two");
            byte[] no = RawPeer.pdu(0x80000005, peer.read().sequence(), out -> {});
            ByteBuffer.wrap(no).putInt(8, 0x65);
            peer.write(no);

            for (int answer : new int[] {0x80000005, 0x80000004, 0x80000111, 0x80000005}) {
                peer.write(RawPeer.pdu(answer, 0x7FFFFFF0, out -> out.write(0)));
            }
            assertThat(peer.write(RawPeer.bare(0x15, 10)).read().sequence()).isEqualTo(10);
            assertThat(bed.stats.esmeStrayAnswers.sum()).isEqualTo(4);
            assertThat(bed.taken).containsOnlyKeys(taken).doesNotContainKey(refused);
        }
    }
}
