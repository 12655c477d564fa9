package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.sender.NoNotes;
import io.smppbridge.sender.SenderGroup;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.CapturedPdu;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.NettyLoops;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything behind the binds stands still at once: the disk in the middle of a force, the platform's webhook, its listener. Pipeline,
 * senders and transport are the real ones, the wire too; only the disk's force is the test's.
 */
@Timeout(600)
class StalledDownstreamIT {
    private static final int ENQUIRE_LINK = 0x15;
    private static final int RESPONSE = 0x80000000;
    private static final int DELIVER_SM_RESP = 0x80000005;
    private static final long SOON_MS = 100;
    private static final int TRIES = 3;

    @TempDir
    Path directory;

    private final CountDownLatch platform = new CountDownLatch(1);
    private volatile CountDownLatch disk = new CountDownLatch(0);
    private final AtomicInteger stuck = new AtomicInteger();

    @Test
    @Tag("C28")
    void the_smsc_s_enquire_link_is_answered_at_once_while_disk_webhook_and_platform_stand_still() throws Exception {
        for (Carried kind : Carried.values()) {
            measured(kind, Duration.ofSeconds(1));
        }
    }

    @Test
    @Tag("long")
    @Tag("C28")
    void the_smsc_s_enquire_link_is_answered_at_once_for_a_minute_of_that() throws Exception {
        for (Carried kind : Carried.values()) {
            measured(kind, Duration.ofSeconds(60));
        }
    }

    /** Once more, three times at most, where the machine itself stood still for longer than is allowed here. */
    private void measured(Carried kind, Duration time) throws Exception {
        for (int attempt = 1; ; attempt++) {
            Figures figures = stalled(directory.resolve(kind + "-" + attempt), kind, time);
            System.out.println("C28 " + kind + " over " + time.toSeconds() + " s: " + figures);
            assertThat((long) figures.asked).isGreaterThan(time.toMillis() / 40);
            if (figures.slowestMs < SOON_MS) {
                return;
            }
            assertThat(figures.machineMs)
                    .as("%s answered late although the machine kept up", kind)
                    .isGreaterThan(SOON_MS / 4);
            assertThat(attempt).as("tries").isLessThan(TRIES);
        }
    }

    /** What reads and writes. */
    private enum Carried {
        BY_A_THREAD_EACH(TransportKind.JSMPP, 1),
        BY_A_LOOP(TransportKind.NETTY, 1),
        BY_THEIR_SENDER(TransportKind.NETTY, 0);

        private final TransportKind transport;
        private final int loops;

        Carried(TransportKind transport, int loops) {
            this.transport = transport;
            this.loops = loops;
        }
    }

    /**
     * @param slowestMs from question to answer, without the time for which the machine let nobody run
     * @param machineMs the longest such time
     */
    private record Figures(int asked, long slowestMs, long machineMs) {}

    /** When a thread that asked to be woken after a millisecond was not. */
    private record Held(long from, long until) {}

    private Figures stalled(Path own, Carried kind, Duration time) throws Exception {
        assertThat(own.toFile().mkdirs()).isTrue();
        CountDownLatch held = new CountDownLatch(1);
        HttpServer hook = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 10);
        hook.setExecutor(Executors.newCachedThreadPool());
        hook.createContext("/", exchange -> {
            awaitQuietly(platform);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        hook.start();
        try (SmscSimulator simulator = SmscSimulator.start(SimulatorConfig.forTests("a")
                        .with("enquire-link-every", "10ms")
                        .with("deliver-window", "5000")
                        .with("deliver-retry-after", "50ms")
                        .with("deliver-attempts", "1000")
                        .capturing(new SimulatorConfig.CaptureConfig(Optional.empty(), 1_000_000)));
                NettyLoops loops = new NettyLoops(kind.loops)) {
            SimulatedPort port = simulator.first();
            BridgeConfig config = config(own, port.number(), hook.getAddress().getPort(), kind.transport);
            try (PipelineRig rig = new PipelineRig(
                    config,
                    InstantSource.system(),
                    Standstill.beforeForce(FileDisk.in(config.journal().directory()), this::beforeForce))) {
                rig.middleWare().listen(neverReturning());
                rig.pipeline.handback().apply(config.webhooks().values());
                SenderGroup senders = Standstill.senders(rig, config.smscs().get("a"), loops, new NoNotes());
                senders.start();
                try {
                    await().until(() -> rig.stats.smsc("a").anyBound());
                    port.set("silence", "submits");
                    for (int i = 0; i < 30; i++) {
                        rig.middleWare().send("+46701234567", "fills the window " + i);
                    }
                    await().until(() -> port.report().submits().total() == 10);
                    port.answerAgain();
                    port.sendMo("46700000001", "72404", "listener");
                    port.sendMo("46700000001", "72404", "hook");
                    await().until(() -> rig.stats.smsc("a").inbound.sum() == 2);
                    disk = held;
                    rig.middleWare().send("+46701234567", "waits for the disk");
                    await().until(() -> stuck.get() == 1);
                    return during(port, time);
                } finally {
                    held.countDown();
                    platform.countDown();
                    senders.drain(Duration.ofMillis(100));
                    assertThat(senders.awaitEnd(Duration.ofSeconds(20))).isTrue();
                }
            }
        } finally {
            stuck.set(0);
            hook.stop(0);
        }
    }

    /** More comes in than there is room for; the SMSC asks every few milliseconds. */
    private static Figures during(SimulatedPort port, Duration time) {
        for (int i = 0; i < 300; i++) {
            port.sendMo("4670000" + (1000 + i), "72404", i % 2 == 0 ? "listener" : "hook");
        }
        port.forget();
        long from = System.nanoTime();
        List<Held> machine = new ArrayList<>();
        for (long now = from; now - from < time.toNanos(); ) {
            LockSupport.parkNanos(1_000_000);
            long then = System.nanoTime();
            if (then - now > 5_000_000) {
                machine.add(new Held(now + 1_000_000, then));
            }
            now = then;
        }
        Map<Integer, Long> asked = new HashMap<>();
        long slowest = 0;
        int answered = 0;
        List<CapturedPdu> wire = port.captured();
        long end = wire.get(wire.size() - 1).nanos();
        for (CapturedPdu pdu : wire) {
            if (pdu.commandId() == ENQUIRE_LINK && !pdu.received()) {
                asked.put(pdu.sequence(), pdu.nanos());
            } else if (pdu.commandId() == (ENQUIRE_LINK | RESPONSE) && pdu.received()) {
                Long at = asked.remove(pdu.sequence());
                answered++;
                slowest = at == null ? slowest : Math.max(slowest, ran(at, pdu.nanos(), machine));
            }
        }
        for (long unanswered : asked.values()) {
            slowest = Math.max(slowest, ran(unanswered, end, machine));
        }
        assertThat(wire)
                .filteredOn(pdu -> pdu.commandId() == DELIVER_SM_RESP && pdu.received())
                .as("the disk does stand still: nothing is taken")
                .noneMatch(pdu -> pdu.status() == CommandStatus.ROK);
        long longest = machine.stream()
                .mapToLong(held -> held.until() - held.from())
                .max()
                .orElse(0);
        return new Figures(answered, slowest / 1_000_000, longest / 1_000_000);
    }

    /** What is left of a time without what the machine took of it. */
    private static long ran(long from, long until, List<Held> machine) {
        long left = until - from;
        for (Held held : machine) {
            left -= Math.max(0, Math.min(until, held.until()) - Math.max(from, held.from()));
        }
        return left;
    }

    private static BridgeConfig config(Path own, int port, int hook, TransportKind kind) {
        return PipelineRig.config(
                own,
                "smsc.a.port = " + port,
                "smsc.a.transport = " + kind.name().toLowerCase(java.util.Locale.ROOT),
                "smsc.a.window = 10",
                "pipeline.ring-size = 64",
                "webhook.hook.url = http://127.0.0.1:" + hook + "/",
                "webhook.hook.secret = 0123456789abcdef0123",
                "webhook.hook.allow-private = true",
                "inbound.hook.keyword = hook",
                "inbound.hook.webhook = hook");
    }

    private InboundListener neverReturning() {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                awaitQuietly(platform);
            }

            @Override
            public void onReceipt(Receipt receipt) {
                awaitQuietly(platform);
            }
        };
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forces wait for the latch of the moment. */
    private void beforeForce() {
        if (disk.getCount() > 0) {
            if (Thread.currentThread().getName().equals("journal")) { // not that which makes the next segment
                stuck.incrementAndGet();
            }
            awaitQuietly(disk);
        }
    }
}
