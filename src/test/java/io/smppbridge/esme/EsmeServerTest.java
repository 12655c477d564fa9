package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import io.smppbridge.esme.RawPeer.Pdu;
import io.smppbridge.loops.MiddleOfTurn;
import io.smppbridge.settings.PasswordHash;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The SMPP server as ESMEs see it, good ones and others, octet by octet. */
@Timeout(60)
class EsmeServerTest {
    private static final int RESPONSE = 0x80000000;
    private static final int THROTTLED = 0x58;
    private static final String TO = "46701234567";

    @TempDir
    Path directory;

    private final ThreadsSince since = ThreadsSince.now();
    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    @Tag("C14")
    @Tag("C01")
    void any_sequence_number_comes_back_however_the_octets_are_cut() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            for (int sequence : new int[] {0, -1, 0x80000000, 7}) {
                for (byte octet : RawPeer.submit("Acme", TO, 0, "hello", sequence)) {
                    peer.write(new byte[] {octet});
                }
                Pdu answer = peer.read();
                assertThat(answer.sequence()).isEqualTo(sequence);
                assertThat(answer.text()).hasSize(13);
            }
        }
    }

    @Test
    void a_loop_that_is_told_to_end_in_the_middle_of_its_turn_closes_its_connections() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        bed.refusal = sms -> {
            MiddleOfTurn.end();
            return Optional.empty();
        };
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(RawPeer.submit("Acme", TO, 0, "hello", 1));
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    @Tag("S-20")
    @Tag("C02")
    void an_impossible_length_is_answered_and_closed_before_anything_is_allocated() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        for (int length : new int[] {0, 15, 70_001, 0x7FFFFFFF, -1}) {
            try (RawPeer peer = new RawPeer(bed.port())) {
                peer.write(java.nio.ByteBuffer.allocate(16)
                        .putInt(length)
                        .putInt(4)
                        .putInt(0)
                        .putInt(5)
                        .array());
                Pdu nack = peer.read();
                assertThat(nack.command()).isEqualTo(RESPONSE);
                assertThat(nack.status()).isEqualTo(0x02);
                assertThat(nack.sequence()).isEqualTo(5);
                assertThat(peer.isClosed()).isTrue();
                Tried.times(1).refused(1).keep();
            }
        }
    }

    @Test
    @Tag("E-04")
    @Tag("C106")
    @Tag("S-22")
    void who_does_not_bind_is_closed_and_keeps_nobody_out(TestReporter reporter) throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "esme.e.bind-within = 500ms", "esme.e.unbound-per-address = 50");
        List<RawPeer> idle = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            RawPeer peer = new RawPeer(bed.port());
            peer.write(new byte[] {0}); // begins a length, and no more
            idle.add(peer);
        }
        await().until(() -> bed.server.connections() == 50);
        try (RawPeer oneTooMany = new RawPeer(bed.port())) {
            assertThat(oneTooMany.isClosed()).isTrue();
            Tried.times(1).refused(1).keep();
        }
        for (RawPeer peer : idle) {
            assertThat(peer.isClosed()).isTrue();
            peer.close();
            Tried.times(1).refused(1).keep();
        }
        await().until(() -> bed.server.connections() == 0);
        bed.bound(RawPeer.TRX, "shop").close();
        Tried.times(idle.size()).faults(idle.size()).tell(reporter);
    }

    @Test
    @Tag("C106")
    void connections_beyond_either_bound_are_closed_and_counted() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "esme.e.connections = 2", "esme.e.unbound-per-address = 1");
        try (RawPeer bound = bed.bound(RawPeer.TRX, "shop");
                RawPeer waiting = new RawPeer(bed.port())) {
            await().until(() -> bed.server.connections() == 2);
            try (RawPeer third = new RawPeer(bed.port())) {
                assertThat(third.isClosed()).isTrue();
            }
            assertThat(bed.stats.refused("too-many-connections").sum()).isEqualTo(1);
            bound.close();
            await().until(() -> bed.server.connections() == 1);
            try (RawPeer unbound = new RawPeer(bed.port())) {
                assertThat(unbound.isClosed()).isTrue();
            }
            assertThat(bed.stats.refused("too-many-connections").sum()).isEqualTo(2);
            assertThat(waiting.isSilent(1)).isTrue();
        }
    }

    @Test
    @Tag("S-24")
    @Tag("E-03")
    void beyond_its_window_a_bind_is_throttled_and_no_answer_comes_before_the_message_is_safe() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.window = 5");
        bed.hold = true;
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            for (int i = 1; i <= 5; i++) {
                peer.write(RawPeer.submit("Acme", TO, 0, "x", i));
            }
            assertThat(peer.isSilent(200)).isTrue();
            for (int i = 6; i <= 2000; i++) {
                peer.write(RawPeer.submit("Acme", TO, 0, "x", i));
            }
            for (int i = 6; i <= 2000; i++) {
                Pdu answer = peer.read();
                assertThat(answer.status()).isEqualTo(THROTTLED);
                assertThat(answer.sequence()).isEqualTo(i);
                Tried.times(1).refused(1).keep();
            }
            bed.release();
            for (int i = 1; i <= 5; i++) {
                assertThat(peer.read().sequence()).isEqualTo(i);
            }
            assertThat(bed.sent).hasSize(5);
        }
    }

    private static byte[] part(int place, int sequence) {
        return RawPeer.pdu(0x04, sequence, out -> {
            out.write(new byte[3]);
            RawPeer.text(out, "Acme");
            out.write(new byte[] {1, 1});
            RawPeer.text(out, TO);
            out.write(new byte[] {0x40, 0, 0, 0, 0, 0, 0, 0, 0, 7, 5, 0, 3, 7, 2, (byte) place, 'x'});
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("C43")
    @Tag("C59")
    void the_last_part_is_answered_when_the_whole_stands_in_the_place_of_all_or_cannot(boolean stands)
            throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.parts = reassemble");
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(part(1, 2)).write(part(2, 3));
            assertThat(peer.read().sequence()).isEqualTo(2);
            CompletableFuture<Boolean> join = await().until(bed.joins::poll, Objects::nonNull);
            peer.write(RawPeer.submit("Acme", TO, 0, "x", 4)).write(RawPeer.bare(0x06, 5));
            assertThat(peer.read().sequence()).isEqualTo(4);
            if (stands) {
                join.complete(true);
            } else {
                join.completeExceptionally(new IllegalStateException("too many questions at once"));
            }
            Pdu answer = peer.read();
            assertThat(answer.sequence()).isEqualTo(3);
            assertThat(answer.status()).isZero();
            assertThat(peer.read().sequence()).isEqualTo(5);
        }
    }

    @Test
    @Tag("S-24")
    @Tag("S-25")
    void binds_rate_and_senders_of_an_account_hold() throws Exception {
        bed = EsmeBed.with(
                directory,
                List.of("shop", "bank"),
                "account.shop.esme.binds = 2",
                "account.shop.esme.rate = 0.1",
                "account.bank.esme.senders = Bank, +4670*");
        try (RawPeer one = bed.bound(RawPeer.TX, "shop");
                RawPeer two = bed.bound(RawPeer.RX, "shop");
                RawPeer three = new RawPeer(bed.port());
                RawPeer bank = bed.bound(RawPeer.TRX, "bank")) {
            assertThat(three.write(RawPeer.bind(RawPeer.TRX, "shop", "secret", 1))
                            .read()
                            .status())
                    .isEqualTo(0x05);
            assertThat(bed.server.binds()).containsEntry("shop", 2).containsEntry("bank", 1);
            assertThat(one.write(RawPeer.submit("Acme", TO, 0, "x", 1)).read().status())
                    .isZero();
            assertThat(one.write(RawPeer.submit("Acme", TO, 0, "x", 2)).read().status())
                    .isEqualTo(THROTTLED);
            assertThat(bank.write(RawPeer.submit("Bank", TO, 0, "x", 1)).read().status())
                    .isZero();
            assertThat(bank.write(RawPeer.submit("46701", TO, 0, "x", 2)).read().status())
                    .isZero();
            assertThat(bank.write(RawPeer.submit("Acme", TO, 0, "x", 3)).read().status())
                    .isEqualTo(0x0A);
            bed.mo("bank", "for the bank");
            assertThat(bank.read().whole()).contains("for the bank");
            assertThat(two.isSilent(100)).isTrue(); // another account's receiver
            foreignSenders(bank);
        }
    }

    @Test
    @Tag("S-23")
    void five_wrong_passwords_lock_the_name_and_every_refusal_looks_the_same() throws Exception {
        bed = EsmeBed.with(
                directory, List.of("shop", "far"), "account.far.esme.addresses = 192.0.2.0/24, 2001:db8::/32");
        assertThat(tried("far", "secret").status()).isEqualTo(0x0D);
        assertThat(tried("nobody", "secret").status()).isEqualTo(0x0D);
        for (int i = 0; i < WrongBinds.EACH; i++) {
            Pdu no = tried("shop", "wrong");
            assertThat(no.status()).isEqualTo(0x0D);
            assertThat(no.body()).isEmpty();
        }
        assertThat(tried("shop", "secret").status()).isEqualTo(0x0D);
    }

    @Test
    @Tag("S-25")
    void an_empty_source_address_names_no_sender_and_passes() throws Exception {
        bed = EsmeBed.with(directory, List.of("bank"), "account.bank.esme.senders = Bank");
        try (RawPeer bank = bed.bound(RawPeer.TRX, "bank")) {
            assertThat(bank.write(RawPeer.submit("", TO, 0, "x", 2)).read().status())
                    .isZero();
            assertThat(bed.sent.get(0).from()).isEqualTo(Address.NONE);
        }
    }

    private static void foreignSenders(RawPeer bank) throws Exception {
        List<String> foreign = List.of("bank", "Ban", "Bank1", "BANK", "4671", "467", "Shop", "*");
        for (int i = 0; i < foreign.size(); i++) {
            Pdu answer = bank.write(RawPeer.submit(foreign.get(i), TO, 0, "x", 100 + i))
                    .read();
            assertThat(answer.status()).as(foreign.get(i)).isEqualTo(0x0A);
            Tried.times(1).refused(1).keep();
        }
    }

    private Pdu tried(String systemId, String password) throws Exception {
        try (RawPeer peer = new RawPeer(bed.port())) {
            Pdu answer =
                    peer.write(RawPeer.bind(RawPeer.TRX, systemId, password, 1)).read();
            Tried.times(1).refused(answer.status() == 0 ? 0 : 1).keep();
            return answer;
        }
    }

    @Test
    @Tag("C88")
    void refusals_have_their_status() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        bed.refusal = sms -> Optional.of(
                switch (sms.to().number()) {
                    case "46701" -> new SendOutcome.NoCredit("a", Duration.ofSeconds(1));
                    case "46702" -> new SendOutcome.NotAccepting("stopping", Duration.ofSeconds(1));
                    case "46703" -> new SendOutcome.NoRoute("none");
                    default ->
                        new SendOutcome.Invalid(List.of(new SendOutcome.Fault("text", "too-many-parts", "too long")));
                });
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            int[] expected = {0x14, 0x14, 0x0B, 0x01};
            for (int i = 0; i < 4; i++) {
                Pdu answer = peer.write(RawPeer.submit("Acme", "4670" + (i + 1), 0, "x", i))
                        .read();
                assertThat(answer.status()).isEqualTo(expected[i]);
                assertThat(answer.body()).isEmpty();
            }
            assertThat(peer.write(RawPeer.submit("Acme", "Bob", 0, "x", 9))
                            .read()
                            .status())
                    .isEqualTo(0x0B);
        }
    }

    @Test
    void what_may_be_sent_all_the_same_is_not_refused_the_connection_ends_after_what_was_answered_before()
            throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        bed.refusal = sms -> sms.to().number().equals("46702")
                ? Optional.of(new SendOutcome.NotAccepting("the journal has failed", Duration.ofSeconds(5), true))
                : Optional.empty();
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(RawPeer.submit("Acme", "46701", 0, "x", 1));
            peer.write(RawPeer.submit("Acme", "46702", 0, "x", 2));
            assertThat(peer.read().status()).isZero();
            assertThatThrownBy(peer::read).as("an answer").isInstanceOf(EOFException.class);
        }
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(RawPeer.multi("x", 4, "46701", "46702"));
            assertThatThrownBy(peer::read).as("an answer").isInstanceOf(EOFException.class);
        }
    }

    @Test
    void a_submit_multi_is_answered_with_those_that_were_refused() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        bed.refusal = sms ->
                sms.to().number().equals("46702") ? Optional.of(new SendOutcome.NoRoute("none")) : Optional.empty();
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Pdu answer = peer.write(RawPeer.multi("x", 4, "46701", "46702", "Bob", "46704"))
                    .read();
            assertThat(answer.status()).isZero();
            assertThat(answer.text()).startsWith("M").hasSize(13);
            assertThat(answer.body()[14]).isEqualTo((byte) 2);
            assertThat(answer.whole()).contains("Bob").contains("46702").doesNotContain("46701");
            assertThat(bed.sent).extracting(OutboundSms::tags).allMatch(tags -> tags.containsValue(answer.text()));

            // By the id that they have in common they can be asked about, and cancelled if it is one for all.
            long last = bed.ids.get();
            assertThat(peer.write(RawPeer.about(0x03, answer.text(), 5)).read().status())
                    .isEqualTo(0x0C);
            bed.known.put(last - 1, Withdrawal.CANCELLED);
            bed.known.put(last, Withdrawal.CANCELLED);
            Pdu found = peer.write(RawPeer.about(0x03, answer.text(), 6)).read();
            assertThat(found.whole()).startsWith(answer.text() + "\0" + "261121010203000+\0");
            assertThat(peer.write(RawPeer.about(0x08, answer.text(), 7)).read().status())
                    .isZero();
            bed.known.put(last, Withdrawal.TOO_LATE);
            assertThat(peer.write(RawPeer.about(0x08, answer.text(), 8)).read().status())
                    .isEqualTo(0x11);
        }
    }

    @Test
    void the_tlvs_of_a_submit_multi_are_judged_once_for_all_its_destinations() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        byte[] plain = RawPeer.multi("x", 4, "Bob", "46701");
        ByteBuffer tooLong = ByteBuffer.allocate(plain.length + 6).put(plain).putShort((short) 0x020E);
        tooLong.putShort((short) 2).putShort((short) 1).putInt(0, plain.length + 6);
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            assertThat(peer.write(tooLong.array()).read().status()).isEqualTo(0xC2);
            assertThat(bed.sent).isEmpty();
        }
    }

    @Test
    @Tag("S-26")
    void only_own_messages_can_be_asked_about_and_withdrawn() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        TaskId own = new TaskId(TaskId.first(1_795_000_000_000L) + 77);
        TaskId gone = new TaskId(own.value() + 1);
        TaskId another = new TaskId(own.value() + 2);
        bed.known.put(own.value(), Withdrawal.CANCELLED);
        bed.known.put(gone.value(), Withdrawal.TOO_LATE);
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Pdu found = peer.write(RawPeer.about(0x03, own.toString(), 1)).read();
            assertThat(found.whole()).startsWith(own + "\0" + "261121010203000+\0");
            assertThat(found.body()[found.body().length - 2]).isEqualTo((byte) 2);
            assertThat(peer.write(RawPeer.about(0x03, another.toString(), 2))
                            .read()
                            .status())
                    .isEqualTo(0x0C);
            byte[] whole = RawPeer.about(0x08, own.toString(), 6);
            for (int cut = 1; cut <= 6; cut++) { // within its addresses, the destination's first
                byte[] rest = Arrays.copyOf(whole, whole.length - cut);
                rest[3] -= (byte) cut;
                assertThat(peer.write(rest).read().status()).isEqualTo(0x02);
            }
            assertThat(peer.write(RawPeer.about(0x08, own.toString(), 3)).read().status())
                    .isZero();
            assertThat(peer.write(RawPeer.about(0x08, gone.toString(), 4))
                            .read()
                            .status())
                    .isEqualTo(0x11);
            assertThat(peer.write(RawPeer.about(0x08, another.toString(), 5))
                            .read()
                            .status())
                    .isEqualTo(0x0C);
        }
    }

    @Test
    @Tag("C82")
    @Tag("S-26")
    void a_message_that_waits_can_be_replaced() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        TaskId own = new TaskId(TaskId.first(1_795_000_000_000L) + 77);
        bed.known.put(own.value(), Withdrawal.CANCELLED);
        TaskId another = new TaskId(own.value() + 2);
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            assertThat(peer.write(RawPeer.replace(own.toString(), "", "other", 1))
                            .read()
                            .status())
                    .isZero();
            assertThat(bed.changes.get(0).octets())
                    .contains("other".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(bed.changes.get(0).schedule()).isEmpty();
            assertThat(bed.changes.get(0).validity()).isEmpty();
            assertThat(peer.write(RawPeer.replace(own.toString(), "000000010000000R", "", 2))
                            .read()
                            .status())
                    .isZero();
            assertThat(bed.changes.get(1).octets()).isEmpty();
            assertThat(bed.changes.get(1).schedule()).isPresent();
            assertThat(peer.write(RawPeer.replace(own.toString(), "soon", "", 3))
                            .read()
                            .status())
                    .isEqualTo(0x61);
            byte[] worth = RawPeer.pdu(0x07, 7, out -> {
                RawPeer.text(out, own.toString());
                out.write(new byte[4]);
                RawPeer.text(out, "301126120000000+");
                out.write(new byte[3]);
            });
            assertThat(peer.write(worth).read().status()).isZero();
            assertThat(bed.changes.remove(2).until()).contains(Instant.parse("2030-11-26T12:00:00Z"));
            byte[] payload = RawPeer.pdu(0x07, 5, out -> {
                RawPeer.text(out, own.toString());
                out.write(new byte[8]);
                out.write(new byte[] {0x04, 0x24, 0, 3, 'n', 'e', 'w'});
            });
            assertThat(peer.write(payload).read().status()).isZero();
            assertThat(bed.changes.get(2).octets())
                    .contains("new".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            byte[] both = RawPeer.pdu(0x07, 6, out -> {
                RawPeer.text(out, own.toString());
                out.write(new byte[7]);
                out.write(new byte[] {1, 'x', 0x04, 0x24, 0, 1, 'y'});
            });
            assertThat(peer.write(both).read().status()).isEqualTo(0x01);
            assertThat(peer.write(RawPeer.replace(another.toString(), "", "x", 4))
                            .read()
                            .status())
                    .isEqualTo(0x0C);
        }
    }

    @Test
    @Tag("C78")
    void a_dropped_bind_s_events_come_again_first_and_in_order() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = 4");
        List<Long> offered = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            offered.add(bed.mo("shop", "n" + i + ";"));
        }
        try (RawPeer first = bed.bound(RawPeer.RX, "shop")) {
            for (int i = 0; i < 4; i++) {
                assertThat(first.read().whole()).contains("n" + i + ";");
            }
            assertThat(first.isSilent(100)).isTrue(); // its window
            first.write(RawPeer.bare(0x80000005, 1));
            assertThat(first.read().whole()).contains("n4;");
        }
        await().until(() -> bed.server.binds().get("shop") == 0);
        try (RawPeer second = bed.bound(RawPeer.TRX, "shop")) {
            for (int i = 1; i < 20; i++) {
                Pdu deliver = second.read();
                assertThat(deliver.whole()).contains("n" + i + ";");
                second.write(RawPeer.bare(0x80000005, deliver.sequence()));
            }
            await().until(() -> bed.taken.keySet().containsAll(offered));
            assertThat(bed.taken.values()).containsOnly(1);
        }
    }

    @Test
    void an_alert_is_said_once_has_no_answer_and_keeps_its_place_among_the_others() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = 1");
        long alert = bed.alert("shop");
        bed.mo("shop", "behind it");
        try (RawPeer peer = bed.bound(RawPeer.RX, "shop")) {
            Pdu told = peer.read();
            assertThat(told.command()).isEqualTo(0x102);
            assertThat(told.status()).isZero();
            assertThat(told.whole()).contains("\1\1" + "46709999999\0").endsWith("72404\0" + "\4\42\0\1\2");
            assertThat(peer.read().whole()).contains("behind it");
            await().until(() -> bed.taken.containsKey(alert));
        }
    }

    @Test
    void an_esme_of_smpp_3_3_is_sent_no_alert_as_its_smpp_has_none() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = 1");
        long alert = bed.alert("shop");
        bed.mo("shop", "behind it");
        byte[] bind = RawPeer.bind(RawPeer.RX, "shop", "secret", 1);
        bind[bind.length - 4] = 0x33;
        try (RawPeer peer = new RawPeer(bed.port()).write(bind)) {
            assertThat(peer.read().status()).isZero();
            assertThat(peer.read().whole()).contains("behind it");
            await().until(() -> bed.taken.containsKey(alert));
        }
    }

    @Test
    @Tag("C78")
    void the_window_counts_pdus_also_those_of_a_long_message() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = 2");
        long whole = bed.mo("shop", "x".repeat(500)); // four parts
        long after = bed.mo("shop", "after");
        try (RawPeer first = bed.bound(RawPeer.RX, "shop")) {
            first.read();
            first.write(RawPeer.bare(0x80000005, first.read().sequence()));
            assertThat(first.read().body()).isNotEmpty();
            assertThat(first.isSilent(100)).isTrue();
        }
        await().until(() -> bed.server.connections() == 0); // binds that overlap share what waits
        try (RawPeer second = bed.bound(RawPeer.RX, "shop")) {
            for (int part = 1; part <= 4; part++) { // all of it again, as one part had no answer
                Pdu deliver = second.read();
                assertThat(deliver.whole()).contains("\5\0\3").doesNotContain("after");
                second.write(RawPeer.bare(0x80000005, deliver.sequence()));
            }
            Pdu last = second.read();
            assertThat(last.whole()).contains("after");
            second.write(RawPeer.bare(0x80000005, last.sequence()));
            await().until(() -> bed.taken.keySet().containsAll(List.of(whole, after)));
        }
    }

    @Test
    void a_stop_says_goodbye_also_to_binds_of_a_listener_that_has_gone() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "esme.second.port = 0");
        try (RawPeer peer = RawPeer.bound(bed.server.port("second"), RawPeer.TRX, "shop")) {
            var config = bed.config(List.of("shop"));
            bed.server.apply(config.esme(), config.accounts().values());
            assertThat(bed.server.connections()).isEqualTo(1);
            bed.hold = true;
            peer.write(RawPeer.submit("Acme", TO, 0, "x", 3));
            await().until(() -> !bed.held.isEmpty());
            Thread stop = new Thread(() -> bed.server.stop(Duration.ofSeconds(5)));
            stop.start();
            assertThat(peer.read().command()).isEqualTo(0x06);
            bed.release();
            assertThat(peer.read().sequence()).isEqualTo(3);
            peer.write(RawPeer.bare(0x80000006, 1));
            assertThat(peer.isClosed()).isTrue();
            stop.join(5_000);
            assertThat(bed.server.connections()).isZero();
        }
    }

    @Test
    @Timeout(120)
    @Tag("C78")
    @Tag("E-02")
    void a_dead_esme_and_a_slow_one_keep_none_of_the_others_waiting() throws Exception {
        List<String> names = IntStream.range(0, 100).mapToObj(i -> "e" + i).toList();
        bed = EsmeBed.with(directory, names, "esme.e.answer-within = 4s", "account.e0.esme.deliver-window = 500");
        List<Long> kept = new ArrayList<>();
        for (int i = 0; i < 48_176; i++) {
            kept.add(bed.mo("e0", "n" + i + ";"));
        }
        List<Long> slowly = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            slowly.add(bed.mo("e1", "n" + i + ";"));
        }
        List<RawPeer> live = new ArrayList<>();
        for (int i = 2; i < 100; i++) {
            live.add(bed.bound(RawPeer.RX, "e" + i));
        }
        try (RawPeer dead = bed.bound(RawPeer.TRX, "e0");
                RawPeer slow = bed.bound(RawPeer.RX, "e1")) {
            List<Pdu> unanswered = new ArrayList<>();
            for (int i = 0; i < 10; i++) { // its window: it reads, and takes its time
                unanswered.add(slow.read());
            }
            List<Long> offered = new ArrayList<>();
            for (int i = 2; i < 100; i++) {
                offered.add(bed.mo("e" + i, "a"));
                offered.add(bed.mo("e" + i, "b"));
            }
            for (RawPeer peer : live) {
                for (int i = 0; i < 2; i++) {
                    peer.write(RawPeer.bare(0x80000005, peer.read().sequence()));
                }
            }
            await().until(() -> bed.taken.keySet().containsAll(offered));
            assertThat(bed.taken.keySet()).doesNotContainAnyElementsOf(slowly);
            for (int i = 0; i < 30; i++) { // in its order, however late
                Pdu deliver = i < 10 ? unanswered.get(i) : slow.read();
                assertThat(deliver.whole()).contains("n" + i + ";");
                slow.write(RawPeer.bare(0x80000005, deliver.sequence()));
            }
            await().until(() -> bed.taken.keySet().containsAll(slowly));
            assertThat(dead.isClosed()).isTrue(); // it has answered nothing for four seconds
            assertThat(bed.dead).isEmpty();
            assertThat(bed.taken.keySet()).doesNotContainAnyElementsOf(kept);
            comesBack("e0", kept);
        } finally {
            for (RawPeer peer : live) {
                peer.close();
            }
        }
    }

    /** It gets all that was kept for it, from the first on that it had not answered, in order and each once. */
    private void comesBack(String account, List<Long> kept) throws Exception {
        await().until(() -> bed.server.binds().get(account) == 0);
        try (RawPeer back = bed.bound(RawPeer.RX, account)) {
            ByteArrayOutputStream answers = new ByteArrayOutputStream();
            for (int i = 0; i < kept.size(); i++) {
                Pdu deliver = back.read();
                String text = deliver.whole();
                if (!text.contains("n" + i + ";")) {
                    throw new AssertionError("number " + i + " was due, not " + text);
                }
                answers.writeBytes(RawPeer.bare(0x80000005, deliver.sequence()));
                if (i % 100 == 99 || i == kept.size() - 1) { // well within its window
                    back.write(answers.toByteArray());
                    answers.reset();
                }
            }
            await().until(() -> bed.taken.keySet().containsAll(kept));
            assertThat(back.isSilent(100)).isTrue();
            assertThat(bed.taken.values()).containsOnly(1);
        }
    }

    @Test
    void a_reload_ends_the_binds_of_those_who_may_bind_no_more_and_leaves_the_others() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop", "bank"));
        try (RawPeer shop = bed.bound(RawPeer.TRX, "shop");
                RawPeer bank = bed.bound(RawPeer.TRX, "bank")) {
            var config = bed.config(List.of("bank"), "account.bank.esme.window = 1", "esme.second.port = 0");
            assertThat(bed.server.apply(config.esme(), config.accounts().values()))
                    .isEmpty();
            assertThat(shop.read().command()).isEqualTo(0x06);
            assertThat(tried("shop", "secret").status()).isEqualTo(0x0D);
            assertThat(bank.write(RawPeer.bare(0x15, 2)).read().command()).isEqualTo(0x80000015);
            RawPeer.bound(bed.server.port("second"), RawPeer.TX, "bank").close();
            bed.hold = true;
            bank.write(RawPeer.submit("Acme", TO, 0, "x", 3)).write(RawPeer.submit("Acme", TO, 0, "x", 4));
            assertThat(bank.read().status()).isEqualTo(THROTTLED);
            bed.release();
            assertThat(bank.read().sequence()).isEqualTo(3);
        }
    }

    @Test
    void who_shuts_its_side_is_answered_what_it_has_asked_before_and_then_closed() throws Exception {
        String slow = PasswordHash.create("secret", new Random(1)).toString();
        bed = EsmeBed.with(
                directory,
                List.of("shop"),
                "account.hasty.esme.system-id = hasty",
                "account.hasty.esme.password-hash = " + slow); // it has shut its side before it is bound
        bed.hold = true;
        try (RawPeer shop = bed.bound(RawPeer.TRX, "shop")) {
            shop.write(RawPeer.submit("Acme", TO, 0, "x", 2)).write(RawPeer.submit("Acme", TO, 0, "x", 3));
            shop.shut();
            await().until(() -> bed.held.size() > 0);
            assertThat(shop.isSilent(300)).isTrue();
            bed.release();
            assertThat(List.of(shop.read().sequence(), shop.read().sequence())).containsExactly(2, 3);
            assertThat(shop.isClosed()).isTrue();
            await().until(() -> bed.server.connections() == 0);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(RawPeer.bind(RawPeer.TRX, "hasty", "secret", 1));
        all.writeBytes(RawPeer.bare(0x15, 2));
        all.writeBytes(RawPeer.submit("Acme", TO, 0, "x", 3));
        try (RawPeer hasty = new RawPeer(bed.port())) {
            hasty.write(all.toByteArray()).shut();
            assertThat(hasty.read().status()).isZero();
            assertThat(hasty.read().command()).isEqualTo(0x80000015);
            Pdu answer = hasty.read();
            assertThat(answer.command()).isEqualTo(0x80000004);
            assertThat(answer.status()).isZero();
            assertThat(hasty.isClosed()).isTrue();
        }
        try (RawPeer idle = bed.bound(RawPeer.TRX, "shop")) {
            idle.shut();
            assertThat(idle.isClosed()).isTrue();
        }
        await().until(() -> bed.server.connections() == 0);
    }

    @Test
    void a_bind_whose_password_was_looked_at_before_a_reload_changes_it_does_not_stand_after_it() throws Exception {
        String was = PasswordHash.create("secret", new Random(1)).toString();
        String is = PasswordHash.create("another", new Random(2)).toString();
        bed = EsmeBed.with(
                directory,
                List.of("bank"),
                "intake.esme.threads = 1",
                "account.shop.esme.system-id = shop",
                "account.shop.esme.password-hash = " + was);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        bed.refusal = sms -> {
            busy.countDown();
            waitFor(changed);
            return Optional.empty();
        };
        try (RawPeer bank = bed.bound(RawPeer.TRX, "bank");
                RawPeer shop = new RawPeer(bed.port())) {
            shop.write(RawPeer.bind(RawPeer.TRX, "shop", "secret", 1));
            bank.write(RawPeer.bare(0x15, 2)).read();
            bank.write(RawPeer.submit(
                    "Acme", TO, 0, "x", 3)); // the event loop is busy when the password has been looked at
            busy.await();
            await().until(this::isNoPasswordLookedAt);
            var config = bed.config(
                    List.of("bank"), "account.shop.esme.system-id = shop", "account.shop.esme.password-hash = " + is);
            bed.server.apply(config.esme(), config.accounts().values());
            changed.countDown();
            Pdu answer = shop.read();
            assertThat(answer.command()).isEqualTo(0x80000009);
            assertThat(answer.status() == 0x0D || shop.read().command() == 0x06)
                    .as("refused, or ended by the reload")
                    .isTrue();
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isNoPasswordLookedAt() {
        return since.running("esme-password").stream().noneMatch(thread -> thread.getState() == Thread.State.RUNNABLE);
    }
}
