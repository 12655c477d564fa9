package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.Address;
import io.smppbridge.Tried;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.slf4j.Logger;

class LogSetupTest {
    private final LoggerContext context = new LoggerContext();
    private final LongAdder dropped = new LongAdder();
    private final Jammed out = new Jammed();

    /** An output that takes nothing while it is jammed, as a full pipe does. */
    private static final class Jammed extends OutputStream {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private volatile CountDownLatch jam = new CountDownLatch(0);
        private volatile boolean full;
        private volatile int failed;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (full) {
                failed++;
                throw new IOException("No space left on device");
            }
            try {
                jam.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (taken) {
                taken.write(bytes, from, length);
            }
        }

        String text() {
            synchronized (taken) {
                return taken.toString(StandardCharsets.UTF_8);
            }
        }
    }

    @AfterEach
    void stop() {
        out.jam.countDown();
        context.stop();
    }

    private Logger log(String format, String level) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        LogSetup.apply(context, format, level, out, dropped);
        return context.getLogger("io.smppbridge.sender.Sender");
    }

    private List<String> lines() {
        context.stop();
        return out.text().lines().toList();
    }

    @Test
    @Tag("F-11")
    void an_output_that_takes_nothing_makes_no_caller_wait() {
        out.jam = new CountDownLatch(1);
        Logger log = log("text", "info");
        long slowest = 0;
        long before = System.nanoTime();
        for (int i = 0; i < 100_000; i++) {
            long start = System.nanoTime();
            log.info("line {}", i);
            slowest = Math.max(slowest, System.nanoTime() - start);
        }
        long all = System.nanoTime() - before;
        assertThat(Duration.ofNanos(all)).isLessThan(Duration.ofSeconds(5));
        assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofSeconds(1));
        assertThat(dropped.sum()).isGreaterThan(100_000 - LogSetup.QUEUE - 1).isLessThan(100_000);
    }

    @Test
    @Tag("F-11")
    void a_line_that_is_dropped_costs_its_caller_no_more_than_one_that_is_written() {
        Logger log = log("text", "info");
        long flowing = nanosEach(log);
        out.jam = new CountDownLatch(1);
        nanosEach(log);
        long jammed = nanosEach(log);
        assertThat(jammed).as("nanoseconds a line, %d while it flows", flowing).isLessThan(2 * flowing + 2_000);
    }

    private static long nanosEach(Logger log) {
        long before = System.nanoTime();
        for (int i = 0; i < 50_000; i++) {
            log.info("line {}", i);
        }
        return (System.nanoTime() - before) / 50_000;
    }

    @Test
    @Tag("F-11")
    void once_lines_are_taken_again_one_says_how_many_are_missing() {
        out.jam = new CountDownLatch(1);
        Logger log = log("text", "info");
        for (int i = 0; i < 20_000; i++) {
            log.info("line {}", i);
        }
        long missing = dropped.sum();
        out.jam.countDown();
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(out.text()).contains(missing + " log lines were dropped"));
        assertThat(lines().stream().filter(line -> line.contains("- line ")).count())
                .isEqualTo(20_000 - missing);
    }

    @Test
    @Tag("F-11")
    void on_a_full_disk_each_line_is_dropped_and_counted_once_and_afterwards_none_comes_twice(TestReporter reporter) {
        Logger log = log("text", "info");
        out.full = true;
        for (int i = 0; i < 5_000; i++) {
            log.info("line {}", i);
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> dropped.sum() >= 5_000);
        out.full = false;
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(out.text()).contains("5000 log lines were dropped"));
        for (int i = 5_000; i < 6_000; i++) {
            log.info("line {}", i);
        }
        List<String> told = lines().stream()
                .filter(line -> line.contains("- line "))
                .map(line -> line.substring(line.indexOf("- line ") + 7))
                .toList();
        assertThat(dropped.sum()).isEqualTo(5_000);
        assertThat(told)
                .hasSize(1_000)
                .doesNotHaveDuplicates()
                .startsWith("5000")
                .endsWith("5999");
        Tried.times(6_000)
                .faults(out.failed)
                .lost(6_000 - dropped.sum() - told.size())
                .note(dropped.sum() + " lines dropped on a full disk, each counted once")
                .tell(reporter);
    }

    @Test
    @Tag("F-11")
    void an_error_still_finds_room_when_the_rest_is_dropped() {
        out.jam = new CountDownLatch(1);
        Logger log = log("text", "info");
        for (int i = 0; i < 20_000; i++) {
            log.info("line {}", i);
        }
        log.error("the important one");
        out.jam.countDown();
        assertThat(lines()).anyMatch(line -> line.endsWith("the important one"));
    }

    @Test
    @Tag("F-11")
    void an_end_with_a_blocked_output_takes_two_seconds_at_most() {
        out.jam = new CountDownLatch(1);
        log("text", "info").info("never written");
        long before = System.nanoTime();
        context.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    @Tag("S-32")
    @Tag("S-51")
    void what_comes_from_outside_stays_on_its_line_without_effect() {
        Logger log = log("text", "info");
        log.info(
                "system_id {}",
                "a\r\n2026-11-20T00:00:00.000Z ERROR forged \u001b[31m \u009b \u202e \u2028 \ud800 ${env:HOME} %m");
        assertThat(lines())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("a\\r\\n2026-11-20")
                        .contains("\\u001b[31m \\u009b \\u202e \\u2028 \\ud800 ${env:HOME} %m")
                        .doesNotContain("\u001b"));
    }

    @Test
    @Tag("S-32")
    @Tag("S-51")
    void a_thousand_hostile_strings_are_a_line_each() {
        List<String> pieces = List.of(
                "\r\n",
                "\n",
                "\r",
                "\u001b[2J",
                "\u009b31m",
                "\u0000",
                "\u0007",
                "\b",
                "\u2028",
                "\u202e",
                "\ud800",
                "${jndi:x}",
                "${env:HOME}",
                "%m%n",
                "{}",
                "<script>",
                "\t",
                "2026 ERROR forged");
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Logger log = log("text", "info");
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder("begin ");
            random.ints(8, 0, pieces.size()).mapToObj(pieces::get).forEach(text::append);
            log.info("message_id {}", text);
            Tried.times(1).keep();
        }
        assertThat(lines())
                .hasSize(1_000)
                .allSatisfy(line -> assertThat(line)
                        .contains("message_id begin ")
                        .doesNotContainPattern("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029\\u202e\\ud800]"));
    }

    @Test
    @Tag("S-51")
    void a_forged_line_in_an_exception_is_escaped_too() {
        Logger log = log("text", "info");
        log.warn("failed", new IllegalStateException("no\n2026 ERROR forged", new RuntimeException("\u001b[2J")));
        List<String> lines = lines();
        assertThat(lines.get(1)).isEqualTo("    java.lang.IllegalStateException: no\\n2026 ERROR forged");
        assertThat(lines).anyMatch(line -> line.equals("    caused by java.lang.RuntimeException: \\u001b[2J"));
        assertThat(lines.stream().skip(1)).allMatch(line -> line.startsWith("    "));
    }

    @Test
    @Tag("S-51")
    void json_is_one_object_a_line() throws Exception {
        Logger log = log("json", "info");
        log.atWarn()
                .addKeyValue("evil\"name", "a\nb")
                .setCause(new IllegalStateException("x\ny"))
                .log("said \"{}\"", "\u001b[1m\n");
        JsonNode line = new ObjectMapper().readTree(lines().get(0));
        assertThat(line.path("level").asText()).isEqualTo("warn");
        assertThat(line.path("logger").asText()).isEqualTo("io.smppbridge.sender.Sender");
        assertThat(line.path("message").asText()).isEqualTo("said \"\u001b[1m\n\"");
        assertThat(line.path("fields").path(0).path("name").asText()).isEqualTo("evil\"name");
        assertThat(line.path("error").asText()).startsWith("java.lang.IllegalStateException: x\\ny");
        assertThat(out.text().lines()).hasSize(1);
        assertThat(out.text()).doesNotContain("\u001b");
    }

    @Test
    void a_message_without_end_is_cut() {
        log("text", "info").info("{}", "x".repeat(1_000_000));
        assertThat(lines().get(0)).hasSizeLessThan(17_000).endsWith("(983616 more characters)");
    }

    @Test
    @Tag("S-48")
    void numbers_are_masked() {
        log("text", "debug").info("to {}", Address.of("+46701234567"));
        assertThat(lines().get(0)).contains("xxx").doesNotContain("567");
    }

    @Test
    void libraries_are_heard_from_warn_on_and_ours_from_the_level_on() {
        Logger log = log("text", "debug");
        log.debug("ours");
        log.trace("too fine");
        context.getLogger("org.jsmpp.session").info("theirs");
        context.getLogger("io.netty.channel").warn("theirs, and important");
        assertThat(lines()).hasSize(2).anyMatch(l -> l.endsWith("ours")).anyMatch(l -> l.endsWith("important"));
    }

    @Test
    void an_unknown_level_or_format_changes_nothing() {
        Logger log = log("text", "info");
        assertThatThrownBy(() -> LogSetup.apply(context, "xml", "info", out, dropped))
                .hasMessageContaining("expected text or json");
        assertThatThrownBy(() -> LogSetup.apply(context, "text", "loud", out, dropped))
                .hasMessageContaining("expected error, warn, info");
        log.info("still here");
        assertThat(lines()).hasSize(1);
    }
}
