package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SMSCs that are not there: for a while, at the start, or under another password. */
@Tag("crowd")
class CarrierAwayIT {
    /** Of one second of a processor, ticks of the kernel's clock. */
    private static final double TICKS = 100;

    private static final int RATE = 500;
    private static final long SECOND = 1_000_000_000L;

    /** Also when the build itself runs under nohup, which children inherit. */
    private static final List<String> HEARS_HUP = List.of("env", "--default-signal=HUP");

    @TempDir
    Path directory;

    /** The pauses grow to 6 s instead of 80. */
    @Test
    @Tag("C-01")
    void an_smsc_away_with_much_waiting_costs_little_and_gets_everything_once(TestReporter reporter) throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            bed.with("smsc.a.reconnect-min", "100ms").with("smsc.a.reconnect-max", "6s");
            Away away = away(reporter, bed, 2_000, Duration.ofSeconds(3));
            assertThat(away.tries().size()).isLessThanOrEqualTo(8);
        }
    }

    @Test
    @Tag("long")
    @Tag("C-01")
    void an_smsc_away_for_ten_minutes_with_a_hundred_thousand_waiting_costs_little(TestReporter reporter)
            throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("receipt-after", "1ms"))) {
            bed.settings.remove("smsc.a.reconnect-min");
            bed.settings.remove("smsc.a.reconnect-max");
            Away away = away(reporter, bed, 100_000, Duration.ofMinutes(10));
            assertThat(away.processor()).isLessThanOrEqualTo(0.05);
            List<Long> late =
                    away.tries().stream().filter(at -> at > 300 * SECOND).toList();
            assertThat(late).as("it does not give up").hasSizeGreaterThanOrEqualTo(3);
            for (int i = 1; i < late.size(); i++) {
                assertThat(late.get(i) - late.get(i - 1))
                        .as("between tries after five minutes")
                        .isGreaterThanOrEqualTo(60 * SECOND);
            }
        }
    }

    /**
     * What it cost that an SMSC was away.
     *
     * @param processor share of one
     * @param tries when each was made, in nanoseconds from the first one
     */
    private record Away(double processor, List<Long> tries) {}

    /** Somebody listens at its port and hangs up, so that each try is seen. */
    private static Away away(TestReporter reporter, Bed bed, int waiting, Duration time) throws Exception {
        SimulatedPort smsc = bed.sim.first();
        smsc.stopListening();
        Child child = bed.with("smsc.a.rate", Integer.toString(RATE))
                .with("smsc.a.window", "200")
                .with("journal.segment-size", "16M")
                .start();
        for (int from = 1; from <= waiting; from += 500) {
            assertThat(bed.platform.post(child.httpPort(), from, 500)).isTrue();
        }
        List<Long> tries = new CopyOnWriteArrayList<>();
        double share;
        double lines;
        long first;
        try (ServerSocket deaf = new ServerSocket(smsc.number(), 10, InetAddress.getByName("127.0.0.1"))) {
            Thread thread = new Thread(() -> hangUp(deaf, tries), "test-deaf");
            thread.start();
            Awaitility.await().atMost(Duration.ofSeconds(100)).until(() -> !tries.isEmpty());
            tries.clear();
            long ticks = ticks(child);
            long said = child.log().lines().count();
            first = System.nanoTime();
            for (long left = time.toNanos(); left > 0; left = first + time.toNanos() - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            double seconds = (System.nanoTime() - first) / 1e9;
            share = (ticks(child) - ticks) / TICKS / seconds;
            lines = (child.log().lines().count() - said) / seconds;
        }
        Awaitility.await().ignoreException(IOException.class).until(() -> {
            smsc.listen();
            return true;
        });
        bed.awaitSubmits(waiting, Duration.ofSeconds(180 + 2 * waiting / RATE));
        double drained = usualSecond(smsc.submits());
        int more = waiting + 4 * RATE;
        for (int from = waiting + 1; from <= more; from += 500) {
            assertThat(bed.platform.post(child.httpPort(), from, 500)).isTrue();
        }
        bed.awaitSubmits(more, Duration.ofSeconds(60));
        double usual = usualSecond(smsc.submits().subList(waiting, more));
        Ledger ledger = bed.settled(Duration.ofSeconds(60));
        String words = String.format(
                Locale.ROOT,
                "away for %d s: %.1f %% of a processor, %.2f log lines/s, %d tries; then %.0f in each second, of %d/s; later %.0f",
                time.toSeconds(),
                100 * share,
                lines,
                tries.size(),
                drained,
                RATE,
                usual);
        bed.report("C-01, " + words, ledger);
        assertThat(ledger.isExact()).as("%s", ledger).isTrue();
        assertThat(ledger.orderBreaks()).isZero();
        assertThat(lines).isLessThanOrEqualTo(2);
        assertThat(drained)
                .as("the whole rate once it is back, or what this machine has room for")
                .isGreaterThanOrEqualTo(0.98 * Math.min(RATE, usual));
        ledger.tried(tries.size()).note(words).tell(reporter);
        return new Away(share, tries.stream().map(at -> at - first).toList());
    }

    /** What came in the middle one of its full seconds; those in which this machine was busy with others are on one side of it. */
    private static double usualSecond(List<ReceivedSubmit> all) {
        long first = all.get(0).nanos();
        long[] counts = new long[(int) ((all.get(all.size() - 1).nanos() - first) / SECOND)];
        for (ReceivedSubmit one : all) {
            int second = (int) ((one.nanos() - first) / SECOND);
            if (second < counts.length) {
                counts[second]++;
            }
        }
        Arrays.sort(counts);
        return counts[counts.length / 2];
    }

    private static void hangUp(ServerSocket deaf, List<Long> tries) {
        while (true) {
            try (Socket one = deaf.accept()) {
                one.setSoLinger(true, 0);
                tries.add(System.nanoTime());
            } catch (IOException e) {
                return; // it is closed
            }
        }
    }

    /** Ticks of processor time that the process has had. */
    private static long ticks(Child child) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + child.pid() + "/stat"));
        String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(words[11]) + Long.parseLong(words[12]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jsmpp", "netty"})
    @Tag("G-10")
    void a_start_with_every_smsc_dead_accepts_and_a_name_is_looked_up_at_each_try(
            String transport, TestReporter reporter) throws Exception {
        Path hosts = Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost\n");
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a", "b"))) {
            bed.sim.ports().forEach(SimulatedPort::stopListening);
            bed.with("smsc.a.host", "smsc.telia.example")
                    .with("smsc-defaults.transport", transport)
                    .with("route.all.smsc", "a, b")
                    .jvm("-Djdk.net.hosts.file=" + hosts, "-Dsun.net.inetaddr.negative.ttl=0");
            long start = System.nanoTime();
            Child child = bed.start();
            assertThat(bed.platform.post(child.httpPort(), 1, 100)).isTrue();
            Duration took = Duration.ofNanos(System.nanoTime() - start).minus(child.waitedForProcessor());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> child.log().contains("smsc.telia.example"));
            bed.sim.ports().get(0).listen();
            bed.sim.ports().get(1).listen();
            bed.awaitSubmits(1, Duration.ofSeconds(30));
            assertThat(bed.sim.ports().get(0).report().sessions().connections())
                    .as("nobody has that name yet")
                    .isZero();
            Files.writeString(hosts, "127.0.0.1 localhost\n127.0.0.1 smsc.telia.example\n");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .until(() -> bed.sim.ports().get(0).bindsNow() == 1);
            Ledger ledger = bed.settled(Duration.ofSeconds(30));
            bed.report("G-10 " + transport + ", accepting after " + took.toMillis() + " ms", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(took).isLessThan(Duration.ofSeconds(5));
            ledger.tried(2)
                    .note(transport + ": accepting after " + took.toMillis()
                            + " ms of its own, with one name that nobody has and one closed port")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("G-06")
    void a_password_changed_by_reload_is_what_the_next_bind_says_and_neither_is_logged(TestReporter reporter)
            throws Exception {
        String before = "oldword1";
        String after = "newword2";
        Path file = Files.writeString(directory.resolve("password"), before);
        assertThat(file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true))
                .isTrue();
        SimulatorConfig watched = SimulatorConfig.forTests("a")
                .capturing(new SimulatorConfig.CaptureConfig(java.util.Optional.empty(), 10_000));
        try (Bed bed = new Bed(directory, watched)) {
            bed.settings.remove("smsc.a.password");
            bed.with("smsc.a.password-file", file.toString()).with("log.level", "debug");
            Ledger ledger;
            String said;
            try (RunningBridge bridge = RunningBridge.run(directory, bed.write(), HEARS_HUP)) {
                assertThat(bed.platform.post(bridge.httpPort(), 1, 100)).isTrue();
                bed.awaitSubmits(100, Duration.ofSeconds(20));
                assertThat(binds(bed.sim, before)).isEqualTo(1);
                Files.writeString(file, after);
                bridge.signal("HUP");
                Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> binds(bed.sim, after) == 1);
                assertThat(bed.platform.post(bridge.httpPort(), 101, 100)).isTrue();
                ledger = bed.settled(Duration.ofSeconds(30));
                said = bridge.output();
            }
            bed.report("G-06", ledger);
            assertThat(ledger.isExact()).as("%s", ledger).isTrue();
            assertThat(binds(bed.sim, before)).as("the old one is said no more").isEqualTo(1);
            assertThat(said).contains("submit_sm").doesNotContain(before).doesNotContain(after);
            ledger.tried(1)
                    .note("password-file changed under traffic, log.level debug")
                    .tell(reporter);
        }
    }

    /** How many binds have said this password. */
    private static long binds(SmscSimulator sim, String password) {
        String octets = HexFormat.of().formatHex(password.getBytes(StandardCharsets.ISO_8859_1));
        return sim.first().captured().stream()
                .filter(pdu -> pdu.received() && (pdu.commandId() == 0x09 || pdu.commandId() == 0x02))
                .filter(pdu -> HexFormat.of().formatHex(pdu.bytes()).contains(octets))
                .count();
    }
}
