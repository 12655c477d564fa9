package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static io.smppbridge.pipeline.ReceiptBed.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.connector.Delivery;
import io.smppbridge.handback.EndpointStats;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.Taker;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose a subscriber's message is that waited while the bridge was started with another configuration. */
class TakersTest {
    private static final String HASH = "pbkdf2:100000:" + "0".repeat(32) + ":" + "0".repeat(64);
    private static final String[] QUIZ = {
        "account.quiz.esme.system-id = quiz", "account.quiz.esme.password-hash = " + HASH, "account.quiz.inbound = true"
    };
    private static final String[] ZOO = {
        "account.zoo.esme.system-id = zoo", "account.zoo.esme.password-hash = " + HASH, "account.zoo.inbound = true"
    };
    private static final String[] QUIZ_BY_WEBHOOK = {
        "account.quiz.webhook = quiz",
        "account.quiz.inbound = true",
        "webhook.quiz.url = https://platform.example/sms",
        "webhook.quiz.secret = a-secret-that-is-long-enough"
    };

    @TempDir
    Path directory;

    private PipelineRig start(String[]... lines) {
        return PipelineRig.start(
                directory,
                Stream.concat(Stream.of("esme.main.port = 0"), Stream.of(lines).flatMap(Stream::of))
                        .toArray(String[]::new));
    }

    /** One in a single part, one in two. */
    private static void twoMessages(PipelineRig rig, String smsc) {
        assertThat(offer(rig, smsc, ReceiptBed.delivery(0, "one"))).isZero();
        for (int part = 1; part <= 2; part++) {
            Delivery long2 = delivery()
                    .esmClass(0x40)
                    .octets(new byte[] {5, 0, 3, 7, 2, (byte) part, 'x'})
                    .made();
            assertThat(offer(rig, smsc, long2)).isZero();
        }
    }

    private static long waiting(PipelineRig rig, String endpoint) {
        return rig.pipeline
                .handback()
                .stats(endpoint)
                .map(EndpointStats::waiting)
                .orElse(0L);
    }

    private void waitsFor(String endpoint, String[]... lines) {
        try (PipelineRig rig = start(lines)) {
            await().untilAsserted(() -> assertThat(waiting(rig, endpoint)).isEqualTo(2));
            assertThat(rig.pipeline.handback().stats())
                    .filteredOn(stats -> stats.waiting() > 0)
                    .extracting(EndpointStats::endpoint)
                    .containsExactly(endpoint);
        }
    }

    private void quizHasTwo() {
        try (PipelineRig rig = start(QUIZ)) {
            twoMessages(rig, "a");
        }
    }

    @Test
    @Tag("S-25")
    void what_waits_for_an_account_that_a_start_does_not_have_is_not_handed_to_another_one() {
        quizHasTwo();
        waitsFor("esme:quiz", ZOO);
        waitsFor("esme:quiz", ZOO);
        waitsFor("esme:quiz", ZOO, QUIZ);
    }

    @Test
    void compaction_takes_along_whose_it_is() {
        try (PipelineRig rig = start(QUIZ, new String[] {"journal.keep = 0"})) {
            twoMessages(rig, "a");
            rig.pushOut();
        }
        waitsFor("esme:quiz", ZOO);
    }

    @Test
    void it_goes_where_its_account_hands_over_today() {
        quizHasTwo();
        waitsFor("webhook:quiz", ZOO, QUIZ_BY_WEBHOOK);
        waitsFor("esme:quiz", ZOO, QUIZ);
    }

    @Test
    void while_its_account_is_away_a_route_that_fits_names_another_one() {
        quizHasTwo();
        String[] route = {"inbound.votes.to = 72404", "inbound.votes.account = zoo"};
        waitsFor("esme:quiz", ZOO, QUIZ, route);
        waitsFor("esme:zoo", ZOO, route);
    }

    @Test
    void what_went_to_a_webhook_of_nobodys_waits_for_that() {
        String[] help = {
            "inbound.help.to = 72404",
            "inbound.help.webhook = help",
            "webhook.help.url = https://platform.example/help",
            "webhook.help.secret = a-secret-that-is-long-enough"
        };
        try (PipelineRig rig = start(help)) {
            twoMessages(rig, "a");
        }
        waitsFor("webhook:help", ZOO);
        waitsFor(
                "webhook:help",
                ZOO,
                Stream.of(help).filter(line -> line.startsWith("webhook")).toArray(String[]::new));
    }

    @Test
    void what_was_nobodys_goes_to_whom_a_start_has() {
        try (PipelineRig rig = start()) {
            twoMessages(rig, "a");
        }
        waitsFor("esme:zoo", ZOO);
    }

    @Test
    @Tag("S-25")
    void what_came_for_the_account_of_the_same_process_waits_for_its_listener() {
        try (PipelineRig rig = start(new String[] {"inbound.votes.to = 72404", "inbound.votes.account = local"})) {
            twoMessages(rig, "a");
        }
        waitsFor("listener", ZOO);
        waitsFor("listener", ZOO, new String[] {"inbound.votes.to = 72404", "inbound.votes.account = zoo"});
    }

    @Test
    void what_came_for_the_account_of_the_same_process_goes_where_that_hands_over_today() {
        String[] quiz = {"middleware.account = quiz", "account.quiz.inbound = true"};
        try (PipelineRig rig = start(quiz)) {
            twoMessages(rig, "a");
        }
        waitsFor("esme:quiz", ZOO, QUIZ);
    }

    @Test
    void what_an_smsc_brought_that_has_left_is_still_whose_it_was() {
        String[] b = {
            "smsc.b.host = 127.0.0.1", "smsc.b.system-id = me", "smsc.b.password = secret", "smsc.b.rate = unlimited"
        };
        try (PipelineRig rig = start(QUIZ, b)) {
            twoMessages(rig, "b");
        }
        waitsFor("esme:quiz", ZOO);
    }

    @Test
    void a_record_of_an_earlier_version_says_nothing_of_it() {
        ByteBuffer buffer = ByteBuffer.allocate(1_000);
        InboundRecord record =
                new InboundRecord(7, 1, "a", delivery().text("hello").made());
        record.encode(buffer);
        int before = buffer.position();
        assertThat(InboundRecord.decode(buffer.flip()).taker()).isEqualTo(Taker.NONE);
        buffer.clear();
        Taker quiz = new Taker("quiz", "esme:quiz");
        record.of(quiz).encode(buffer);
        assertThat(buffer.position()).isGreaterThan(before);
        assertThat(InboundRecord.decode(buffer.flip()).taker()).isEqualTo(quiz);
    }
}
