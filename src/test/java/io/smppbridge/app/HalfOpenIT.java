package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.Silence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An SMSC that has vanished without closing its connections. */
@Timeout(90)
@Tag("waits")
class HalfOpenIT {
    private static final Duration ENQUIRE_LINK = Duration.ofSeconds(1);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(1);
    /** For threads that get their turn late on a busy machine. */
    private static final Duration SLACK = Duration.ofMillis(700);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    @Tag("C29")
    void a_half_open_smsc_is_noticed_within_interval_and_deadline_and_the_other_bind_takes_over(TransportKind kind)
            throws Exception {
        Stalls.measure(attempt -> halfOpen(attempt, kind));
    }

    private void halfOpen(int attempt, TransportKind kind) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("a" + attempt)), 2)
                .over(kind)
                .each("enquire-link", ENQUIRE_LINK.toSeconds() + "s")
                .each("answer-within", ANSWER_WITHIN.toSeconds() + "s")
                .node("route.both.smsc", "s0, s1")
                .node("route.both.prefix", "46733");
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            send(bed, 20);
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.arrived() == 20);
            assertThat(bed.arrived(0)).as("both are used while both are there").isEqualTo(10);

            long start = System.nanoTime();
            bed.port(0).silence(Silence.HALF_OPEN);
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !bed.bridge.stats().smsc("s0").anyBound());
            Duration noticed = Duration.ofNanos(System.nanoTime() - start);

            send(bed, 20);
            await().atMost(Duration.ofSeconds(10)).until(() -> bed.arrived(1) == 30);
            System.out.printf("C29: half open noticed after %d ms over %s%n", noticed.toMillis(), kind);
            assertThat(bed.arrived(0)).isEqualTo(10);
            assertThat(bed.bridge.stats().smsc("s1").anyBound()).isTrue();
            stalls.figures(() -> assertThat(noticed)
                    .isLessThanOrEqualTo(ENQUIRE_LINK.plus(ANSWER_WITHIN).plus(SLACK)));
        }
    }

    private static void send(CarrierBed bed, int count) throws Exception {
        List<OutboundSms> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(OutboundSms.of("467330000" + (10 + i), "hello"));
        }
        assertThat(bed.middleWare().send(list).get(10, TimeUnit.SECONDS))
                .allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
    }
}
