package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.TransportKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the source of the stream's protocol measured, of a whole bridge: with its own process, its disk and an SMSC in another one. */
@Timeout(600)
@Tag("long")
class StreamFloorsIT {
    private static final int ROUNDS = 20;
    private static final int ROUND = 100_000;
    private static final double FLOOR = 100_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private Plan plan() {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new Plan(
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                0,
                100,
                4,
                0,
                java,
                directory,
                TransportKind.NETTY,
                List.of("-Xmx1g"));
    }

    private static StreamLoad load(Stage stage, StreamLoad.Kind kind, long most) throws Exception {
        return new StreamLoad(stage.bridge().tcpPort(), stage.bridge().key(), kind, most);
    }

    /** The source's own run, and its lock-step on the same bridge. */
    @ParameterizedTest
    @ValueSource(strings = {"forced", "written"})
    @Tag("S4.3")
    @Tag("S4.5")
    @Tag("S4.6")
    void twenty_times_a_hundred_thousand_messages_are_four_times_as_fast_as_in_lock_step(String durability)
            throws Exception {
        try (Stage stage = Stage.open(plan(), "floor", List.of("intake.tcp.durability = " + durability))) {
            long accepted = 0;
            try (StreamLoad warm = load(stage, StreamLoad.Kind.of(1), 8 * ROUND)) {
                assertThat(warm.upTo(8 * ROUND, PATIENCE)).as(warm.trouble()).isTrue();
                accepted += 8 * ROUND;
            }
            double lockStep;
            try (StreamLoad steps = load(stage, StreamLoad.Kind.LOCK_STEP, 500)) {
                assertThat(steps.upTo(500, PATIENCE)).as(steps.trouble()).isTrue();
                lockStep = rate(steps, 500, 4_000);
                accepted += 4_000;
            }
            List<Double> rounds = new ArrayList<>();
            try (StreamLoad client = load(stage, StreamLoad.Kind.of(1), 0)) {
                long begun = System.nanoTime();
                for (int round = 0; round < ROUNDS; round++) {
                    rounds.add(rate(client, (long) round * ROUND, (round + 1L) * ROUND));
                }
                double all = ROUNDS * ROUND * 1e9 / (System.nanoTime() - begun);
                StreamLoad.Tally tally = client.tally();
                Collections.sort(rounds);
                System.out.printf(
                        Locale.ROOT,
                        "S4.6: %s: 20 x 100,000 at %.0f/s, rounds %.0f to %.0f, middle %.0f; lock-step %.0f/s, %.1f times;"
                                + " S4.3: rule kept by %d ACKs for %d messages%n",
                        durability,
                        all,
                        rounds.get(0),
                        rounds.get(ROUNDS - 1),
                        rounds.get(ROUNDS / 2),
                        lockStep,
                        all / lockStep,
                        tally.acks(),
                        tally.messages());
                assertThat(client.trouble()).isEmpty();
                assertThat(tally.messages()).isEqualTo(2_000_000);
                assertThat(stage.missing(accepted + tally.messages())).isZero();
                assertThat(all).isGreaterThanOrEqualTo(FLOOR).isGreaterThanOrEqualTo(4 * lockStep);
            }
        }
    }

    private static double rate(StreamLoad client, long from, long to) {
        long begun = System.nanoTime();
        assertThat(client.upTo(to, PATIENCE)).as(client.trouble()).isTrue();
        return (to - from) * 1e9 / (System.nanoTime() - begun);
    }

    /** One, two and three in turn, so that what else this machine does meets them all; the middle of the ratios counts. */
    @Test
    @Tag("S4.7")
    void two_and_three_clients_together_are_no_slower_than_one() throws Exception {
        try (Stage stage = Stage.open(plan(), "clients")) {
            List<List<Double>> rates = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            long accepted = 0;
            for (int turn = -1; turn < 7; turn++) {
                for (int clients = 1; clients <= 3; clients++) {
                    long each = 600_000 / clients;
                    try (StreamLoad load = load(stage, StreamLoad.Kind.of(clients), 0)) {
                        double rate = rate(load, 0, each) * clients;
                        accepted += each * clients;
                        if (turn >= 0) { // before, it warms up
                            rates.get(clients - 1).add(rate);
                        }
                    }
                    assertThat(stage.missing(accepted)).isZero();
                }
            }
            double two = middleRatio(rates.get(1), rates.get(0));
            double three = middleRatio(rates.get(2), rates.get(0));
            System.out.printf(
                    Locale.ROOT,
                    "S4.7: one client %.0f/s, two %.0f, three %.0f in the middle; two to one %.2f, three to one %.2f%n",
                    middle(rates.get(0)),
                    middle(rates.get(1)),
                    middle(rates.get(2)),
                    two,
                    three);
            assertThat(two).as("two to one").isGreaterThan(0.9);
            assertThat(three).as("three to one").isGreaterThan(0.9);
        }
    }

    private static double middleRatio(List<Double> these, List<Double> those) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < these.size(); i++) {
            ratios.add(these.get(i) / those.get(i));
        }
        return middle(ratios);
    }

    private static double middle(List<Double> figures) {
        List<Double> sorted = new ArrayList<>(figures);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    /** Also across a kill: it goes on where the last ACK was, and nothing is sent twice. */
    @Test
    @Tag("C94")
    @Tag("S4.9")
    void a_stream_with_a_name_carries_three_million_messages_and_goes_on_after_a_kill() throws Exception {
        StreamLoad.Kind named = StreamLoad.Kind.of(1).named("orders");
        try (Stage stage = Stage.open(plan(), "named")) {
            try (StreamLoad nameless = load(stage, StreamLoad.Kind.of(1), 0)) {
                rate(nameless, 0, 500_000);
                double without = rate(nameless, 500_000, 1_500_000);
                try (StreamLoad client = load(stage, named, 0)) {
                    assertThat(client.stood()).isZero();
                    double with = rate(client, 0, 3_000_000);
                    System.out.printf(
                            Locale.ROOT,
                            "C94: 3,000,000 messages of a named stream at %.0f/s, 1,000,000 of one without at %.0f/s%n",
                            with,
                            without);
                    assertThat(client.tally().messages()).isEqualTo(3_000_000);
                }
            }
            assertThat(stage.missing(4_500_000)).isZero();
            stage.bridge().kill();
            stage.bridge().start();
            try (StreamLoad again = load(stage, named, 3_000_000)) {
                assertThat(again.stood()).isEqualTo(3_000_000);
                rate(again, 3_000_000, 3_000_100);
            }
            // What was sent in the last milliseconds before the kill may be sent once more: no more than the windows.
            assertThat(stage.missing(4_500_100)).isBetween(-400L, 0L);
        }
    }
}
