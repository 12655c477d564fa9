package io.smppbridge.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.stages.ScriptedWork.Numbered;
import io.smppbridge.stats.StageStats;
import io.smppbridge.stats.StageStats.Stage;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that go where most waits. */
@Timeout(60)
@Tag("S2.18")
class ManagedStagesTest {
    private static final int SLOTS = 512;

    private final ThreadsSince since = ThreadsSince.now();
    private final ScriptedWork work = new ScriptedWork();
    private final StageStats stats = new StageStats();
    private ThreeStages<Numbered> stages;

    private void start(String letters) {
        Pools like = Pools.of(letters);
        stages = new ThreeStages<>(
                "managed",
                new Pools(
                        like.recv(),
                        like.service(),
                        like.workers(),
                        like.onDemand(),
                        like.resp(),
                        SLOTS,
                        64,
                        like.priority(),
                        like.managed()),
                Numbered::new,
                Numbered[]::new,
                work,
                stats,
                Ticker.SYSTEM);
        work.waits = true;
        stages.start();
    }

    @AfterEach
    void stop() {
        work.gate.release(1_000_000);
        work.answering.release(1_000_000);
        stages.stop(Duration.ofSeconds(2));
    }

    private long threads(Stage stage) {
        return stats.threads().get(stage).getAsLong();
    }

    /** Answers of one connection, as numbers. */
    private List<Integer> answers(int connection) {
        return work.answers.stream()
                .map(answer -> Integer.valueOf(answer.split(" ")[0]))
                .filter(number -> number % work.connections == connection)
                .toList();
    }

    private void answeredInOrder(int messages) {
        await().atMost(Duration.ofSeconds(30)).until(() -> work.answers.size() == messages);
        for (int connection = 0; connection < work.connections; connection++) {
            assertThat(answers(connection)).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void a_thread_goes_where_most_waits_and_another_comes_when_that_changes() {
        work.connections = 5;
        start("r1s1w0p2m");
        work.gate.drainPermits();
        IntStream.range(0, 300).forEach(work.incoming::add);
        await().until(() -> threads(Stage.SERVICE) == 2);
        assertThat(threads(Stage.RESP)).isOne();
        assertThat(stats.moves(Stage.SERVICE).sum()).isOne();

        work.slowConnection = 0;
        work.gate.release(1_000_000);
        IntStream.range(300, 900).forEach(work.incoming::add);
        await().until(() -> stats.moves(Stage.RESP).sum() == 1);
        assertThat(threads(Stage.SERVICE)).isOne();
        assertThat(threads(Stage.RESP)).isEqualTo(2);
        work.answering.release(1_000_000);
        answeredInOrder(900);
    }

    /** One thread stands in the answer to the first message of a connection; the one that comes takes those of all others meanwhile. */
    @Test
    void the_thread_that_comes_leaves_those_connections_alone_that_another_is_answering() {
        work.connections = 3;
        work.slowConnection = 0;
        start("r1s2w0m");
        int messages = 3 * 120;
        IntStream.range(0, messages).forEach(work.incoming::add);
        await().until(() -> threads(Stage.RESP) == 2);
        await().until(() -> answers(1).size() == 120 && answers(2).size() == 120);
        assertThat(answers(0)).isEmpty();
        work.answering.release(1_000_000);
        answeredInOrder(messages);
    }

    @Test
    void every_connection_keeps_its_order_however_often_threads_are_moved() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        work.connections = 7;
        start("r1s2w2p2m");
        int messages = 0;
        for (int turn = 0; turn < 40; turn++) {
            int before = messages;
            boolean answers = turn > 0 && random.nextBoolean();
            if (answers) {
                work.slowConnection = random.nextInt(7);
            } else {
                work.gate.drainPermits();
            }
            messages += 200 + random.nextInt(250);
            IntStream.range(before, messages).forEach(work.incoming::add);
            if (turn == 0) {
                await().until(() -> moved() > 0);
            }
            work.slowConnection = -1;
            work.answering.release(1_000);
            work.gate.release(1_000_000);
        }
        answeredInOrder(messages);
        System.out.printf("S2.18: %d messages, %d moves%n", messages, moved());
        assertThat(Arrays.stream(Stage.values())
                        .mapToLong(stage -> stats.threads().containsKey(stage) ? threads(stage) : 0)
                        .sum())
                .isEqualTo(6);
    }

    private long moved() {
        return stats.moves().values().stream().mapToLong(adder -> adder.sum()).sum();
    }

    @Test
    void without_a_manager_nobody_is_moved() {
        start("r1s1w0p2");
        work.gate.drainPermits();
        IntStream.range(0, 300).forEach(work.incoming::add);
        await().until(() -> stats.received.sum() == 300);
        assertThat(since.names("managed-manager")).isEmpty();
        work.gate.release(1_000_000);
        await().until(() -> work.answers.size() == 300);
        assertThat(moved()).isZero();
        assertThat(threads(Stage.RESP)).isEqualTo(2);
    }

    @Test
    void a_manager_needs_somebody_to_move_and_is_a_letter() {
        List<String> faults = new ArrayList<>();
        for (String letters : List.of("r1s1w0m", "r1s1w1m", "r3s1w1d4m")) {
            assertThatThrownBy(() -> Pools.of(letters))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one thread a stage")
                    .satisfies(fault -> faults.add(fault.getMessage()));
        }
        assertThat(faults).hasSize(3);
        assertThat(Pools.of("r1s2w0p2m").managed()).isTrue();
        assertThat(Pools.of("r1s2w0p2m").letters()).isEqualTo("r1s2w0p2m");
        assertThat(Pools.of("r1s2w0p2").managed()).isFalse();
        start("r1s2w0m");
    }
}
