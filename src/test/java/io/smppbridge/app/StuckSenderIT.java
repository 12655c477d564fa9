package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.ThreadsSince;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.pipeline.World;
import io.smppbridge.receiver.Receiver;
import io.smppbridge.sender.NoNotes;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigChange;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sender that does not end: what it holds must not be sent by another as well. */
class StuckSenderIT {
    @TempDir
    Path directory;

    private LoadOutcome.Loaded config(int port, boolean both) throws Exception {
        List<String> lines = new ArrayList<>(List.of(
                "intake.http.enabled = false",
                "admin.enabled = false",
                "bridge.drain-within = 1s",
                "journal.segment-size = 1M",
                "journal.reserve = 1M",
                "journal.reserve-share = 0",
                "journal.directory = " + directory.resolve("journal"),
                "route.all.smsc = a"));
        for (String name : both ? List.of("a", "b") : List.of("a")) {
            lines.addAll(List.of(
                    "smsc." + name + ".host = 127.0.0.1",
                    "smsc." + name + ".port = " + port,
                    "smsc." + name + ".system-id = smppclient1",
                    "smsc." + name + ".password = password",
                    "smsc." + name + ".rate = unlimited"));
        }
        if (both) {
            lines.addAll(List.of("route.b.smsc = b", "route.b.prefix = 47", "route.b.order = 1"));
        }
        Path file = Files.write(directory.resolve("bridge.properties"), lines);
        return (LoadOutcome.Loaded) BridgeConfig.load(file, Map.of(), Map.of());
    }

    /** Notes that stop their sender between the bag and the socket until they are let go. */
    private static final class Sticking extends NoNotes {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public int sent(long taskId, int part, int attempt, long epochMs) {
            reached.countDown();
            try {
                go.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.sent(taskId, part, attempt, epochMs);
        }
    }

    @Test
    @Tag("C107")
    @Tag("C96")
    void messages_of_a_removed_smsc_wait_for_the_end_of_a_sender_that_holds_them() throws Exception {
        ThreadsSince since = ThreadsSince.now();
        BridgeStats stats = new BridgeStats();
        SplittableRandom random = new SplittableRandom(3);
        Sticking notes = new Sticking();
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests());
                NettyLoops loops = new NettyLoops(1)) {
            LoadOutcome.Loaded both = config(sim.port(), true);
            Journal journal = Journal.open(
                    both.config().journal(), FileDisk.in(both.config().journal().directory()), InstantSource.system());
            Pipeline pipeline = new Pipeline(
                    both.config(),
                    journal,
                    stats,
                    store -> new Handback(both.config().handback(), store, stats, Surroundings.system()),
                    new World(InstantSource.system(), Ticker.SYSTEM, random, e -> {}));
            pipeline.read(false);
            pipeline.start();
            pipeline.accept();
            Receiver receiver = new Receiver(Ticker.SYSTEM, 1);
            Running running = new Running(
                    both.config(),
                    new Smsc.Shared(
                            pipeline,
                            stats,
                            (worker, slots) -> notes,
                            receiver,
                            InstantSource.system(),
                            Ticker.SYSTEM,
                            random,
                            new PduLogs(both.config().pduLog(), InstantSource.system(), Ticker.SYSTEM),
                            BeforeSubmit.NONE,
                            loops),
                    Duration.ofMillis(200));
            running.prepare();
            running.start();
            SendOutcome taken = pipeline.middleWare("local", "test", SendOutcome.Durability.FORCED)
                    .send(OutboundSms.of("4712345678", "once"))
                    .get(5, TimeUnit.SECONDS);
            assertThat(taken).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(notes.reached.await(5, TimeUnit.SECONDS)).isTrue();
            LoadOutcome.Loaded one = config(sim.port(), false);
            pipeline.apply(one.config());
            running.follow(ConfigChange.between(both, one), one.config());
            await().during(Duration.ofMillis(1_800))
                    .until(() -> pipeline.bag("a").depth() == 0);
            notes.go.countDown();
            await().until(() -> since.running("drain-b").isEmpty());
            running.stop(Duration.ofSeconds(1));
            assertThat(sim.first().submits()).hasSizeLessThanOrEqualTo(1);
            pipeline.handback().stop(Duration.ofSeconds(1));
            pipeline.stop(Duration.ofSeconds(5));
            journal.close();
        }
    }
}
