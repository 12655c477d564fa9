package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.ReceiptWish;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.UnmatchedReceipts.Kept;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("C74")
class UnmatchedReceiptsTest {
    private static final String AT_ONCE = "smsc.a.receipt-park = 0s";

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();

    private PipelineRig rig(String... more) {
        return bed.start(directory, more);
    }

    private void unmatched(PipelineRig rig, int count) {
        await().until(() -> {
            bed.pass(java.time.Duration.ofMillis(10));
            return rig.pipeline.unmatched().count() == count;
        });
    }

    private static List<Long> ids(PipelineRig rig) {
        return rig.pipeline.unmatched().list("", 100).orElseThrow().first().stream()
                .map(kept -> kept.id().value())
                .toList();
    }

    @Test
    void they_outlive_a_restart_and_are_joined_once_the_form_of_the_ids_is_put_right() {
        TaskId open;
        TaskId ended;
        try (PipelineRig rig = rig(AT_ONCE)) {
            open = ReceiptBed.sent(rig, "4D", 1);
            ended = ReceiptBed.sent(rig, "4E", 1);
            ReceiptBed.receipt(rig, "4E", "EXPIRED");
            bed.awaitReceipts(1);
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            ReceiptBed.receipt(rig, "78", "DELIVRD");
            ReceiptBed.receipt(rig, "79", "DELIVRD");
            unmatched(rig, 3);
        }
        try (PipelineRig rig = rig(AT_ONCE)) {
            unmatched(rig, 3);
            UnmatchedReceipts.Listed its = rig.pipeline.unmatched().list("a", 2).orElseThrow();
            assertThat(its.first()).extracting(Kept::messageId).containsExactly("77", "78");
            assertThat(its.all()).isEqualTo(3);
            assertThat(rig.pipeline.unmatched().list("b", 2).orElseThrow().all())
                    .isZero();
            Kept kept =
                    rig.pipeline.unmatched().list("", 1).orElseThrow().first().get(0);
            assertThat(kept.smsc()).isEqualTo("a");
            assertThat(kept.messageId()).isEqualTo("77");
            assertThat(kept.stat()).isEqualTo("DELIVRD");
            assertThat(rig.pipeline.unmatched().rejoin(ids(rig))).contains(0);
            rig.pipeline.apply(PipelineRig.config(directory, AT_ONCE, "smsc.a.message-id = hex-dec"));
            await().until(() -> !rig.pipeline.unmatched().isIndexing());
            assertThat(rig.pipeline.unmatched().rejoin(ids(rig))).contains(2);
            bed.awaitReceipts(3);
            assertThat(bed.receipts)
                    .filteredOn(receipt -> receipt.state() == MessageState.DELIVERED)
                    .extracting(receipt -> receipt.message())
                    .containsExactlyInAnyOrder(open, ended);
            assertThat(rig.pipeline.unmatched().list("", 10).orElseThrow().first())
                    .extracting(Kept::messageId)
                    .containsExactly("79");
            long left = ids(rig).get(0);
            assertThat(rig.pipeline.unmatched().drop(left)).contains(true);
            assertThat(rig.pipeline.unmatched().drop(left)).contains(false);
        }
        try (PipelineRig rig = rig(AT_ONCE)) {
            unmatched(rig, 0);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
        }
    }

    @Test
    void a_start_counts_none_of_those_that_were_kept_before_it() {
        try (PipelineRig rig = rig(AT_ONCE)) {
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            ReceiptBed.receipt(rig, "78", "DELIVRD");
            unmatched(rig, 2);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isEqualTo(2);
        }
        bed.pass(java.time.Duration.ofSeconds(1));
        try (PipelineRig rig = rig(AT_ONCE)) {
            unmatched(rig, 2);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isZero();
            ReceiptBed.receipt(rig, "79", "DELIVRD");
            unmatched(rig, 3);
            assertThat(rig.stats.smsc("a").unmatchedReceipts.sum()).isEqualTo(1);
        }
    }

    @Test
    void whoever_gets_no_answer_in_time_is_not_told_that_nothing_was_done() {
        try (PipelineRig rig = rig(AT_ONCE)) {
            ReceiptBed.receipt(rig, "77", "DELIVRD");
            unmatched(rig, 1);
            List<Long> ids = ids(rig);
            Thread.currentThread().interrupt(); // who is to stop waits for no answer
            try {
                assertThat(rig.pipeline.unmatched().drop(ids.get(0))).isEmpty();
                assertThat(rig.pipeline.unmatched().rejoin(ids)).isEmpty();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(rig.pipeline.unmatched().rejoin(ids)).contains(0);
            assertThat(rig.pipeline.unmatched().drop(ids.get(0))).contains(true);
        }
    }

    @Test
    @Tag("C63")
    @Tag("C66")
    void they_are_joined_once_their_grammar_or_how_much_of_an_id_counts_is_told() {
        try (PipelineRig rig = rig(AT_ONCE)) {
            TaskId placed = ReceiptBed.sent(rig, "77", 1);
            TaskId cut = ReceiptBed.sent(rig, "8f14e45fceea467f", 1);
            ReceiptBed.offer(rig, "a", ReceiptBed.delivery(4, "00,2611201300,77"));
            ReceiptBed.receipt(rig, "8f14e45fce", "UNDELIV");
            unmatched(rig, 2);
            assertThat(rig.stats.smsc("a").unreadReceipts.sum()).isEqualTo(1);
            String[] mended = {
                AT_ONCE,
                "smsc.a.profile = own",
                "profile.own.receipt-fields = state, done, id",
                "profile.own.receipt-state.00 = delivered",
                "profile.own.message-id-part = first 10"
            };
            rig.pipeline.apply(PipelineRig.config(directory, mended));
            await().until(() -> !rig.pipeline.unmatched().isIndexing());
            assertThat(rig.pipeline.unmatched().rejoin(ids(rig))).contains(2);
            bed.awaitReceipts(2);
            assertThat(bed.receipts)
                    .extracting(receipt -> receipt.message(), receipt -> receipt.state())
                    .containsExactlyInAnyOrder(
                            tuple(placed, MessageState.DELIVERED), tuple(cut, MessageState.UNDELIVERED));
        }
    }

    @Test
    void only_so_many_are_kept_the_newest() {
        try (PipelineRig rig = rig(AT_ONCE, "pipeline.unmatched-receipts = 2")) {
            for (int id = 1; id <= 4; id++) {
                ReceiptBed.receipt(rig, "n" + id, "DELIVRD");
                long count = id;
                await().until(() -> {
                    bed.pass(java.time.Duration.ofMillis(10));
                    return rig.stats.smsc("a").unmatchedReceipts.sum() == count;
                });
            }
            assertThat(rig.pipeline.unmatched().list("", 10).orElseThrow().first())
                    .extracting(Kept::messageId)
                    .containsExactly("n3", "n4");
        }
    }

    /** Gone from the configuration at a start, and back by a reload: the start could not know how its ids compare. */
    @ParameterizedTest
    @Tag("C65")
    @ValueSource(booleans = {false, true})
    void an_smsc_that_a_reload_puts_back_after_a_restart_without_it_finds_the_messages_of_its_receipts(boolean ended) {
        String[] with = {
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = me",
            "smsc.b.password = secret",
            "smsc.b.rate = unlimited",
            "smsc.b.message-id = hex-dec",
            "route.all.prefix = 47",
            "route.b.smsc = b",
            "route.b.prefix = 46"
        };
        TaskId id;
        try (PipelineRig rig = bed.start(directory, with)) {
            PipelineRig.get(rig.middleWare().send(ReceiptBed.sms("hello", ReceiptWish.FINAL)));
            Task task = rig.takeAll("b").get(0);
            id = new TaskId(task.id());
            rig.accepted(task, 0, "7b", true, Outcomes.Flight.NONE);
            await().until(() -> rig.stats.awaitingReceipts == 1);
            if (ended) {
                ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("123", "UNDELIV")));
                bed.awaitReceipts(1);
                await().until(() -> rig.pipeline.openMessages() == 0);
            }
        }
        try (PipelineRig rig = bed.start(directory)) {
            rig.pipeline.apply(PipelineRig.config(directory, with));
            ReceiptBed.offer(rig, "b", ReceiptBed.delivery(4, ReceiptBed.text("123", "DELIVRD")));
            bed.awaitReceipts(ended ? 2 : 1);
            assertThat(bed.last().message()).isEqualTo(id);
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
    }
}
