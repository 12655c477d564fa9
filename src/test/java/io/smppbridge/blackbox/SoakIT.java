package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.PasswordHash;
import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One process for hours, under load by HTTP, by an ESME and by a stream, with a fault every few seconds: binds cut, SMSCs away, reloads
 * that change the binds, clients cut, a webhook that refuses. It runs in chapters, each of which ends in a ledger. How long, by
 * {@code -Dsoak.for=PT8H}; a minute otherwise.
 */
@Tag("long")
class SoakIT {
    private static final Duration FOR = Duration.parse(System.getProperty("soak.for", "PT1M"));
    private static final double SHARE = Double.parseDouble(System.getProperty("soak.share", "0.7"));
    private static final Duration CHAPTER = Duration.ofMinutes(2);
    private static final Duration PEAK = Duration.ofSeconds(8);
    private static final int BATCH = 20;
    private static final int WINDOW = 40;
    private static final int SENDERS = 3;

    private final long seed = Long.getLong("soak.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Map<String, Integer> faults = new TreeMap<>();
    private final AtomicInteger byHttp = new AtomicInteger(1);
    private final AtomicInteger byEsme = new AtomicInteger(200_000_001);
    private Bed bed;
    private Child child;
    private int esmePort;
    private int streamPort;
    private EsmeLoad esme;
    private StreamFeed stream;
    private int doubled;
    private int breaks;
    private long accepted;

    @TempDir
    Path directory;

    @Test
    @Tag("S2.20")
    void hours_under_load_and_faults_end_with_everything_accepted_ended_and_nothing_grown() throws Exception {
        System.out.printf("S2.20: soak for %s at %.0f %% of peak, seed %d%n", FOR, SHARE * 100, seed);
        try (ServerSocket one = new ServerSocket(0);
                ServerSocket two = new ServerSocket(0)) {
            esmePort = one.getLocalPort();
            streamPort = two.getLocalPort();
        }
        try (Bed own =
                new Bed(directory, SimulatorConfig.forTests("a", "b", "c").with("respond-after", "5ms..30ms"))) {
            bed = own;
            child = configured().start();
            int perSecond = (int) (SHARE * peak());
            System.out.printf(
                    "S2.20: %d a second by HTTP, the same again by an ESME and a stream together%n", perSecond);
            stream = new StreamFeed(
                    streamPort, bed.platform.key(), bed.callers, 300_000_001, Math.max(1, perSecond / 2));
            long end = System.nanoTime() + FOR.toNanos();
            List<Child.Health> seen = new ArrayList<>();
            while (System.nanoTime() - end < 0) {
                seen.add(chapter(perSecond, Math.min(CHAPTER.toNanos(), end - System.nanoTime())));
            }
            stream.end();
            told(seen);
        }
    }

    private Bed configured() {
        for (SimulatedPort port : bed.sim.ports()) {
            bed.with("smsc." + port.name() + ".window", Integer.toString(WINDOW))
                    .with("smsc." + port.name() + ".bag", "20000");
        }
        return bed.with("esme.e.port", Integer.toString(esmePort))
                .with("intake.tcp.enabled", "true")
                .with("intake.tcp.port", Integer.toString(streamPort))
                .with("account.shop.esme.system-id", "shop")
                .with(
                        "account.shop.esme.password-hash",
                        PasswordHash.create("secret", new Random(2)).toString());
    }

    /** What it takes by HTTP and sends, without any fault, a second. */
    private double peak() throws Exception {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < PEAK.toNanos()) {
            assertThat(post()).isTrue();
        }
        double rate = (byHttp.get() - 1) * 1e9 / (System.nanoTime() - begun);
        settle();
        return rate / 2;
    }

    private boolean post() {
        List<Integer> numbers = new ArrayList<>();
        for (int n = byHttp.getAndAdd(BATCH), i = 0; i < BATCH; i++) {
            numbers.add(n + i);
        }
        return bed.platform.post(child.httpPort(), numbers, Numbered::jsonWithoutRef);
    }

    private Child.Health chapter(int perSecond, long nanos) throws Exception {
        stream.pause(false);
        esme = newEsme(perSecond);
        long end = System.nanoTime() + nanos;
        long due = System.nanoTime();
        long fault = due + nextFault();
        while (System.nanoTime() - end < 0) {
            long now = System.nanoTime();
            if (now - fault > 0) {
                aFault(perSecond);
                fault = System.nanoTime() + nextFault();
                due = System.nanoTime();
            } else if (now - due > 0) {
                post();
                due += TimeUnit.SECONDS.toNanos(BATCH) / perSecond;
            } else {
                LockSupport.parkNanos(Math.min(due - now, 5_000_000L));
            }
        }
        stream.pause(true);
        esme.finish();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(stream::isSettled);
        return settle();
    }

    /** Everything has ended, and nothing is missing; then it is forgotten. */
    private Child.Health settle() throws Exception {
        Ledger ledger = bed.settled(Duration.ofSeconds(120));
        assertThat(ledger.isSound()).as("seed %d: %s", seed, ledger).isTrue();
        assertThat(ledger.most()).as("seed %d: %s", seed, ledger).isLessThanOrEqualTo(2);
        doubled += ledger.dup();
        accepted += ledger.accepted();
        Child.Health[] last = new Child.Health[1];
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    last[0] = child.health();
                    assertThat(last[0].ended()).as("ended, of accepted").isEqualTo(last[0].accepted());
                });
        assertThat(last[0].deadlocked()).as("threads that wait for each other").isZero();
        System.out.printf(
                "S2.20: accepted %d, received %d, lost 0, twice %d, ended otherwise %s; %s; faults so far %s%n",
                ledger.accepted(), ledger.received(), ledger.dup(), ledger.failed(), last[0], faults);
        bed.forget();
        return last[0];
    }

    private EsmeLoad newEsme(int perSecond) throws Exception {
        return EsmeLoad.start(esmePort, bed.callers, byEsme, TimeUnit.SECONDS.toNanos(1) / Math.max(1, perSecond / 2));
    }

    private long nextFault() {
        return TimeUnit.MILLISECONDS.toNanos(1_000 + random.nextInt(5_000));
    }

    private void aFault(int perSecond) throws Exception {
        SimulatedPort port = bed.sim.ports().get(random.nextInt(3));
        String smsc = "smsc." + port.name() + ".";
        switch (random.nextInt(7)) {
            case 0, 1 -> {
                count("binds cut");
                breaks++;
                port.breakAll(BreakHow.values()[random.nextInt(BreakHow.values().length)]);
            }
            case 2 -> {
                count("SMSC away");
                breaks++;
                port.stopListening();
                port.breakAll(BreakHow.RST);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200 + random.nextInt(1_500)));
                port.listen();
            }
            case 3 -> {
                count("reload");
                bed.with(smsc + "senders", Integer.toString(1 + random.nextInt(SENDERS)))
                        .with(smsc + "window", Integer.toString(5 + random.nextInt(WINDOW - 4)))
                        .with(smsc + "transport", random.nextBoolean() ? "netty" : "jsmpp")
                        .write();
                assertThat(child.reload()).startsWith("true");
            }
            case 4 -> {
                count("ESME cut");
                esme.cut();
                esme = newEsme(perSecond);
            }
            case 5 -> {
                count("stream cut");
                stream.cut();
            }
            default -> {
                count("webhook refuses");
                bed.hook.answer(503);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200 + random.nextInt(1_000)));
                bed.hook.answer(200);
            }
        }
    }

    private void count(String fault) {
        faults.merge(fault, 1, Integer::sum);
    }

    private void told(List<Child.Health> seen) throws Exception {
        Child.Health first = seen.get(0);
        Child.Health last = seen.get(seen.size() - 1);
        System.out.printf(
                "S2.20: %s, seed %d: accepted %d, ended %d, lost 0, doubled %d (%d breaks), faults %s; descriptors %d, then %d;"
                        + " threads %d, then %d; heap %d MiB, then %d%n",
                FOR,
                seed,
                last.accepted(),
                last.ended(),
                doubled,
                breaks,
                faults,
                first.descriptors(),
                last.descriptors(),
                first.threads(),
                last.threads(),
                first.heap() >> 20,
                last.heap() >> 20);
        assertThat(last.accepted()).isGreaterThanOrEqualTo(accepted);
        assertThat(doubled).isLessThanOrEqualTo(breaks * SENDERS * WINDOW);
        assertThat(last.descriptors())
                .as("descriptors, at first %d", first.descriptors())
                .isLessThan(first.descriptors() + 40);
        assertThat(last.threads()).as("threads, at first %d", first.threads()).isLessThan(first.threads() + 20);
        assertThat(last.heap()).as("heap, at first %d", first.heap()).isLessThan(first.heap() + (32L << 20));
    }
}
