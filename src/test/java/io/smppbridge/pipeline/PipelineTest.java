package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.Memory;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Alert;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Deliveries;
import io.smppbridge.connector.Delivery;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.Story;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {
    @TempDir
    Path directory;

    private static final class Heard implements InboundListener {
        final List<InboundSms> messages = new CopyOnWriteArrayList<>();
        final List<Receipt> receipts = new CopyOnWriteArrayList<>();
        final List<SubscriberAlert> alerts = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(InboundSms message) {
            messages.add(message);
        }

        @Override
        public void onReceipt(Receipt receipt) {
            receipts.add(receipt);
        }

        @Override
        public void onAlert(SubscriberAlert alert) {
            alerts.add(alert);
        }
    }

    private Path fresh(String name) {
        Path made = directory.resolve(name);
        assertThat(made.toFile().mkdirs()).isTrue();
        return made;
    }

    private static TaskId accepted(SendOutcome outcome) {
        assertThat(outcome).isInstanceOf(SendOutcome.Acceptance.class);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static Delivery receipt(String id, String stat) {
        String text = "id:" + id + " sub:001 dlvrd:001 submit date:2611202200 done date:2611202201 stat:" + stat
                + " err:000 text:hi";
        return delivery(4, text);
    }

    private static Delivery delivery(int esmClass, String text) {
        return Deliveries.delivery().esmClass(esmClass).text(text).made();
    }

    private static int offer(PipelineRig rig, Delivery delivery) throws InterruptedException {
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

    @Test
    @Tag("C83")
    void an_accepted_message_is_in_its_bag_and_can_be_asked_about() {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            TaskId id = accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "hello")));
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks).hasSize(1);
            assertThat(tasks.get(0).id()).isEqualTo(id.value());
            Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
            assertThat(PipelineRig.get(messages.find(id)).orElseThrow().state()).isEqualTo(MessageState.QUEUED);
            assertThat(PipelineRig.get(rig.pipeline.messages("other").find(id))).isEmpty();
            rig.accepted(tasks.get(0), 0, "77", true, Outcomes.Flight.NONE);
            await().until(() -> PipelineRig.get(messages.find(id)).orElseThrow().state() == MessageState.ACCEPTED);
            assertThat(PipelineRig.get(messages.find(id))
                            .orElseThrow()
                            .parts()
                            .get(0)
                            .messageId())
                    .isEqualTo("77");
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
    }

    @Test
    @Tag("C84")
    void messages_not_yet_sent_are_back_in_their_order_after_a_restart() {
        List<TaskId> ids = new ArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            for (int i = 0; i < 300; i++) {
                ids.add(accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "number " + i))));
            }
            Task first = rig.takeAll("a").get(0);
            rig.accepted(first, 0, "1", true, Outcomes.Flight.NONE);
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks)
                    .extracting(Task::id)
                    .containsExactlyElementsOf(
                            ids.subList(1, 300).stream().map(TaskId::value).toList());
            assertThat(tasks.get(5).sms().text()).isEqualTo("number 6");
        }
    }

    /** As when an address that the rest of the bridge needs cannot be had. */
    @Test
    @Tag("C84")
    void what_waits_is_there_after_a_start_that_was_given_up_while_the_journal_was_read() throws Exception {
        BridgeConfig config = PipelineRig.config(directory);
        TaskId waits;
        try (PipelineRig rig = PipelineRig.start(directory)) {
            waits = accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "waits")));
        }
        BridgeStats stats = new BridgeStats();
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system())) {
            Pipeline given = new Pipeline(
                    config,
                    journal,
                    stats,
                    store -> new Handback(config.handback(), store, stats, Surroundings.system()),
                    new World(InstantSource.system(), Ticker.SYSTEM, new SplittableRandom(7), error -> {}));
            given.read(false);
            assertThat(given.stop(Duration.ofSeconds(10))).isTrue();
            assertThat(given.bag("a").depth())
                    .as("what a sender could have taken")
                    .isZero();
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(waits.value());
        }
    }

    /** Its record is there twice when the process ends between the carrying and the dropping of a segment. */
    @Test
    @Tag("C43")
    @Tag("A-08")
    void where_order_matters_a_refused_message_keeps_pause_and_place_over_a_restart_and_when_carried() {
        String order = "smsc.a.order = destination";
        List<Long> ids = new ArrayList<>();
        BridgeConfig config;
        try (PipelineRig rig = PipelineRig.start(directory, order)) {
            config = rig.config;
            for (String text : List.of("first", "second")) {
                ids.add(accepted(PipelineRig.get(rig.middleWare().send("+46701234567", text)))
                        .value());
            }
            Task first = rig.takeAll("a").get(0);
            first.refusals = 1;
            first.dueAtMs = rig.clock.millis() + 60_000;
            rig.pipeline.outcomes().refused(first, 0, CommandStatus.RSYSERR, Outcomes.Flight.NONE);
        }
        for (int start = 0; start < 2; start++) {
            try (PipelineRig rig = PipelineRig.start(directory, order)) {
                Task first = rig.pipeline.bag("a").pollFirst();
                assertThat(first.id()).as("others are kept behind it").isEqualTo(ids.get(0));
                assertThat(first.refusals).isEqualTo(1);
                assertThat(rig.pipeline.bag("a").pollFirst()).isNull();
                assertThat(rig.takeAll("a"))
                        .as("it is not yet due, and what is taken is kept behind it")
                        .extracting(Task::id)
                        .containsExactly(ids.get(1));
            }
            carry(config);
        }
    }

    /** Writes the message with the last progress once more, as the emptying of a segment does. */
    private static void carry(BridgeConfig config) {
        try (Journal journal =
                Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system())) {
            long[] last = {0};
            journal.replay((position, type, payload) -> last[0] = type == RecordType.PROGRESS ? position : last[0]);
            Story story = Story.read(journal::read, last[0]).orElseThrow();
            story.pack(journal.openRecord(RecordType.CARRY, Books.LONGEST_RECORD));
            journal.closeRecord();
        }
    }

    @Test
    @Tag("C62")
    void a_receipt_is_joined_whether_it_comes_after_or_before_its_answer() throws Exception {
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(heard);
            OutboundSms sms = OutboundSms.to("+46701234567")
                    .text("hi")
                    .receipt(ReceiptWish.FINAL)
                    .build();
            TaskId late = accepted(PipelineRig.get(rig.middleWare().send(sms)));
            TaskId early = accepted(PipelineRig.get(rig.middleWare().send(sms)));
            List<Task> tasks = rig.takeAll("a");
            rig.accepted(tasks.get(0), 0, "100", true, Outcomes.Flight.NONE);
            assertThat(offer(rig, receipt("100", "DELIVRD"))).isEqualTo(CommandStatus.ROK);
            assertThat(offer(rig, receipt("200", "UNDELIV"))).isEqualTo(CommandStatus.ROK);
            rig.accepted(tasks.get(1), 0, "200", true, Outcomes.Flight.NONE);
            await().until(() -> heard.receipts.size() == 2);
            assertThat(heard.receipts).extracting(Receipt::message).containsExactlyInAnyOrder(late, early);
            assertThat(heard.receipts)
                    .extracting(Receipt::state)
                    .containsExactlyInAnyOrder(MessageState.DELIVERED, MessageState.UNDELIVERED);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
    }

    @Test
    @Tag("C75")
    void a_receipt_that_waited_for_its_answer_survives_a_restart() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            OutboundSms sms = OutboundSms.to("+46701234567")
                    .text("hi")
                    .receipt(ReceiptWish.FINAL)
                    .build();
            accepted(PipelineRig.get(rig.middleWare().send(sms)));
            assertThat(offer(rig, receipt("100", "DELIVRD"))).isEqualTo(CommandStatus.ROK);
        }
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(heard);
            rig.accepted(rig.takeAll("a").get(0), 0, "100", true, Outcomes.Flight.NONE);
            await().until(() -> heard.receipts.size() == 1);
            assertThat(heard.receipts.get(0).state()).isEqualTo(MessageState.DELIVERED);
        }
    }

    @Test
    @Tag("C90")
    void an_mo_reaches_the_listener_also_after_a_restart() throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(offer(rig, delivery(0, "STOP"))).isEqualTo(CommandStatus.ROK);
        }
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(heard);
            await().until(() -> heard.messages.size() == 1);
            assertThat(heard.messages.get(0).text()).isEqualTo("STOP");
        }
        Heard again = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(again);
            assertThat(offer(rig, delivery(0, "second"))).isEqualTo(CommandStatus.ROK);
            await().until(() -> again.messages.size() == 1);
            assertThat(again.messages.get(0).text()).isEqualTo("second");
        }
    }

    @Test
    void an_alert_reaches_the_listener_also_after_a_restart() {
        Alert alert = new Alert(Address.of("+46701234567"), Address.of("72404"), 2);
        SubscriberAlert heard = heardAfterARestart(alert);
        assertThat(heard.subscriber()).isEqualTo(alert.subscriber());
        assertThat(heard.to()).isEqualTo(alert.to());
        assertThat(heard.availability()).isEqualTo(SubscriberAlert.Availability.UNAVAILABLE);
        assertThat(heard.smsc()).isEqualTo("a");
        Heard again = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(again);
            assertThat(rig.pipeline.inbound().alert("a", new Alert(alert.subscriber(), alert.to(), 0)))
                    .isTrue();
            await().until(() -> again.alerts.size() == 1);
            assertThat(again.alerts.get(0).availability()).isEqualTo(SubscriberAlert.Availability.AVAILABLE);
        }
    }

    @Test
    void an_alert_of_which_smpp_does_not_know_the_word_does_not_say_available() {
        Alert alert = new Alert(Address.of("+46701234567"), Address.of("72404"), 7);
        assertThat(heardAfterARestart(alert).availability()).isEqualTo(SubscriberAlert.Availability.UNKNOWN);
    }

    private SubscriberAlert heardAfterARestart(Alert alert) {
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(rig.pipeline.inbound().alert("a", alert)).isTrue();
        }
        Heard heard = new Heard();
        try (PipelineRig rig = PipelineRig.start(directory)) {
            rig.middleWare().listen(heard);
            await().until(() -> heard.alerts.size() == 1);
        }
        return heard.alerts.get(0);
    }

    @Test
    @Tag("C86")
    void the_same_clientRef_is_the_same_message_also_after_a_restart() {
        OutboundSms sms =
                OutboundSms.to("+46701234567").text("hi").clientRef("order-1").build();
        OutboundSms other =
                OutboundSms.to("+46701234567").text("bye").clientRef("order-1").build();
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory)) {
            id = accepted(PipelineRig.get(rig.middleWare().send(sms)));
            SendOutcome repeated = PipelineRig.get(rig.middleWare().send(sms));
            assertThat(accepted(repeated)).isEqualTo(id);
            assertThat(((SendOutcome.Acceptance) repeated).repeated()).isTrue();
            await().until(() -> rig.stats.clientRefs == 1);
            assertThat(rig.stats.clientRefsLimit).isPositive();
        }
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(accepted(PipelineRig.get(rig.middleWare().send(sms)))).isEqualTo(id);
            assertThat(PipelineRig.get(rig.middleWare().send(other))).isInstanceOf(SendOutcome.Conflict.class);
            assertThat(rig.takeAll("a")).hasSize(1);
        }
    }

    @Test
    @Tag("C86")
    void what_was_taken_stays_taken_though_it_would_be_refused_by_now() {
        OutboundSms sms =
                OutboundSms.to("+46701234567").text("hi").clientRef("order-1").build();
        OutboundSms other =
                OutboundSms.to("+46701234567").text("bye").clientRef("order-1").build();
        OutboundSms unknown =
                OutboundSms.to("+46701234567").text("hi").clientRef("order-2").build();
        String elsewhere = "route.all.prefix = 47";
        TaskId id;
        try (PipelineRig rig = PipelineRig.start(directory)) {
            id = accepted(PipelineRig.get(rig.middleWare().send(sms)));
            rig.pipeline.apply(PipelineRig.config(directory, elsewhere));
            SendOutcome repeated = PipelineRig.get(rig.middleWare().send(sms));
            assertThat(accepted(repeated)).isEqualTo(id);
            assertThat(((SendOutcome.Acceptance) repeated).repeated()).isTrue();
        }
        try (PipelineRig rig = PipelineRig.start(directory, elsewhere)) {
            List<SendOutcome> said = PipelineRig.get(rig.middleWare().send(List.of(other, sms, unknown)));
            assertThat(said.get(0)).isInstanceOf(SendOutcome.NoRoute.class);
            assertThat(accepted(said.get(1))).isEqualTo(id);
            assertThat(said.get(2)).isInstanceOf(SendOutcome.NoRoute.class);
            assertThat(rig.stats.refused("no-route").sum()).isEqualTo(2);
            assertThat(rig.stats.clientRefs).isEqualTo(1);
        }
    }

    @Test
    @Tag("C88")
    void a_full_bag_refuses_and_takes_again_when_there_is_room() {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.bag = 10", "smsc.a.bunch = 10")) {
            for (int i = 0; i < 10; i++) {
                accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "x")));
            }
            assertThat(PipelineRig.get(rig.middleWare().send("+46701234567", "x")))
                    .isInstanceOf(SendOutcome.NoCredit.class);
            rig.accepted(rig.takeAll("a").get(0), 0, "1", true, Outcomes.Flight.NONE);
            await().until(() ->
                    PipelineRig.get(rig.middleWare().send("+46701234567", "x")) instanceof SendOutcome.Acceptance);
        }
    }

    @Test
    @Tag("C88")
    @Tag("F-20")
    void any_message_is_refused_while_all_bags_that_routes_lead_to_are_full_and_only_then() {
        String[] keys = {
            "smsc.a.bag = 20",
            "smsc.a.bunch = 1",
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "smsc.b.bag = 1",
            "smsc.b.bunch = 1",
            "smsc.unrouted.host = 127.0.0.1",
            "smsc.unrouted.port = 2777",
            "smsc.unrouted.system-id = me",
            "smsc.unrouted.password = secret",
            "smsc.unrouted.rate = unlimited",
            "route.b.prefix = 47",
            "route.b.smsc = b",
            "route.b.order = 1"
        };
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            fill(rig, "+46701234567", 20);
            assertThat(rig.pipeline.refusesAll(true)).as("b has room").isEmpty();
            fill(rig, "+4790000000", 1);
            assertThat(rig.pipeline.refusesAll(false))
                    .hasValueSatisfying(
                            no -> assertThat(no.reason()).isEqualTo("the bag of SMSC a, b is full; try again in 1 s"));
            rig.pipeline.bag("a").release(1);
            assertThat(rig.pipeline.refusesAll(false)).as("one has room").isEmpty();
            assertThat(rig.pipeline.refusesAll(true)).as("a twentieth is free").isPresent();
            rig.pipeline.bag("a").release(1);
            assertThat(rig.pipeline.refusesAll(true)).as("a tenth is free").isEmpty();
            rig.pipeline.refuse("the bridge is stopping", Duration.ofSeconds(3));
            assertThat(rig.pipeline.refusesAll(false)).containsInstanceOf(SendOutcome.NotAccepting.class);
            rig.pipeline.bag("a").acquireAnyway(2);
        }
    }

    private static void fill(PipelineRig rig, String to, int room) {
        for (int i = 0; i < room; i++) {
            accepted(PipelineRig.get(rig.middleWare().send(to, "x")));
        }
        assertThat(PipelineRig.get(rig.middleWare().send(to, "x"))).isInstanceOf(SendOutcome.NoCredit.class);
    }

    @Test
    void a_withdrawn_message_is_never_taken_hot_or_cold() {
        for (String hot : List.of("16M", "0")) {
            try (PipelineRig rig = PipelineRig.start(fresh(hot), "pipeline.hot-bytes = " + hot)) {
                TaskId id = accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "x")));
                Messages messages = rig.pipeline.messages(PipelineRig.ACCOUNT);
                assertThat(PipelineRig.get(messages.cancel(id))).isEqualTo(Messages.Withdrawal.CANCELLED);
                assertThat(PipelineRig.get(messages.cancel(id))).isEqualTo(Messages.Withdrawal.ENDED);
                assertThat(rig.takeAll("a")).isEmpty();
                TaskId taken = accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "y")));
                assertThat(rig.takeAll("a")).hasSize(1);
                assertThat(PipelineRig.get(messages.cancel(taken))).isEqualTo(Messages.Withdrawal.TOO_LATE);
            }
        }
    }

    @Test
    void old_segments_go_while_an_old_message_stays() {
        try (PipelineRig rig = PipelineRig.start(directory, "journal.keep = 0", "smsc.a.bag = 1000000")) {
            TaskId old = accepted(PipelineRig.get(rig.middleWare().send("+46701234567", "stay")));
            Task keep = rig.takeAll("a").get(0);
            String text = "x".repeat(150);
            for (int round = 0; round < 60; round++) {
                List<OutboundSms> list = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    list.add(OutboundSms.of("+46701234567", text));
                }
                PipelineRig.get(rig.middleWare().send(list));
                for (Task task : rig.takeAll("a")) {
                    rig.accepted(task, 0, "m", true, Outcomes.Flight.NONE);
                }
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> rig.journal.bytes() <= 4 << 20);
            assertThat(PipelineRig.get(
                            rig.pipeline.messages(PipelineRig.ACCOUNT).find(old)))
                    .isPresent();
            rig.accepted(keep, 0, "done", true, Outcomes.Flight.NONE);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
    }

    @Test
    void senders_ask_for_the_quiet_hours_of_an_account_without_an_object_each_time() {
        try (PipelineRig rig = PipelineRig.start(directory, "account.shop.senders = Acme")) {
            int times = 20_000;
            long start = 0;
            for (int i = 0; i < 2 * times; i++) {
                start = i == times ? Memory.allocatedHere() : start;
                assert rig.pipeline.quietHours("shop").isNone();
            }
            assertThat(Memory.allocatedHere() - start).isLessThan(times);
        }
    }
}
