package io.smppbridge.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.stages.ScriptedWork.Numbered;
import io.smppbridge.stats.StageStats;
import io.smppbridge.stats.StageStats.Stage;
import io.smppbridge.threads.Ticker;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ThreeStagesTest {
    private static final int MESSAGES = 1_000;

    private final ThreadsSince since = ThreadsSince.now();
    private final ScriptedWork work = new ScriptedWork();
    private final StageStats stats = new StageStats();
    private final List<Numbered> made = new ArrayList<>();
    private ThreeStages<Numbered> stages;

    private void start(Pools pools) {
        stages = new ThreeStages<>(
                "st",
                pools,
                octets -> {
                    Numbered slot = new Numbered(octets);
                    made.add(slot);
                    return slot;
                },
                Numbered[]::new,
                work,
                stats,
                Ticker.SYSTEM);
        stages.start();
    }

    private static Pools pools(String letters, int slots) {
        Pools like = Pools.of(letters);
        return new Pools(
                like.recv(),
                like.service(),
                like.workers(),
                like.onDemand(),
                like.resp(),
                slots,
                64,
                like.priority(),
                like.managed());
    }

    @AfterEach
    void stop() {
        work.gate.release(1_000_000);
        work.keeps = false;
        stages.stop(Duration.ofSeconds(2));
    }

    private List<String> threads() {
        return since.names("st-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"r1s1w0", "r1s2w0", "r2s1w0", "r1s1w2", "r1s1w1d3", "r2s2w2d2p2", "r1s2w0p2m", "r2s2w2d2p2m"})
    @Tag("S3.1")
    @Tag("S3.3")
    void every_message_is_answered_once_whatever_the_pools(String letters) {
        work.waits = true;
        start(pools(letters, 16));
        List<String> expected = IntStream.range(0, MESSAGES)
                .mapToObj(number -> number + " done")
                .sorted()
                .toList();
        IntStream.range(0, MESSAGES).forEach(work.incoming::add);
        await().atMost(Duration.ofSeconds(30)).until(() -> work.answers.size() >= MESSAGES);
        assertThat(work.answers.stream().sorted().toList()).isEqualTo(expected);
        await().until(() -> stages.freeSlots() == 16);
        assertThat(stats.received.sum()).isEqualTo(MESSAGES);
        assertThat(stats.answered.sum()).isEqualTo(MESSAGES);
    }

    @Test
    @Tag("S3.1")
    void by_default_there_is_one_thread_a_stage_and_messages_keep_their_order() {
        Pools pools = Pools.of("r1s1w0");
        assertThat(pools.onDemand()).isZero();
        assertThat(pools.resp()).isOne();
        start(pools);
        assertThat(threads()).containsExactly("st-recv-1", "st-resp-1", "st-service-1");
        IntStream.range(0, MESSAGES).forEach(work.incoming::add);
        await().atMost(Duration.ofSeconds(30)).until(() -> work.answers.size() == MESSAGES);
        assertThat(work.answers)
                .containsExactlyElementsOf(IntStream.range(0, MESSAGES)
                        .mapToObj(number -> number + " done")
                        .toList());
        assertThat(work.processing).extracting(Thread::getName).containsExactly("st-service-1");
    }

    @Test
    @Tag("S3.1")
    void with_workers_the_service_thread_hands_over_and_processes_nothing_itself() {
        start(pools("r1s1w2", 64));
        IntStream.range(0, MESSAGES).forEach(work.incoming::add);
        work.waits = true;
        await().atMost(Duration.ofSeconds(30)).until(() -> stats.received.sum() == work.answers.size());
        assertThat(work.processing)
                .isNotEmpty()
                .allMatch(thread -> thread.getName().startsWith("st-worker-"));
    }

    @Test
    @Tag("S3.1")
    void workers_on_demand_come_only_while_all_are_busy_never_more_than_allowed_and_go_again() {
        start(pools("r1s1w1d2", 256));
        work.incoming.add(1);
        await().until(() -> work.answers.size() == 1);
        assertThat(stages.extraWorkers()).isZero();

        work.gate.drainPermits();
        int messages = 120;
        IntStream.range(0, messages).forEach(work.incoming::add);
        await().until(() -> stages.extraWorkers() == 2);
        await().until(() -> stats.received.sum() == messages + 1);
        assertThat(threads().stream().filter(name -> name.startsWith("st-worker-")))
                .hasSize(3);
        assertThat(stats.result("worker-called").sum()).isEqualTo(2);

        work.gate.release(1_000_000);
        await().until(() -> work.answers.size() == messages + 1);
        await().atMost(Duration.ofSeconds(5)).until(() -> stages.extraWorkers() == 0);
        await().until(() ->
                threads().stream().filter(name -> name.startsWith("st-worker-")).count() == 1);
    }

    @Test
    @Tag("S3.2")
    void all_slots_are_made_at_the_start_off_the_heap_8192_of_1024_octets_unless_said_otherwise() {
        start(Pools.of("r1s1w0"));
        assertThat(Pools.SLOTS).isEqualTo(8192);
        assertThat(made).hasSize(8192 + 1); // one more, in the hand of the thread that receives
        assertThat(made).allSatisfy(slot -> {
            assertThat(slot.octets().isDirect()).isTrue();
            assertThat(slot.octets().capacity()).isEqualTo(1024 + 1); // one more tells what is too long
        });
        IntStream.range(0, 20_000).forEach(work.incoming::add);
        work.waits = true;
        await().atMost(Duration.ofSeconds(30)).until(() -> work.answers.size() == 20_000);
        assertThat(made).hasSize(8193);
    }

    @Test
    @Tag("S3.6")
    void a_message_without_a_free_slot_is_answered_so_and_overwrites_nothing() {
        start(pools("r1s1w0", 8));
        work.keeps = true;
        IntStream.range(0, 20).forEach(work.incoming::add);
        await().until(() -> work.answers.size() == 12);
        assertThat(work.answers).allMatch(answer -> answer.endsWith("no room"));
        assertThat(work.answers).contains("8 no room", "19 no room");
        assertThat(stages.freeSlots()).isZero();
        work.answers.clear();
        work.keeps = false;
        work.kept.forEach(slot -> work.done.accept(slot));
        await().until(() -> work.answers.size() == 8);
        assertThat(work.answers)
                .containsExactlyElementsOf(IntStream.range(0, 8)
                        .mapToObj(number -> number + " done")
                        .toList());
        await().until(() -> stages.freeSlots() == 8);
    }

    @Test
    @Tag("S3.5")
    void where_the_sender_can_wait_it_does_and_nothing_is_refused() {
        work.waits = true;
        start(pools("r1s1w0", 8));
        work.keeps = true;
        IntStream.range(0, 100).forEach(work.incoming::add);
        await().until(() -> work.kept.size() == 8);
        await().until(() -> work.incoming.size() == 91); // eight in slots, one in the hand
        work.keeps = false;
        work.kept.forEach(slot -> work.done.accept(slot));
        await().until(() -> work.answers.size() == 100);
        assertThat(work.answers).allMatch(answer -> answer.endsWith("done"));
    }

    @Test
    void what_processing_gives_back_twice_is_answered_once() {
        start(pools("r1s1w0", 8));
        work.keeps = true;
        work.incoming.add(7);
        await().until(() -> work.kept.size() == 1);
        Numbered slot = work.kept.poll();
        work.done.accept(slot);
        work.done.accept(slot);
        await().until(() -> stages.freeSlots() == 8);
        work.keeps = false;
        work.incoming.add(8);
        await().until(() -> work.answers.size() == 2);
        assertThat(work.answers).containsExactly("7 done", "8 done");
        assertThat(stages.freeSlots()).isLessThanOrEqualTo(8);
    }

    @Test
    void errors_of_the_work_cost_the_message_an_answer_that_says_so_and_no_thread() {
        start(pools("r1s1w0", 8));
        work.brokenReceiving = true;
        work.brokenProcessing = true;
        work.incoming.add(1);
        await().until(() -> work.answers.contains("1 failed"));
        work.incoming.add(2);
        await().until(() -> work.answers.contains("2 done"));
        assertThat(stats.result("receive-failed").sum()).isOne();
        assertThat(stats.result("process-failed").sum()).isOne();
        assertThat(threads()).containsExactly("st-recv-1", "st-resp-1", "st-service-1");
    }

    /** Its threads had ended, and nothing more was received. */
    @Test
    @Tag("S3.1")
    void where_no_memory_beside_the_heap_is_left_the_stages_go_on() {
        start(pools("r1s1w0", 8));
        work.noMemoryToReceive.release(3);
        await().until(() -> stats.result("receive-failed").sum() == 3);
        work.noMemoryToProcess.release();
        work.incoming.add(1);
        await().until(() -> work.answers.contains("1 failed"));
        work.incoming.add(2);
        await().until(() -> work.answers.contains("2 done"));
        assertThat(threads()).containsExactly("st-recv-1", "st-resp-1", "st-service-1");
    }

    @Test
    void an_error_after_a_message_was_given_back_says_nothing_of_the_next_one_in_its_slot() {
        Semaphore broken = new Semaphore(0);
        work.afterwards = () -> {
            work.afterwards = () -> {};
            broken.acquireUninterruptibly();
            throw new IllegalStateException("a fault of the program, on purpose");
        };
        start(pools("r1s2w0", 2));
        for (int number = 1; number <= 3; number++) { // and the slot of the first one is the next to be used
            work.incoming.add(number);
            String answer = number + " done";
            await().until(() -> work.answers.contains(answer) && stages.freeSlots() == 2);
        }
        work.keeps = true;
        work.incoming.add(4);
        await().until(() -> work.kept.size() == 1);
        broken.release();
        await().until(() -> stats.result("process-failed").sum() == 1);
        work.kept.forEach(work.done);
        await().until(() -> work.answers.size() == 4 && stages.freeSlots() == 2);
        assertThat(work.answers).containsExactly("1 done", "2 done", "3 done", "4 done");
    }

    @Test
    @Tag("S3.8")
    void waiting_and_working_are_told_apart_for_each_stage() {
        start(pools("r1s1w0", 64));
        work.gate.drainPermits();
        work.incoming.add(0);
        await().until(() -> work.gate.getQueueLength() == 1);
        IntStream.range(1, 10).forEach(work.incoming::add);
        await().until(() -> stats.received.sum() == 10);
        long from = System.nanoTime();
        await().pollDelay(Duration.ofMillis(100)).until(() -> System.nanoTime() - from > 100_000_000L);
        work.gate.release(1_000_000);
        await().until(() -> stages.freeSlots() == 64);
        assertThat(stats.waits(Stage.SERVICE).count()).isEqualTo(10);
        assertThat(stats.service(Stage.SERVICE).count()).isEqualTo(10);
        assertThat(stats.waits(Stage.RESP).count()).isEqualTo(10);
        assertThat(stats.service(Stage.RECV).count()).isEqualTo(10);
        assertThat(stats.service(Stage.OUTCOME).count()).isEqualTo(10);
        // Nine waited while one was worked on; those nine then took next to no time.
        assertThat(stats.waits(Stage.SERVICE).sumNanos()).isGreaterThan(9 * 100_000_000L);
        assertThat(stats.service(Stage.SERVICE).sumNanos())
                .isBetween(100_000_000L, stats.waits(Stage.SERVICE).sumNanos());
        assertThat(stats.waits(Stage.WORKER).count()).isZero();
    }

    @Test
    void a_stop_answers_what_is_there_and_ends_all_threads() {
        start(pools("r2s2w2d2p2", 64));
        IntStream.range(0, 50).forEach(work.incoming::add);
        await().until(() -> work.answers.size() == 50);
        assertThat(stages.stop(Duration.ofSeconds(5))).isTrue();
        assertThat(stages.extraWorkers()).isZero();
        await().until(() -> threads().isEmpty());
    }

    @Test
    void idle_threads_sleep() {
        start(pools("r1s1w2", 64));
        work.incoming.add(1);
        await().until(() -> work.answers.size() == 1);
        var beans = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = since.running("st-").stream()
                .filter(thread -> !thread.getName().startsWith("st-recv"))
                .mapToLong(Thread::getId)
                .toArray();
        long before = IntStream.range(0, ids.length)
                .mapToLong(i -> beans.getThreadCpuTime(ids[i]))
                .sum();
        long from = System.nanoTime();
        await().until(() -> System.nanoTime() - from > 1_000_000_000L);
        long after = IntStream.range(0, ids.length)
                .mapToLong(i -> beans.getThreadCpuTime(ids[i]))
                .sum();
        assertThat(ids).hasSize(4);
        assertThat(after - before).isLessThan(20_000_000L); // two hundredths of a core, all four together
    }

    @Test
    @Tag("S3.1")
    void the_letters_of_the_source_are_read_and_written() {
        assertThat(Pools.of("r1s1w2d4p3").letters()).isEqualTo("r1s1w2d4p3");
        assertThat(Pools.of("r2s1w0").letters()).isEqualTo("r2s1w0");
        assertThatThrownBy(() -> Pools.of("s1r1")).hasMessageContaining("expected r<recv>s<service>w<workers>");
        assertThatThrownBy(() -> Pools.of("r1s1w0d2")).hasMessageContaining("at least one worker");
        assertThatThrownBy(() -> Pools.of("r0s1w0")).hasMessage("recv 0, expected 1..64");
        stages =
                new ThreeStages<>("st", pools("r1s1w0", 2), Numbered::new, Numbered[]::new, work, stats, Ticker.SYSTEM);
    }
}
