package io.smppbridge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.JavaCommand;
import io.smppbridge.Tried;
import io.smppbridge.audit.Fault;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The command's own run, short: all kinds of trouble come, and it ends in time with a verdict. */
@Tag("long")
class SoakRunIT {
    private static final Duration FOR = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @Test
    @Tag("S2.20")
    @Tag("I-20")
    void a_short_soak_has_every_trouble_loses_nothing_and_forgets_its_logs(TestReporter reporter) throws Exception {
        List<String> java = JavaCommand.of(List.of("-Xmx512m"));
        Soak.Options options =
                new Soak.Options(FOR, 0.7, Optional.of(100), Duration.ofSeconds(1), 4711, directory, java);
        SoakReport report = Soak.run(options, new PrintWriter(System.out, true), new CountDownLatch(1));
        assertThat(report.complaints()).isEmpty();
        assertThat(report.accepted()).isGreaterThan(500);
        assertThat(report.troubles())
                .allSatisfy(
                        (trouble, times) -> assertThat(times).as("%s", trouble).isPositive());
        assertThat(report.seconds()).isLessThan(300);
        assertThat(directory.toFile().list()).doesNotContain("chapter-1");
        Tried.times(report.accepted())
                .faults(report.troubles().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .lost(report.faults().getOrDefault(Fault.LOST, 0L))
                .doubled(report.chapters().stream().mapToLong(Chapter::doubled).sum())
                .refused(report.refused())
                .note(report.seconds() + " s with each of " + report.troubles().size() + " kinds of trouble")
                .tell(reporter);
    }
}
