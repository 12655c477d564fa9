package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SendOutcome;
import io.smppbridge.esme.RawPeer.Pdu;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What each destination of a submit_multi counts for, beside other requests of its bind. */
@Timeout(60)
class ManyDestinationsTest {
    private static final int THROTTLED = 0x58;
    private static final String TO = "46701234567";

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void close() {
        bed.close();
    }

    private static byte[] submit(int sequence) {
        return RawPeer.submit("Acme", TO, 0, "x", sequence);
    }

    /** Fills a window of two, and is throttled beyond it. */
    private void fillsItsWindow(RawPeer peer, int sequence) throws Exception {
        bed.hold = true;
        peer.write(submit(sequence));
        peer.write(submit(sequence + 1));
        Pdu beyond = peer.write(submit(sequence + 2)).read();
        assertThat(beyond.sequence()).isEqualTo(sequence + 2);
        assertThat(beyond.status()).isEqualTo(THROTTLED);
        bed.release();
        assertThat(peer.read().sequence()).isEqualTo(sequence);
        assertThat(peer.read().sequence()).isEqualTo(sequence + 1);
    }

    @Test
    @Tag("S-24")
    void one_of_more_than_the_window_is_taken_alone_and_each_takes_a_place_until_it_is_answered() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.window = 2");
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            bed.hold = true;
            peer.write(RawPeer.multi("x", 10, "46701", "46702", "46703"));
            assertThat(peer.write(submit(11)).read().status()).isEqualTo(THROTTLED);
            bed.release();
            Pdu answer = peer.read();
            assertThat(answer.sequence()).isEqualTo(10);
            assertThat(answer.status()).isZero();
            fillsItsWindow(peer, 20);

            assertThat(peer.write(RawPeer.multi("x", 30, "46701", "Bob")).read().status())
                    .isZero();
            fillsItsWindow(peer, 40);
            assertThat(peer.write(RawPeer.multi("x", 50, "Bob")).read().status())
                    .isNotZero();
            fillsItsWindow(peer, 60);
        }
    }

    @Test
    void one_that_the_bridge_refuses_for_every_destination_is_refused_and_can_not_be_asked_about() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        bed.refusal = sms -> Optional.of(new SendOutcome.NoRoute("none"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Pdu answer = peer.write(RawPeer.multi("x", 10, "46701", "46702")).read();
            assertThat(answer.sequence()).isEqualTo(10);
            assertThat(answer.status()).isEqualTo(0x0B);
        }
    }

    @Test
    void an_unbind_whose_number_is_beyond_the_range_is_answered_too() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            Pdu answer = peer.write(RawPeer.bare(0x06, 0x80000001)).read();
            assertThat(answer.command()).isEqualTo(0x80000006);
            assertThat(answer.sequence()).isEqualTo(0x80000001);
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

    /** It comes behind a submit_multi in the same read, whose first destination is refused: that is not its own answer. */
    @Test
    @Tag("C59")
    void a_part_that_was_refused_may_come_again_and_what_repeats_one_that_waits_hears_the_same() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.parts = reassemble");
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            bed.refusal = sms -> Optional.of(new SendOutcome.NoCredit("a", Duration.ofSeconds(1)));
            assertThat(peer.write(part(1, 2)).read().status()).isNotZero();
            bed.refusal = sms ->
                    sms.to().number().equals("46702") ? Optional.of(new SendOutcome.NoRoute("none")) : Optional.empty();
            bed.hold = true;
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(RawPeer.multi("x", 3, "46701", "46702"));
            both.writeBytes(part(1, 4));
            both.writeBytes(part(1, 5));
            peer.write(both.toByteArray());
            await().until(() -> bed.sent.size() == 4);
            bed.release();
            List<Pdu> answers = List.of(peer.read(), peer.read(), peer.read());
            assertThat(answers).extracting(Pdu::sequence).containsExactlyInAnyOrder(3, 4, 5);
            assertThat(answers).extracting(Pdu::status).containsOnly(0);
            peer.write(part(2, 6));
            CompletableFuture<Boolean> join = await().until(bed.joins::poll, Objects::nonNull);
            join.complete(true);
            Pdu last = peer.read();
            assertThat(last.sequence()).isEqualTo(6);
            assertThat(last.status()).isZero();
        }
    }

    @Test
    void what_comes_in_one_read_with_a_submit_multi_gets_its_own_answer() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        bed.refusal = sms ->
                sms.to().number().equals("46702") ? Optional.of(new SendOutcome.NoRoute("none")) : Optional.empty();
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(RawPeer.multi("x", 10, "46701", "46702"));
            both.writeBytes(submit(11));
            peer.write(both.toByteArray());
            Pdu multi = peer.read();
            assertThat(multi.sequence()).isEqualTo(10);
            assertThat(multi.whole()).contains("46702");
            Pdu single = peer.read();
            assertThat(single.sequence()).isEqualTo(11);
            assertThat(single.status()).isZero();
        }
    }

    @Test
    void each_of_several_reads_that_wait_gets_its_own_answer_also_behind_one_that_is_answered() throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"));
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            assertThat(peer.write(submit(1)).read().sequence()).isEqualTo(1);
            bed.hold = true;
            for (int i = 2; i <= 5; i++) {
                int sent = i;
                peer.write(submit(i));
                await().until(() -> bed.sent.size() == sent);
            }
            bed.release();
            for (int i = 2; i <= 5; i++) {
                Pdu answer = peer.read();
                assertThat(answer.sequence()).isEqualTo(i);
                assertThat(answer.status()).isZero();
            }
        }
    }
}
