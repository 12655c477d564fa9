package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.smppbridge.Address;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.handback.EndpointStats;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.records.ReplyRecord;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** STOP, START and keyword routes, from the SMSC to the platform and to the intake. */
class ConsentTest {
    private static final String ANNA = "46701234567";
    private static final String[] KEYS = {
        "consent.enabled = true",
        "consent.stop-reply = You will get no more messages.",
        "consent.start-reply = Welcome back.",
        "consent.help-reply = Ask us at example.com"
    };

    private static final String ANSWER = "72404>" + ANNA + " You will get no more messages.";

    @TempDir
    Path directory;

    private static int heard(PipelineRig rig, String from, String to, String text) throws InterruptedException {
        Delivery delivery =
                delivery().from(Address.of(from)).to(Address.of(to)).text(text).made();
        CountDownLatch answered = new CountDownLatch(1);
        int[] status = {-1};
        assertThat(rig.pipeline.inbound().offer("a", delivery, (d, s) -> {
                    status[0] = s;
                    answered.countDown();
                }))
                .isTrue();
        assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
        return status[0];
    }

    private static SendOutcome send(PipelineRig rig, String from, String to) {
        return PipelineRig.get(
                rig.middleWare().send(OutboundSms.to(to).from(from).text("News").build()));
    }

    private static void assertRefused(SendOutcome outcome) {
        assertThat(outcome).isInstanceOf(SendOutcome.Invalid.class);
        SendOutcome.Fault fault = ((SendOutcome.Invalid) outcome).faults().get(0);
        assertThat(fault.field()).isEqualTo("to");
        assertThat(fault.code()).isEqualTo("opted-out");
    }

    /** What has come into the bag, answers and messages, once there are so many. */
    private static List<String> texts(PipelineRig rig, int count) {
        List<String> texts = new ArrayList<>();
        await().until(() -> {
            rig.takeAll("a").stream()
                    .map(Task::sms)
                    .map(sms -> sms.from().number() + ">" + sms.to().number() + " " + sms.text())
                    .forEach(texts::add);
            return texts.size() >= count;
        });
        return texts;
    }

    /** Ids tell nothing then: by its own an answer would be young for a year, while its clientRef is forgotten after a day. */
    @Test
    @Tag("C104")
    void after_a_clock_that_was_a_year_ahead_an_answer_is_given_up_in_time_and_goes_out_once() throws Exception {
        AtomicLong hours = new AtomicLong(8_760);
        InstantSource clock = () -> Instant.parse("2026-03-01T00:00:00Z").plus(Duration.ofHours(hours.get()));
        try (PipelineRig rig = PipelineRig.start(directory, clock, KEYS)) {
            assertThat(send(rig, "72404", "46709999999")).isInstanceOf(SendOutcome.Acceptance.class);
        }
        hours.set(0);
        try (PipelineRig rig = PipelineRig.start(directory, clock, KEYS)) {
            heard(rig, ANNA, "72404", "STOP");
            await().until(() -> rig.takeAll("a").stream()
                    .filter(task -> task.sms().to().number().equals(ANNA))
                    .peek(task -> rig.accepted(task, 0, "m1", true, Outcomes.Flight.NONE))
                    .findAny()
                    .isPresent());
            await().until(() -> rig.pipeline.openMessages() == 1);
        }
        hours.set(30);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ConsentStage.class);
        logger.addAppender(said);
        try (PipelineRig rig = PipelineRig.start(directory, clock, KEYS)) {
            assertThat(rig.takeAllFor(Duration.ofMillis(1_500), "a"))
                    .noneMatch(task -> task.sms().to().number().equals(ANNA));
        } finally {
            logger.detachAppender(said);
        }
        assertThat(said.list).isEmpty();
    }

    @Test
    @Tag("C104")
    void the_answer_to_stop_is_sent_although_the_number_is_opted_out_then() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory, KEYS)) {
            assertThat(heard(rig, "+" + ANNA, "72404", " Stop! ")).isEqualTo(CommandStatus.ROK);
            assertThat(texts(rig, 1)).containsExactly("72404>" + ANNA + " You will get no more messages.");
            assertRefused(send(rig, "72404", "+" + ANNA));
            assertThat(send(rig, "72405", ANNA)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(send(rig, "72404", "46709999999")).isInstanceOf(SendOutcome.Acceptance.class);
            rig.takeAll("a");
            heard(rig, ANNA, "72404", "STOP");
            heard(rig, ANNA, "72404", "please stop this");
            heard(rig, ANNA, "72404", "help");
            assertThat(texts(rig, 1)).containsExactly("72404>" + ANNA + " Ask us at example.com");
            heard(rig, ANNA, "72404", "start");
            assertThat(texts(rig, 1)).containsExactly("72404>" + ANNA + " Welcome back.");
            assertThat(send(rig, "72404", ANNA)).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    @Tag("C104")
    void the_list_survives_restart_and_compaction() throws Exception {
        String[] keys = {"consent.enabled = true", "journal.keep = 0"};
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            heard(rig, ANNA, "72404", "stop");
            heard(rig, "46700000001", "72404", "stop");
            heard(rig, "46700000001", "72404", "start");
            long first = rig.journal.oldestSegment();
            OutboundSms large = OutboundSms.to("46709999999")
                    .text("x".repeat(600))
                    .encoding(io.smppbridge.Encoding.UCS2)
                    .build();
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
                PipelineRig.get(rig.middleWare().send(Collections.nCopies(300, large)));
                for (Task task : rig.takeAll("a")) {
                    for (int part = 0; part < task.parts().count(); part++) {
                        boolean last = part + 1 == task.parts().count();
                        rig.accepted(task, part, "", last, Outcomes.Flight.NONE);
                    }
                }
                return rig.journal.oldestSegment() > first;
            });
        }
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            assertRefused(send(rig, "72404", ANNA));
            assertThat(send(rig, "72404", "46700000001")).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.pipeline.consents().count()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C104")
    void an_answer_that_could_not_be_sent_yet_is_owed_also_after_a_kill_and_sent_once() throws Exception {
        Path second = Files.createDirectory(directory.resolve("second"));
        String[] small = {KEYS[0], KEYS[1], "smsc.a.bag = 1", "smsc.a.bunch = 1"};
        try (PipelineRig rig = PipelineRig.start(directory, small)) {
            send(rig, "1", "46709999999");
            heard(rig, ANNA, "72404", "stop");
            rig.killedInto(second);
        }
        for (int run = 0; run < 2; run++) {
            try (PipelineRig rig = PipelineRig.start(second, KEYS[0], KEYS[1])) {
                assertThat(texts(rig, 2)).containsExactlyInAnyOrder("1>46709999999 News", ANSWER);
                await().until(() -> rig.pipeline.consents().owed() == 0);
                assertRefused(send(rig, "72404", ANNA));
            }
        }
    }

    @Test
    @Tag("C104")
    void an_answer_that_no_route_takes_is_owed_until_a_configuration_has_one() throws Exception {
        AtomicLong clock = new AtomicLong(Instant.parse("2026-11-21T08:00:00Z").toEpochMilli());
        String[] elsewhere = {KEYS[0], KEYS[1], "route.all.prefix = 47"};
        try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), elsewhere)) {
            heard(rig, ANNA, "72404", "stop");
            await().until(() ->
                    clock.addAndGet(5_000) > 0 && rig.stats.refused("no-route").sum() >= 2); // tried again
            assertThat(rig.pipeline.consents().owed()).isEqualTo(1);
            rig.pipeline.apply(PipelineRig.config(directory, KEYS[0], KEYS[1]));
            await().until(() ->
                    clock.addAndGet(5_000) > 0 && rig.pipeline.consents().owed() == 0);
            assertThat(texts(rig, 1)).containsExactly(ANSWER);
        }
    }

    @Test
    void an_answer_that_could_not_even_be_handed_over_is_tried_again() {
        var config = PipelineRig.config(directory);
        Lanes lanes = Lanes.of(config, new LaneNumbers(), new BridgeStats(), 1);
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system())) {
            Books books = new Books(
                    journal,
                    new BridgeStats(),
                    InstantSource.system(),
                    () -> lanes,
                    config,
                    new io.smppbridge.receipts.ReceiptIndex(1, 2));
            List<String> tries = new ArrayList<>();
            ConsentStage stage = new ConsentStage(books, null, account -> {
                tries.add(account);
                throw new IllegalStateException("no door");
            });
            long event = io.smppbridge.TaskId.first(books.nowMs());
            books.owed.enter(new ReplyRecord(event, "local", Address.of("72404"), Address.of(ANNA), "Bye"), 1);
            for (int time = 1; time <= 3; time++) {
                stage.retry();
                assertThat(tries).hasSize(time);
            }
            assertThat(stage.owed()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C104")
    void an_answer_is_owed_also_when_compaction_has_moved_what_says_so() throws Exception {
        String[] keys = {
            KEYS[0],
            KEYS[1],
            "journal.keep = 0",
            "smsc.a.bag = 100",
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "route.b.prefix = 4670999",
            "route.b.order = 10",
            "route.b.smsc = b"
        };
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            OutboundSms sms =
                    OutboundSms.to("46701111111").from("1").text("News").build();
            PipelineRig.get(rig.middleWare().send(Collections.nCopies(100, sms)));
            heard(rig, ANNA, "72404", "stop"); // there is no room for the answer
            long first = rig.journal.oldestSegment();
            OutboundSms large = OutboundSms.to("46709999999")
                    .text("x".repeat(600))
                    .encoding(io.smppbridge.Encoding.UCS2)
                    .build();
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
                PipelineRig.get(rig.middleWare().send(Collections.nCopies(300, large)));
                for (Task task : rig.takeAll("b")) {
                    for (int part = 0; part < task.parts().count(); part++) {
                        boolean last = part + 1 == task.parts().count();
                        rig.accepted(task, part, "", last, Outcomes.Flight.NONE);
                    }
                }
                return rig.journal.oldestSegment() > first;
            });
            assertThat(rig.pipeline.consents().owed()).isEqualTo(1);
        }
        keys[3] = "smsc.a.bag = 200";
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            assertThat(texts(rig, 101)).contains(ANSWER);
        }
    }

    @Test
    @Tag("C104")
    void a_stop_that_changes_nothing_is_answered_again_but_not_at_once() throws Exception {
        AtomicLong clock = new AtomicLong(Instant.parse("2026-11-21T08:00:00Z").toEpochMilli());
        try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), KEYS)) {
            heard(rig, ANNA, "72404", "stop");
            heard(rig, ANNA, "72404", "stop");
            heard(rig, ANNA, "72404", "stop");
            heard(rig, ANNA, "72404", "help");
            assertThat(texts(rig, 2)).containsExactly(ANSWER, "72404>" + ANNA + " Ask us at example.com");
            clock.addAndGet(Duration.ofMinutes(61).toMillis());
            heard(rig, ANNA, "72404", "stop");
            assertThat(texts(rig, 1)).containsExactly(ANSWER);
            clock.addAndGet(-Duration.ofDays(1).toMillis()); // set back: the answer before was no later one
            heard(rig, ANNA, "72404", "stop");
            assertThat(texts(rig, 1)).containsExactly(ANSWER);
            rig.pipeline.apply(PipelineRig.config(directory, KEYS[0], KEYS[1], "consent.answer-again = 0s"));
            heard(rig, ANNA, "72404", "stop");
            assertThat(texts(rig, 1)).containsExactly(ANSWER);
        }
    }

    @Test
    @Tag("C104")
    void a_number_is_the_same_with_and_without_its_country() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory, KEYS[0], KEYS[1])) {
            heard(rig, "0701234567", "72404", "stop"); // before anybody said which country that is
            rig.pipeline.apply(PipelineRig.config(directory, KEYS[0], KEYS[1], "consent.region = SE"));
            assertRefused(send(rig, "72404", "0701234567"));
            assertThat(send(rig, "72404", "+46701234567")).isInstanceOf(SendOutcome.Acceptance.class);
            heard(rig, "0701234567", "72404", "start");
            assertThat(rig.pipeline.consents().count()).isZero();
            heard(rig, "0701234567", "72404", "stop");
            assertRefused(send(rig, "72404", "+46701234567"));
            assertRefused(send(rig, "72404", "0701234567"));
            assertThat(rig.pipeline.consents().list("0701234567", 10))
                    .singleElement()
                    .satisfies(one -> assertThat(one.number()).isEqualTo("46701234567"));
            heard(rig, "46701234567", "72404", "start");
            assertThat(send(rig, "72404", "0701234567")).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    @Tag("C104")
    void what_waits_is_unwanted_from_stop_on_but_not_the_answer_to_it() throws Exception {
        String[] keys = {KEYS[0], KEYS[1], "pipeline.hot-bytes = 0", "account.bank.consent = false"};
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            send(rig, "72404", ANNA);
            send(rig, "72405", ANNA);
            MiddleWare bank = rig.pipeline.middleWare("bank", "http", SendOutcome.Durability.FORCED);
            PipelineRig.get(
                    bank.send(OutboundSms.to(ANNA).from("72404").text("Code").build()));
            heard(rig, ANNA, "72404", "stop");
        }
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            List<Task> tasks = new ArrayList<>();
            await().until(() -> tasks.addAll(rig.takeAll("a")) && tasks.size() >= 4 || tasks.size() >= 4);
            Outcomes outcomes = rig.pipeline.outcomes();
            assertThat(tasks.stream()
                            .filter(outcomes::isUnwanted)
                            .map(task -> task.sms().from().number() + " "
                                    + task.sms().text()))
                    .containsExactly("72404 News");
            Task one = tasks.stream().filter(outcomes::isUnwanted).findFirst().orElseThrow();
            outcomes.ended(one, MessageState.REJECTED, "opted-out", Outcomes.Flight.NONE);
            await().until(() -> rig.stats.consent("withdrawn").sum() == 1);
            assertThat(rig.stats.ended("REJECTED").sum()).isEqualTo(1);
            one.parts().submitted(0);
            assertThat(outcomes.isUnwanted(one)).isFalse();
        }
    }

    @Test
    void a_stop_that_the_platform_has_not_taken_is_not_done_again_after_a_restart() throws Exception {
        String[] keys = {
            KEYS[0],
            KEYS[1],
            KEYS[2],
            "inbound.all.webhook = shop",
            "webhook.shop.url = http://127.0.0.1:1/",
            "webhook.shop.secret = 0123456789abcdef0123",
            "webhook.shop.allow-private = true"
        };
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            heard(rig, ANNA, "72404", "stop");
            heard(rig, ANNA, "72404", "start");
            assertThat(texts(rig, 2)).hasSize(2);
        }
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            assertThat(texts(rig, 2)).hasSize(2);
            assertThat(rig.pipeline.consents().count()).isZero();
        }
    }

    @Test
    void a_stop_may_mean_the_account_or_everything_and_an_account_may_be_exempt() throws Exception {
        String[] base = {"consent.enabled = true", "account.bank.consent = false", "account.shop.from = 1234"};
        List<String> keys = new ArrayList<>(List.of(base));
        keys.add("consent.scope = all");
        try (PipelineRig rig = PipelineRig.start(directory, keys.toArray(new String[0]))) {
            heard(rig, ANNA, "72404", "stop");
            assertRefused(send(rig, "1111", ANNA));
            OutboundSms code = OutboundSms.to(ANNA).from("1111").text("Code").build();
            assertThat(PipelineRig.get(rig.pipeline
                            .middleWare("bank", "http", SendOutcome.Durability.FORCED)
                            .send(code)))
                    .isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.pipeline.consents().change(Address.of(ANNA), "", "", false))
                    .contains(true);
            assertThat(send(rig, "1111", ANNA)).isInstanceOf(SendOutcome.Acceptance.class);
            keys.set(keys.size() - 1, "consent.scope = account");
            rig.pipeline.apply(PipelineRig.config(directory, keys.toArray(new String[0])));
            heard(rig, ANNA, "72404", "stop");
            assertRefused(send(rig, "1111", ANNA));
            assertThat(PipelineRig.get(rig.pipeline
                            .middleWare("shop", "http", SendOutcome.Durability.FORCED)
                            .send(code)))
                    .isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(rig.pipeline.consents().list(ANNA, 10))
                    .singleElement()
                    .satisfies(one -> assertThat(one.account()).isEqualTo(PipelineRig.ACCOUNT));
        }
    }

    @Test
    void an_operator_opts_out_by_sender_account_or_altogether() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            Consents consents = rig.pipeline.consents();
            assertThat(consents.change(Address.of("+" + ANNA), "Acme", "", true))
                    .contains(true);
            assertThat(consents.change(Address.of(ANNA), "Acme", "", true)).contains(false);
            assertRefused(send(rig, "Acme", ANNA));
            assertThat(send(rig, "Acm", ANNA)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(send(rig, "Acmes", ANNA)).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(consents.change(Address.of(ANNA), "", PipelineRig.ACCOUNT, true))
                    .contains(true);
            assertRefused(send(rig, "Acmes", ANNA));
            assertThat(consents.list("", 10)).hasSize(2);
            assertThat(consents.count()).isEqualTo(2);
            assertThat(consents.change(Address.of(ANNA), "", PipelineRig.ACCOUNT, false))
                    .contains(true);
            assertThat(consents.change(Address.of(ANNA), "Acme", "", false)).contains(true);
            assertThat(send(rig, "Acme", ANNA)).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    @Tag("C92")
    void messages_take_the_first_inbound_route_that_fits_also_after_a_restart() throws Exception {
        String[] keys = {
            "webhook.games.url = http://127.0.0.1:1/",
            "webhook.games.secret = 0123456789abcdef0123",
            "webhook.games.allow-private = true",
            "webhook.votes.url = http://127.0.0.1:1/",
            "webhook.votes.secret = 0123456789abcdef0123",
            "webhook.votes.allow-private = true",
            "account.quiz.webhook = votes",
            "account.quiz.inbound = false",
            "inbound.games.keyword = WIN, Spela",
            "inbound.games.to = 72404",
            "inbound.games.webhook = games",
            "inbound.votes.order = 50",
            "inbound.votes.from = 46",
            "inbound.votes.keyword = vote",
            "inbound.votes.account = quiz"
        };
        List<String> heard = new CopyOnWriteArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {
                    heard.add(message.text());
                }

                @Override
                public void onReceipt(Receipt receipt) {}
            });
            heard(rig, ANNA, "72404", "win now");
            heard(rig, ANNA, "72404", "  SPELA");
            heard(rig, ANNA, "72405", "win elsewhere");
            heard(rig, ANNA, "72404", "winner");
            heard(rig, ANNA, "1", "Vote: A");
            heard(rig, "4770000000", "1", "Vote abroad");
            await().until(() -> heard.size() == 3);
            assertThat(heard).containsExactlyInAnyOrder("win elsewhere", "winner", "Vote abroad");
            await().until(() -> waiting(rig, "webhook:games") == 2 && waiting(rig, "webhook:votes") == 1);
        }
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            await().until(() -> waiting(rig, "webhook:games") == 2 && waiting(rig, "webhook:votes") == 1);
        }
    }

    private static long waiting(PipelineRig rig, String endpoint) {
        return rig.pipeline.handback().stats().stream()
                .filter(stats -> stats.endpoint().equals(endpoint))
                .mapToLong(EndpointStats::waiting)
                .sum();
    }
}
