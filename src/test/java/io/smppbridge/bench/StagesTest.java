package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.stages.Pools;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class StagesTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"r1s1w0", "r2s2w0p2", "r1s1w1d2"})
    @Tag("S3.5")
    void over_tcp_every_message_passes_all_three_stages(String letters) throws Exception {
        StageRun run = StageRun.of("tcp", Pools.of(letters), new StageRun.Load(50_000, 256, 1, 0));
        assertThat(run.sent()).isEqualTo(50_000);
        assertThat(run.passed()).isEqualTo(50_000);
        assertThat(run.noSlot()).isZero();
        assertThat(run.perSecond()).isPositive();
    }

    @Test
    @Tag("S3.6")
    void over_udp_every_message_passes_or_is_counted_among_the_lost() throws Exception {
        StageRun run = StageRun.of("udp", Pools.of("r1s1w0"), new StageRun.Load(50_000, 256, 200, 0));
        System.out.println(run);
        assertThat(run.sent()).isEqualTo(50_000);
        assertThat(run.passed() + run.noSlot() + run.kernel()).isEqualTo(50_000);
        assertThat(run.passed()).isPositive();
    }

    /** As many as a line of 100 Mbit/s carries. */
    @Test
    @Tag("long")
    @Tag("S3.5")
    void at_the_pace_of_a_line_ninety_nine_point_nine_nine_percent_of_datagrams_pass() throws Exception {
        StageRun.of("udp", Pools.of("r1s1w0"), new StageRun.Load(200_000, 256, 1, 38_800));
        StageRun run = StageRun.of("udp", Pools.of("r1s1w0"), new StageRun.Load(2_020_222, 256, 1, 38_800));
        System.out.println(run);
        assertThat(run.passed() + run.noSlot() + run.kernel()).isEqualTo(2_020_222);
        assertThat(run.passedPercent()).isGreaterThanOrEqualTo(99.99);
    }

    @Test
    @Tag("S3.7")
    void the_command_prints_a_row_for_each_configuration_and_writes_every_run() throws Exception {
        Path csv = directory.resolve("stages.csv");
        StringWriter out = new StringWriter();
        int exit = new CommandLine(new BenchCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(
                        "stages",
                        "--messages",
                        "2000",
                        "--runs",
                        "2",
                        "--pools",
                        "r1s1w0,r1s1w2d1",
                        "--csv",
                        csv.toString());
        assertThat(exit).isZero();
        List<String> rows =
                out.toString().lines().filter(line -> line.startsWith("| ")).toList();
        assertThat(rows).hasSize(2 + 4);
        assertThat(rows.get(2)).startsWith("| udp | r1s1w0 | 2,000 |");
        assertThat(rows.get(5)).startsWith("| tcp | r1s1w2d1 | 2,000 | 2,000 | 100.0000 |");
        List<String> lines = Files.readAllLines(csv);
        assertThat(lines).hasSize(1 + 2 * 4);
        int columns = lines.get(0).split(",").length;
        assertThat(lines).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));
    }

    @Test
    @Tag("S3.7")
    void pools_that_are_none_are_refused_in_words() {
        StringWriter err = new StringWriter();
        int exit =
                new CommandLine(new BenchCommand()).setErr(new PrintWriter(err)).execute("stages", "--pools", "r1x");
        assertThat(exit).isEqualTo(2);
        assertThat(err.toString()).contains("expected r<recv>s<service>w<workers>");
    }
}
