package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.threads.Ticker;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What time stands with a PDU, on a machine that holds threads up between any two steps. */
@Tag("S2.14")
class WireTimeTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
    private static final int PDUS = 500;

    @TempDir
    Path directory;

    /** What has gone by since the begin; each look at a clock takes some of it. */
    private final AtomicLong passed = new AtomicLong();

    private long took(Random random) {
        boolean heldUp = random.nextInt(8) == 0;
        return passed.addAndGet(heldUp ? random.nextInt(400_000) : 50);
    }

    @Test
    void a_thread_that_is_held_up_between_two_clocks_moves_no_pdu() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Ticker ticker = () -> took(random) - 7;
        InstantSource clock = () -> BEGIN.plusNanos(took(random));
        try (PduLogs logs = new PduLogs(new PduLogConfig(directory, 1 << 20, 3, Map.of()), clock, ticker)) {
            TappedLink link = logs.tap("telia").link("smpp-telia-1");
            logs.order("telia", new Wish(Form.TEXT, false, List.of()), false, Duration.ofMinutes(10), "the operator");
            byte[] enquire = ByteBuffer.allocate(16)
                    .putInt(16)
                    .putInt(0x15)
                    .putInt(0)
                    .putInt(1)
                    .array();
            for (int i = 0; i < PDUS; i++) {
                link.out(enquire, enquire.length, i * 1_000L);
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Instant> times = Files.readAllLines(files.findFirst().orElseThrow()).stream()
                    .map(line -> Instant.parse(line.substring(0, line.indexOf(' '))))
                    .toList();
            assertThat(times).as("seed %d", seed).hasSize(PDUS).isSorted();
            for (int i = 0; i < PDUS; i++) {
                assertThat(Duration.between(BEGIN, times.get(i)).toNanos())
                        .as("PDU %d, seed %d", i, seed)
                        .isCloseTo(i * 1_000L, within(200L));
            }
        }
    }

    private static Instant at(WireTime time, long nanos) {
        time.look();
        return Instant.ofEpochSecond(0, time.at(nanos));
    }

    @Test
    void a_calendar_that_is_set_right_is_followed() {
        Instant[] now = {BEGIN};
        WireTime time = new WireTime(() -> now[0], passed::get);
        assertThat(at(time, 0)).isEqualTo(BEGIN);
        passed.set(5_000);
        now[0] = BEGIN.plusSeconds(3_600);
        assertThat(at(time, 4_000)).isEqualTo(now[0].minusNanos(1_000));
        passed.set(9_000);
        now[0] = BEGIN;
        assertThat(at(time, 9_000)).isEqualTo(BEGIN);
    }
}
