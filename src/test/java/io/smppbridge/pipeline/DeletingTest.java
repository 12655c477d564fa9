package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.Tally;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an SMSC was asked to delete, as it goes on to another one, after a restart, and after the end. */
class DeletingTest {
    private static final String[] LINES = PipelineRig.failingOver(
            "undelivered", "journal.keep = 0", "smsc.a.operations = cancel", "smsc.b.operations = cancel");
    private static final OperationAnswer DONE = OperationAnswer.Said.status(0);
    private static final OperationAnswer CANCEL_FAILED = OperationAnswer.Said.status(0x11);

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();
    private final List<Consumer<OperationAnswer>> asked = new CopyOnWriteArrayList<>();
    private Path before;
    private Path after;

    @BeforeEach
    void two() throws Exception {
        before = Files.createDirectory(directory.resolve("before"));
        after = Files.createDirectory(directory.resolve("after"));
    }

    private PipelineRig start(Path where) {
        PipelineRig rig = bed.start(where, LINES).bothBound();
        rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
        return rig;
    }

    private TaskId sent(PipelineRig rig, int parts) {
        TaskId id = ReceiptBed.sent(rig, "m", parts);
        await().until(() -> rig.state(id) == MessageState.SENT);
        return id;
    }

    private CompletableFuture<Withdrawal> cancel(PipelineRig rig, TaskId id, int parts) {
        asked.clear();
        var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
        await().until(() -> asked.size() == parts);
        return withdrawn;
    }

    private Task at(PipelineRig rig, String smsc) {
        List<Task> tasks = new CopyOnWriteArrayList<>();
        await().until(() -> tasks.addAll(rig.takeAll(smsc)));
        return tasks.get(0);
    }

    /** The one that was asked did not deliver it, and the next one has it when the bridge is killed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_one_smsc_was_asked_no_other_is_taken_to_have_been_asked(boolean restart) {
        TaskId id;
        try (PipelineRig rig = start(before)) {
            id = sent(rig, 1);
            cancel(rig, id, 1);
            ReceiptBed.receipt(rig, "m", "UNDELIV");
            rig.accepted(at(rig, "b"), 0, "n", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            if (restart) {
                rig.killedInto(after);
            } else {
                ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("n", "DELETED")));
                bed.awaitReceipts(1);
            }
        }
        if (restart) {
            try (PipelineRig rig = start(after)) {
                ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("n", "DELETED")));
                bed.awaitReceipts(1);
            }
        }
        assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
    }

    /** By its answers; then the other part fails. */
    @ParameterizedTest
    @ValueSource(strings = {"no", "kill", "moved"})
    void of_what_an_smsc_has_deleted_in_part_the_rest_goes_to_no_other(String restart) {
        TaskId id;
        try (PipelineRig rig = start(before)) {
            id = sent(rig, 2);
            var withdrawn = cancel(rig, id, 2);
            asked.get(0).accept(DONE);
            asked.get(1).accept(CANCEL_FAILED);
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Withdrawal.TOO_LATE);
            assertThat(rig.state(id)).isEqualTo(MessageState.SENT);
            if (restart.equals("no")) {
                ReceiptBed.receipt(rig, "m-2", "UNDELIV");
                bed.awaitReceipts(1);
            } else {
                if (restart.equals("moved")) {
                    rig.pushOut();
                }
                rig.killedInto(after);
            }
        }
        if (!restart.equals("no")) {
            try (PipelineRig rig = start(after)) {
                ReceiptBed.receipt(rig, "m-2", "UNDELIV");
                bed.awaitReceipts(1);
                assertThat(rig.takeAll("b")).isEmpty();
            }
        }
        assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
    }

    /** Its receipt was written down, and its end could not be. */
    @Test
    void what_was_deleted_is_withdrawn_also_where_the_bridge_ends_between_its_receipt_and_its_end() throws Exception {
        AtomicInteger left = new AtomicInteger();
        try (PipelineRig rig = start(before)) {
            TaskId id = sent(rig, 1);
            cancel(rig, id, 1);
            Field counter = BridgeStats.class.getField("journalRecords");
            counter.setAccessible(true);
            counter.set(rig.stats, new Tally() {
                private static final long serialVersionUID = 1;

                @Override
                public void increment() {
                    if (left.get() > 0 && left.decrementAndGet() == 0) {
                        throw new IllegalStateException("thrown by a test");
                    }
                    super.increment();
                }
            });
            left.set(2);
            assertThat(ReceiptBed.receipt(rig, "m", "DELETED")).isNotZero();
            rig.killedInto(after);
        }
        try (PipelineRig rig = start(after)) {
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
            assertThat(rig.takeAll("b")).isEmpty();
        }
    }

    @Test
    void who_asks_again_and_again_makes_no_story_without_end() {
        try (PipelineRig rig = start(before)) {
            TaskId id = sent(rig, 1);
            long records = rig.stats.journalRecords.sum();
            for (int i = 0; i < 100; i++) {
                var withdrawn = cancel(rig, id, 1);
                asked.get(0).accept(CANCEL_FAILED);
                assertThat(PipelineRig.get(withdrawn)).isEqualTo(Withdrawal.TOO_LATE);
            }
            assertThat(rig.stats.journalRecords.sum() - records).isEqualTo(64);
            cancel(rig, id, 1);
            ReceiptBed.receipt(rig, "m", "DELETED");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
        }
    }

    /** It has refused one of them, and has not answered the other. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_is_refused_takes_nothing_from_another_who_asks_at_the_same_time(boolean restart) {
        TaskId id;
        try (PipelineRig rig = start(before)) {
            id = sent(rig, 1);
            cancel(rig, id, 1);
            var refused = cancel(rig, id, 1);
            asked.get(0).accept(CANCEL_FAILED);
            assertThat(PipelineRig.get(refused)).isEqualTo(Withdrawal.TOO_LATE);
            if (restart) {
                rig.killedInto(after);
            } else {
                ReceiptBed.receipt(rig, "m", "DELETED");
                bed.awaitReceipts(1);
            }
        }
        if (restart) {
            try (PipelineRig rig = start(after)) {
                ReceiptBed.receipt(rig, "m", "DELETED");
                bed.awaitReceipts(1);
            }
        }
        assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
    }

    /** Of one part by a receipt, of the other by its answer, where that about the first stays away. */
    @Test
    void when_the_last_part_is_deleted_by_an_answer_another_that_does_not_come_is_not_waited_for() {
        try (PipelineRig rig = bed.start(before, "smsc.a.operations = cancel", "smsc.a.receipt-verdict = any")) {
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = sent(rig, 2);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            var withdrawn = cancel(rig, id, 2);
            asked.get(0).accept(new OperationAnswer.Unanswered(true, "no answer"));
            asked.get(1).accept(DONE);
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Withdrawal.UNANSWERED);
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
        }
    }

    /** Its SMSC has deleted one part and not delivered the other, and says the latter again. */
    @Test
    void what_is_said_again_of_a_part_makes_no_other_end_of_what_was_withdrawn() {
        try (PipelineRig rig = start(before)) {
            TaskId id = sent(rig, 2);
            cancel(rig, id, 2);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            ReceiptBed.receipt(rig, "m-2", "DELETED");
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.CANCELLED);
            ReceiptBed.receipt(rig, "m-1", "UNDELIV");
            await().until(() -> !rig.stats.smsc("a").lateReceipts.isEmpty());
            assertThat(bed.receipts).extracting(Receipt::state).containsExactly(MessageState.CANCELLED);
        }
    }

    /** Between the look at the message and the word that its SMSC is about to be asked. */
    @Test
    void what_goes_on_before_it_is_noted_that_its_smsc_is_asked_is_asked_for_nowhere() {
        AtomicReference<Runnable> held = new AtomicReference<>();
        AtomicBoolean holding = new AtomicBoolean();
        ExecutorService reader = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            public void execute(Runnable reading) {
                if (holding.compareAndSet(true, false)) {
                    held.set(reading);
                } else {
                    super.execute(reading);
                }
            }
        };
        try (PipelineRig rig = PipelineRig.start(before, bed, reader, LINES).bothBound()) {
            rig.middleWare().listen(bed);
            rig.pipeline.desk((smsc, operation, answer) -> asked.add(answer));
            TaskId id = sent(rig, 1);
            holding.set(true);
            var withdrawn = rig.pipeline.messages(PipelineRig.ACCOUNT).cancel(id);
            await().until(() -> held.get() != null);
            ReceiptBed.receipt(rig, "m", "UNDELIV");
            rig.accepted(at(rig, "b"), 0, "n", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            reader.execute(held.get());
            await().until(() -> asked.size() == 1);
            asked.get(0).accept(DONE);
            assertThat(PipelineRig.get(withdrawn)).isEqualTo(Withdrawal.TOO_LATE);
            ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("n", "DELETED")));
            bed.awaitReceipts(1);
            assertThat(bed.last().state()).isEqualTo(MessageState.UNDELIVERED);
        }
    }
}
