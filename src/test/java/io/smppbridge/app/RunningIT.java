package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.ThreadsSince;
import io.smppbridge.admin.AdminSources;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.pipeline.World;
import io.smppbridge.receiver.Receiver;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigChange;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that come while what the change before them has ended still drains. */
class RunningIT {
    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private Path config(SmscSimulator sim, String systemType, String rate) throws Exception {
        return Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.a.host = 127.0.0.1",
                        "smsc.a.port = " + sim.port(),
                        "smsc.a.system-id = smppclient1",
                        "smsc.a.password = password",
                        "smsc.a.system-type = " + systemType,
                        "smsc.a.rate = " + rate,
                        "route.all.smsc = a",
                        "intake.http.enabled = false",
                        "admin.enabled = false",
                        "journal.segment-size = 1M",
                        "journal.reserve = 1M",
                        "journal.reserve-share = 0",
                        "journal.directory = " + directory.resolve("journal")));
    }

    private int senderThreads() {
        return since.running("sender-a-").size();
    }

    private boolean drains() {
        return !since.running("drain-a").isEmpty();
    }

    private static void submit(Bridge bridge, SmscSimulator sim, int count) throws Exception {
        bridge.middleWare()
                .send(List.of(OutboundSms.of("46701234567", "hello")))
                .get(5, TimeUnit.SECONDS);
        await().until(() -> sim.first().submits().size() == count);
    }

    @Test
    @Tag("G-05")
    @Tag("G-09")
    void a_second_change_and_a_stop_while_the_first_change_drains_leave_one_set_of_senders_and_none() throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests().with("respond-after", "1500ms"));
                Bridge bridge = Bridge.start(config(sim, "one", "100/s"))) {
            submit(bridge, sim, 1);
            config(sim, "two", "100/s");
            assertThat(bridge.reload().applied()).isTrue();
            assertThat(drains()).isTrue();
            config(sim, "three", "100/s");
            assertThat(bridge.reload().applied()).isTrue();
            config(sim, "three", "50/s");
            assertThat(bridge.reload().applied()).isTrue();
            await().atMost(Duration.ofSeconds(10)).until(() -> !drains());
            assertThat(senderThreads()).isEqualTo(1);
            assertThat(directory.resolve("journal/flights").toFile().list()).hasSize(1);
            submit(bridge, sim, 2);
            assertThat(bridge.stats().smsc("a").effectiveRate).isEqualTo(50);
            config(sim, "four", "50/s");
            assertThat(bridge.reload().applied()).isTrue();
            assertThat(drains()).isTrue();
            bridge.stop();
            await().until(() -> !drains());
            assertThat(senderThreads()).isZero();
            assertThat(sim.first().submits()).hasSize(2);
        }
    }

    /** What runs of a bridge whose reloads are done half by half. */
    private final class Halves implements AutoCloseable {
        final BridgeStats stats = new BridgeStats();
        final Pipeline pipeline;
        final Running running;
        final MiddleWare platform;
        private final Journal journal;
        private final NettyLoops loops = new NettyLoops(1);
        private final FlightLogs notes;
        private final Receiver receiver;
        private final PduLogs logs;

        /**
         * @param ticker that of its senders
         * @param threads make those that wait for a drain, from their name and their work
         */
        Halves(BridgeConfig config, Ticker ticker, BiFunction<String, Runnable, Thread> threads) throws Exception {
            InstantSource clock = InstantSource.system();
            Path journalAt = config.journal().directory();
            journal = Journal.open(config.journal(), FileDisk.in(journalAt), clock);
            World world = new World(clock, Ticker.SYSTEM, new SplittableRandom(7), error -> {});
            pipeline = new Pipeline(
                    config,
                    journal,
                    stats,
                    store -> new Handback(config.handback(), store, stats, Surroundings.system()),
                    world);
            notes = new FlightLogs(journalAt, clock, pipeline::fail);
            receiver = new Receiver(Ticker.SYSTEM, 7);
            logs = new PduLogs(config.pduLog(), clock, Ticker.SYSTEM);
            Smsc.Shared shared = new Smsc.Shared(
                    pipeline,
                    stats,
                    notes::open,
                    receiver,
                    clock,
                    ticker,
                    new SplittableRandom(7),
                    logs,
                    BeforeSubmit.NONE,
                    loops);
            running = new Running(config, shared, Duration.ofSeconds(5), threads);
            pipeline.read(false);
            running.prepare();
            running.bind();
            pipeline.start();
            pipeline.handback().start();
            running.start();
            pipeline.accept();
            platform = pipeline.middleWare("local", "middleware", SendOutcome.Durability.FORCED);
        }

        String taker() throws Exception {
            List<SendOutcome> outcomes = platform.send(List.of(OutboundSms.of("46701234567", "hello")))
                    .get(5, TimeUnit.SECONDS);
            return ((SendOutcome.Acceptance) outcomes.get(0)).smsc();
        }

        @Override
        public void close() throws Exception {
            running.stop(Duration.ofSeconds(5));
            receiver.drain(Duration.ofSeconds(5));
            pipeline.handback().stop(Duration.ofSeconds(5));
            pipeline.stop(Duration.ofSeconds(5));
            logs.close();
            notes.close();
            loops.close();
            journal.close();
        }
    }

    /** What has drained is let go of after a reload's first half, which has it back among those that messages go to. */
    @Test
    @Tag("C32")
    void an_smsc_that_comes_back_as_it_is_let_go_is_known_to_stand() throws Exception {
        try (SmscSimulator slow = SmscSimulator.start(SimulatorConfig.forTests().with("respond-after", "1s"));
                SmscSimulator other = SmscSimulator.start(SimulatorConfig.forTests())) {
            LoadOutcome.Loaded both = loaded(slow, other, "a > b");
            LoadOutcome.Loaded one = loaded(null, other, "b");
            try (Halves bridge = new Halves(both.config(), Ticker.SYSTEM, NamedThreads::single)) {
                BridgeStats stats = bridge.stats;
                await().until(() ->
                        stats.smsc("a").anyBound() && stats.smsc("b").anyBound());
                assertThat(bridge.taker()).isEqualTo("a");
                await().until(() -> !slow.first().submits().isEmpty());
                bridge.pipeline.apply(one.config());
                bridge.running.follow(ConfigChange.between(both, one), one.config());
                assertThat(drains()).isTrue();
                bridge.pipeline.apply(both.config());
                await().until(() -> !drains());
                bridge.running.follow(ConfigChange.between(one, both), both.config());
                await().until(() -> stats.smsc("a").anyBound());
                assertThat(bridge.taker()).isEqualTo("a");
            }
        }
    }

    @Test
    @Tag("C107")
    void an_smsc_goes_on_where_no_thread_can_be_made_to_wait_for_its_end_and_is_let_go_by_the_next_reload()
            throws Exception {
        AtomicBoolean none = new AtomicBoolean(true);
        try (SmscSimulator first = SmscSimulator.start(SimulatorConfig.forTests());
                SmscSimulator other = SmscSimulator.start(SimulatorConfig.forTests())) {
            LoadOutcome.Loaded both = loaded(first, other, "a > b");
            LoadOutcome.Loaded one = loaded(null, other, "b");
            try (Halves bridge = new Halves(
                    both.config(),
                    Ticker.SYSTEM,
                    (name, work) -> none.get() ? new Impossible() : NamedThreads.single(name, work))) {
                await().until(() -> bridge.stats.smsc("a").anyBound());
                ConfigChange change = ConfigChange.between(both, one);
                assertThatThrownBy(() -> bridge.running.follow(change, one.config()))
                        .isInstanceOf(RejectedExecutionException.class);
                assertThat(bridge.running.size()).isEqualTo(2);
                assertThat(bridge.taker()).isEqualTo("a");
                await().until(() -> first.first().submits().size() == 1);
                none.set(false);
                bridge.pipeline.apply(one.config());
                bridge.running.follow(change, one.config());
                await().until(() -> !bridge.stats.smscs().containsKey("a"));
                assertThat(bridge.taker()).isEqualTo("b");
            }
        }
    }

    @Test
    @Tag("C107")
    void an_smsc_of_which_no_sender_could_be_made_has_them_and_sends_after_the_next_reload() throws Exception {
        AtomicReference<Thread> without = new AtomicReference<>();
        try (SmscSimulator first = SmscSimulator.start(SimulatorConfig.forTests());
                SmscSimulator other = SmscSimulator.start(SimulatorConfig.forTests())) {
            LoadOutcome.Loaded both = loaded(first, other, "a");
            LoadOutcome.Loaded one = loaded(null, other, "b");
            Ticker ticker = () -> {
                if (without.get() == Thread.currentThread()) {
                    throw new RejectedExecutionException("no thread");
                }
                return Ticker.SYSTEM.nanos();
            };
            try (Halves bridge = new Halves(one.config(), ticker, NamedThreads::single)) {
                without.set(Thread.currentThread());
                bridge.pipeline.apply(both.config());
                assertThat(bridge.running
                                .follow(ConfigChange.between(one, both), both.config())
                                .troubles())
                        .containsExactly("SMSC a: no thread; the next reload tries it again");
                without.set(null);
                assertThat(bridge.running
                                .follow(ConfigChange.between(both, both), both.config())
                                .late())
                        .containsExactly("a");
                assertThat(bridge.taker()).isEqualTo("a");
                await().until(() -> first.first().submits().size() == 1);
            }
        }
    }

    private static final class Impossible extends Thread {
        @Override
        public void start() {
            throw new RejectedExecutionException("no thread");
        }
    }

    private LoadOutcome.Loaded loaded(SmscSimulator a, SmscSimulator b, String route) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(config(b, "b", "100/s")));
        lines.replaceAll(line -> line.replaceFirst("^smsc\\.a\\.", "smsc.b."));
        lines.replaceAll(line -> line.startsWith("route.") ? "route.all.smsc = " + route : line);
        if (a != null) {
            Files.readAllLines(config(a, "a", "100/s")).stream()
                    .filter(line -> line.startsWith("smsc.a."))
                    .forEach(lines::add);
        }
        Path file = Files.write(directory.resolve("bridge.properties"), lines);
        return (LoadOutcome.Loaded) Bridge.Options.of(file).reload().read();
    }

    @Test
    void asking_an_smsc_waits_for_nobody_who_starts_or_ends_one() throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests())) {
            LoadOutcome read =
                    Bridge.Options.of(config(sim, "one", "100/s")).reload().read();
            Running running = new Running(((LoadOutcome.Loaded) read).config(), null, Duration.ZERO);
            CompletableFuture<OperationAnswer> answer = new CompletableFuture<>();
            synchronized (running) {
                Thread asks = new Thread(() -> running.ask("gone", null, answer::complete), "asks");
                asks.start();
                assertThat(answer.get(5, TimeUnit.SECONDS)).isInstanceOf(OperationAnswer.Unanswered.class);
                asks.join();
            }
        }
    }

    @Test
    @Tag("C36")
    void binding_anew_is_no_leave_to_send_faster() throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests());
                Bridge bridge = Bridge.start(config(sim, "one", "30/min"))) {
            submit(bridge, sim, 1);
            config(sim, "two", "30/min");
            assertThat(bridge.reload().applied()).isTrue();
            submit(bridge, sim, 2);
            List<ReceivedSubmit> submits = sim.first().submits();
            assertThat(submits.get(1).nanos() - submits.get(0).nanos())
                    .isGreaterThan(Duration.ofMillis(1_950).toNanos());
        }
    }

    @Test
    @Tag("C107")
    void a_reload_is_refused_at_once_while_a_stop_drains() throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests().with("respond-after", "3s"));
                Bridge bridge = Bridge.start(config(sim, "one", "100/s"))) {
            submit(bridge, sim, 1);
            Thread stop = new Thread(bridge::stop, "stopper");
            stop.start();
            await().until(() -> bridge.obstacles().contains("the bridge is stopping"));
            ReloadReport report = bridge.reload();
            assertThat(stop.isAlive()).as("it still drains").isTrue();
            assertThat(report).isEqualTo(ReloadReport.refused(List.of("the bridge is stopping")));
            assertThat(report.forOperator())
                    .as("no fault of the configuration")
                    .isEqualTo(new AdminSources.Reload.NotNow("the bridge is stopping"));
            stop.join();
        }
    }

    @Test
    void the_account_of_messages_sent_in_process_is_another_one_after_a_restart_only() throws Exception {
        SimulatorConfig carrier = SimulatorConfig.forTests().with("receipt-after", "0");
        try (SmscSimulator sim = SmscSimulator.start(carrier);
                Bridge bridge = Bridge.start(config(sim, "one", "100/s"))) {
            MiddleWare middleWare = bridge.middleWare();
            List<Receipt> receipts = new CopyOnWriteArrayList<>();
            middleWare.listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {}

                @Override
                public void onReceipt(Receipt receipt) {
                    receipts.add(receipt);
                }
            });
            Files.write(
                    config(sim, "one", "100/s"),
                    List.of("middleware.account = other", "account.other.key-hash ="),
                    StandardOpenOption.APPEND);
            assertThat(bridge.reload().needRestart()).singleElement(STRING).contains("middleware.account");
            OutboundSms sms = OutboundSms.to("46701234567")
                    .text("hello")
                    .receipt(ReceiptWish.FINAL)
                    .build();
            SendOutcome.Acceptance accepted = (SendOutcome.Acceptance)
                    middleWare.send(List.of(sms)).get(5, TimeUnit.SECONDS).get(0);
            await().until(() -> receipts.size() == 1);
            assertThat(bridge.messages().find(accepted.id()).get(5, TimeUnit.SECONDS))
                    .isPresent();
        }
    }

    @Test
    @Tag("C107")
    void how_often_an_event_is_tried_is_what_the_last_reload_says() throws Exception {
        SimulatorConfig carrier = SimulatorConfig.forTests().with("receipt-after", "0");
        try (SmscSimulator sim = SmscSimulator.start(carrier)) {
            List<String> pauses = List.of("handback.retry-min = 10ms", "handback.retry-max = 10ms");
            Path file = Files.write(config(sim, "one", "100/s"), pauses, StandardOpenOption.APPEND);
            Files.write(file, List.of("handback.attempts = 1000000"), StandardOpenOption.APPEND);
            try (Bridge bridge = Bridge.start(file)) {
                List<Receipt> refused = new CopyOnWriteArrayList<>();
                bridge.middleWare().listen(new InboundListener() {
                    @Override
                    public void onMessage(InboundSms message) {}

                    @Override
                    public void onReceipt(Receipt receipt) {
                        refused.add(receipt);
                        throw new IllegalStateException("not this one");
                    }
                });
                OutboundSms sms = OutboundSms.to("46701234567")
                        .text("hello")
                        .receipt(ReceiptWish.FINAL)
                        .build();
                bridge.middleWare().send(List.of(sms)).get(5, TimeUnit.SECONDS);
                await().until(() -> refused.size() >= 2);
                Files.write(config(sim, "one", "100/s"), pauses, StandardOpenOption.APPEND);
                Files.write(file, List.of("handback.attempts = 2"), StandardOpenOption.APPEND);
                assertThat(bridge.reload().applied()).isTrue();
                await().until(() -> bridge.stats().handback("dead").sum() == 1);
            }
        }
    }

    @Test
    @Tag("C107")
    void whoever_reads_the_configuration_hears_what_of_it_is_in_force() throws Exception {
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests())) {
            Path file = config(sim, "one", "100/s");
            Bridge.Options usual = Bridge.Options.of(file);
            List<String> inForce = new ArrayList<>();
            ConfigReader reader = new ConfigReader() {
                @Override
                public LoadOutcome read() {
                    return usual.reload().read();
                }

                @Override
                public void inForce(BridgeConfig config) {
                    inForce.add(config.node().logLevel());
                }
            };
            Bridge.Options options =
                    new Bridge.Options(reader, usual.fatal(), usual.clock(), usual.holdAll(), usual.disks());
            try (Bridge bridge = Bridge.start((LoadOutcome.Loaded) reader.read(), options)) {
                Files.writeString(file, "log.level = debug\n", StandardOpenOption.APPEND);
                assertThat(bridge.reload().applied()).isTrue();
                Files.writeString(file, "log.level = trace\n", StandardOpenOption.APPEND);
                assertThat(bridge.reload().applied()).as("a key twice").isFalse();
            }
            assertThat(inForce).containsExactly("debug");
        }
    }
}
