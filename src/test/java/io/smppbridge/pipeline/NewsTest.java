package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that are not the last. */
class NewsTest {
    @TempDir
    Path directory;

    private static void receipt(PipelineRig rig, String stat) {
        String text = "id:77 sub:001 dlvrd:000 submit date:2611210800 done date:2611210801 stat:" + stat + " err:000";
        Delivery delivery = delivery().receipt().text(text).made();
        CompletableFuture<Integer> status = new CompletableFuture<>();
        rig.pipeline.inbound().offer("a", delivery, (d, s) -> status.complete(s));
        assertThat(PipelineRig.get(status)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"16M", "0"})
    @Tag("C70")
    @Tag("C75")
    @Tag("D-08")
    void states_on_the_way_are_told_also_after_a_restart_and_of_messages_out_of_memory(String hot) {
        String keep = "pipeline.hot-bytes = " + hot;
        long id;
        try (PipelineRig rig = PipelineRig.start(directory, keep)) {
            PipelineRig.get(rig.middleWare()
                    .send(OutboundSms.to("46701234567")
                            .from("72404")
                            .text("hello")
                            .clientRef("order 7")
                            .tags(Map.of("campaign", "spring"))
                            .receipt(ReceiptWish.ALL)
                            .build()));
            Task task = rig.takeAll("a").get(0);
            id = task.id();
            rig.accepted(task, 0, "77", true, Outcomes.Flight.NONE);
            receipt(rig, "ENROUTE");
        }
        List<Receipt> heard = new CopyOnWriteArrayList<>();
        try (PipelineRig rig = PipelineRig.start(directory, keep)) {
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {}

                @Override
                public void onReceipt(Receipt receipt) {
                    heard.add(receipt);
                }
            });
            await().until(() -> heard.size() == 2);
            receipt(rig, "DELIVRD");
            await().until(() -> heard.size() == 3);
            await().until(() -> rig.pipeline.openMessages() == 0);
        }
        assertThat(heard)
                .extracting(Receipt::state)
                .containsExactly(MessageState.SENT, MessageState.SENT, MessageState.DELIVERED);
        assertThat(heard).extracting(r -> r.report().stat()).containsExactly("", "ENROUTE", "DELIVRD");
        assertThat(heard).allSatisfy(receipt -> {
            assertThat(receipt.message().value()).isEqualTo(id);
            assertThat(receipt.clientRef()).isEqualTo("order 7");
            assertThat(receipt.tags()).containsEntry("campaign", "spring");
        });
        assertThat(heard).extracting(Receipt::eventId).doesNotHaveDuplicates().isSorted();
        try (PipelineRig rig = PipelineRig.start(directory, keep)) {
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {}

                @Override
                public void onReceipt(Receipt receipt) {
                    heard.add(receipt);
                }
            });
            receipt(rig, "DELIVRD");
        }
        assertThat(heard).hasSize(3);
    }

    /** Its body has to be read back for the first of two receipts that come together; meanwhile the second has ended the message. */
    @Test
    void a_state_on_the_way_is_not_told_after_the_last() {
        ReceiptBed bed = new ReceiptBed();
        try (PipelineRig rig = bed.start(directory, "pipeline.hot-bytes = 0")) {
            Task task = ReceiptBed.accepted(rig, ReceiptBed.sms("hello", ReceiptWish.ALL));
            ReceiptBed.answered(rig, task, "77");
            bed.awaitReceipts(1);
            CountDownLatch offered = new CountDownLatch(1);
            rig.pipeline.side.loop.command(() -> {
                try {
                    offered.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            CompletableFuture<Integer> status = new CompletableFuture<>();
            rig.pipeline.inbound().offer("a", ReceiptBed.delivery(4, ReceiptBed.text("77", "ENROUTE")), (d, s) -> {});
            rig.pipeline
                    .inbound()
                    .offer("a", ReceiptBed.delivery(4, ReceiptBed.text("77", "DELIVRD")), (d, s) -> status.complete(s));
            offered.countDown();
            assertThat(PipelineRig.get(status)).isZero();
            await().until(() -> bed.last().state() == MessageState.DELIVERED && rig.pipeline.openMessages() == 0);
        }
        try (PipelineRig rig = bed.start(directory)) {
            ReceiptBed.receipt(rig, "78", "DELIVRD");
            assertThat(bed.last().state()).isEqualTo(MessageState.DELIVERED);
        }
        assertThat(bed.receipts).extracting(Receipt::state).containsExactly(MessageState.SENT, MessageState.DELIVERED);
    }
}
