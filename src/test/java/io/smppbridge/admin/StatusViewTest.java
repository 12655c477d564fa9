package io.smppbridge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.smppbridge.http.JsonOut;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusViewTest {
    @TempDir
    Path directory;

    private Given given;
    private StatusReport report;
    private long nanos = -77;

    @BeforeEach
    void open() throws Exception {
        given = new Given(directory).busy();
        report =
                new StatusReport(given.sources(), new Rates(given.stats, System::nanoTime), given.clock(), () -> nanos);
    }

    @AfterEach
    void close() {
        given.close();
    }

    private JsonNode status() throws Exception {
        return new ObjectMapper().readTree(report.write(new JsonOut()).toString());
    }

    @Test
    void each_smsc_has_a_row_and_what_holds_it_up() throws Exception {
        String view = StatusView.render(status(), MissingNode.getInstance(), false);
        assertThat(view.lines())
                .anyMatch(line -> line.matches("telia +1 +90s +4/10 +0/4.5! +1/1 +1000 +1 +5 +20ms +20ms"))
                .anyMatch(line -> line.matches("tele2 +0 +- +0/10 +0/5 +0/1 .*"))
                .contains("    no bind", "    tx-1-1: refused: RINVPASWD, next try in 55 s")
                .anyMatch(line -> line.startsWith("webhook:main"))
                .contains("ended: delivered 700")
                .anyMatch(line -> line.startsWith("journal: "))
                .noneMatch(line -> line.contains(" 0 messages"))
                .allMatch(line -> line.length() <= 118);
    }

    @Test
    void rates_are_those_since_the_status_before() throws Exception {
        JsonNode before = status();
        given.now = given.now.plusSeconds(2);
        given.stats.smsc("telia").submitted.add(9);
        given.stats.accepted("http").add(400);
        String view = StatusView.render(status(), before, false);
        assertThat(view).contains("4.5/4.5!").contains("accepted 1600 (200/s)");
    }

    @Test
    @Tag("G-01")
    void how_long_it_is_up_is_told_also_where_the_clock_is_set_back_or_forward() throws Exception {
        nanos += Duration.ofSeconds(90).toNanos();
        given.now = given.now.minus(Duration.ofHours(6));
        assertThat(StatusView.render(status(), MissingNode.getInstance(), false))
                .contains(" up 90s ");
        given.now = given.now.plus(Duration.ofDays(2));
        assertThat(status().path("uptimeSeconds").asLong()).isEqualTo(90);
    }

    @Test
    void a_bridge_that_takes_nothing_says_so_first() throws Exception {
        given.obstacles.add("disk full");
        assertThat(StatusView.render(status(), MissingNode.getInstance(), false)
                        .lines()
                        .toList()
                        .get(1))
                .isEqualTo("NOT ACCEPTING: disk full");
    }

    @Test
    @Tag("S-32")
    @Tag("S-51")
    void text_from_outside_moves_no_cursor() throws Exception {
        given.stats.smsc("tele2").holdUp = "\u001b[2J\nforged";
        assertThat(StatusView.render(status(), MissingNode.getInstance(), false))
                .contains("\\u001b[2J\\nforged")
                .doesNotContain("\u001b");
        assertThat(StatusView.render(status(), MissingNode.getInstance(), true)).contains("\u001b[31m");
    }
}
