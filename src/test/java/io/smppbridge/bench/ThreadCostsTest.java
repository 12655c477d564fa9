package io.smppbridge.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.bench.ThreadCosts.Cost;
import io.smppbridge.bench.ThreadCosts.Group;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of threads, and of more cores. */
class ThreadCostsTest {
    private static final List<Cost> COSTS = List.of(
            new Cost("intake-http", 2, 1.0),
            new Cost("journal", 1, 0.5),
            new Cost("sender", 1, 0.3),
            new Cost("collector and JVM", 9, 0.2),
            new Cost("compilers", 2, 0.4));

    @Test
    void threads_of_the_same_kind_are_one_group() {
        assertThat(Stream.of("sender-sink1-1", "sender-a-12", "sender-a-longna").map(ThreadCosts::group))
                .containsOnly("sender");
        assertThat(Stream.of("intake-http-1", "smpp-io-2", "journal", "journal-spare", "smpp-io-called-1")
                        .map(ThreadCosts::group))
                .containsExactly("intake-http", "smpp-io", "journal", "journal-spare", "smpp-io-called");
        assertThat(Stream.of("G1 Conc#0", "VM Thread", "GC Thread#1", "java").map(ThreadCosts::group))
                .containsOnly("collector and JVM");
        assertThat(ThreadCosts.group("C2 CompilerThre")).isEqualTo("compilers");
    }

    @Test
    void costs_are_what_was_used_between_two_readings_for_each_message() {
        List<Cost> costs = ThreadCosts.between(
                Map.of("journal", new Group(1, 1_000_000)),
                Map.of("journal", new Group(1, 3_000_000), "sender", new Group(2, 8_000_000), "log", new Group(1, 1)),
                1_000);
        assertThat(costs).containsExactly(new Cost("sender", 2, 8), new Cost("journal", 1, 2));
    }

    @Test
    void more_cores_carry_more_until_the_one_thread_of_the_journal_is_busy() {
        assertThat(ThreadCosts.predict(COSTS, 2).perSecond()).isEqualTo(1_000_000);
        assertThat(ThreadCosts.predict(COSTS, 4).bound()).isEqualTo("all cores busy");
        assertThat(ThreadCosts.predict(COSTS, 8).perSecond()).isEqualTo(2_000_000);
        assertThat(ThreadCosts.predict(COSTS, 16).bound()).isEqualTo("the journal's thread busy");
        assertThat(ThreadCosts.text(COSTS)).contains("| intake-http | 2 | 1.00 | 42 % | 2,000,000 |");
    }

    @Test
    void the_process_at_hand_is_read() throws Exception {
        assertThat(ThreadCosts.read(ProcessHandle.current().pid())).isNotEmpty();
    }

    @Test
    void a_bridge_is_kept_to_its_cores_and_the_sink_is_not(@TempDir Path directory) throws Exception {
        assertThat(Stream.of("0", "0,2-3", "1-2")).allMatch(Cores::areWritten);
        assertThat(Stream.of("", "0;reboot", "a")).noneMatch(Cores::areWritten);
        Path java = Path.of(System.getProperty("java.home"), "bin/java");
        Path pinned = Cores.pinned(java, "0", directory);
        assertThat(pinned).isExecutable().hasFileName("java");
        assertThat(Files.readString(pinned)).contains("taskset -c 0 '" + java + "'", "smsc-sim");
        assertThat(ChildJvm.version(pinned)).isEqualTo(Runtime.version().feature());
    }
}
