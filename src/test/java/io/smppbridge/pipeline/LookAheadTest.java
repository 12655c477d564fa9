package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found out of slots before their turn is what their turn would find, and nothing else changes. */
@Tag("C70")
class LookAheadTest {
    private static final int SLOTS = 64;

    @TempDir
    Path directory;

    private final RingBuffer<InboundSlot> ring =
            RingBuffer.createMultiProducer(InboundSlot::new, SLOTS, new BusySpinWaitStrategy());
    private Journal journal;
    private Books books;
    private Lane lane;
    private LookAhead ahead;

    @BeforeEach
    void open() {
        BridgeConfig config = PipelineRig.config(directory, "smsc.a.message-id=hex-dec");
        journal = Journal.open(config.journal(), FileDisk.in(config.journal().directory()), InstantSource.system());
        Lanes lanes = Lanes.of(config, new LaneNumbers(), new BridgeStats(), 1);
        lane = lanes.find("a").orElseThrow();
        books = new Books(
                journal, new BridgeStats(), InstantSource.system(), () -> lanes, config, new ReceiptIndex(1, 2));
        ahead = new LookAhead(ring, books);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private InboundSlot answer(long id, String messageId, ReceiptWish wish) {
        books.ledger.open(id, 1, Long.MAX_VALUE, lane.number(), 0, wish, false);
        Parts parts = new Parts(new byte[] {1}, 0, false, false, -1);
        Task task = new Task(
                        "acme", "a", OutboundSms.to("46701234567").text("hello").build(), Long.MAX_VALUE, parts)
                .named(id);
        InboundSlot slot = published(InboundSlot.Kind.ACCEPTED);
        slot.task = task;
        slot.text = messageId;
        return slot;
    }

    private InboundSlot delivery(String messageId, Lane readFor) {
        InboundSlot slot = published(InboundSlot.Kind.DELIVERY);
        slot.readFor = readFor;
        slot.receipt =
                Optional.of(new SmscReceipt("", messageId, ReceiptState.DELIVERED, CarrierReport.NONE, false, false));
        return slot;
    }

    private InboundSlot published(InboundSlot.Kind kind) {
        long sequence = ring.next();
        InboundSlot slot = ring.get(sequence);
        slot.kind = kind;
        ring.publish(sequence);
        return slot;
    }

    @Test
    void answers_and_receipts_of_one_message_are_known_by_one_key_before_their_turn() {
        InboundSlot answer = answer(8, "0AFF", ReceiptWish.FINAL);
        InboundSlot receipt = delivery("2815", lane);
        InboundSlot message = published(InboundSlot.Kind.DELIVERY);
        InboundSlot taken = published(InboundSlot.Kind.EVENT_TAKEN);
        ahead.before(0);
        assertThat(answer.foreseenFor).isSameAs(lane);
        assertThat(answer.id).isEqualTo("2815");
        assertThat(answer.key).isEqualTo(books.receipts.key(lane.number(), "2815"));
        assertThat(receipt.foreseenFor).isSameAs(lane);
        assertThat(receipt.key).isEqualTo(answer.key);
        assertThat(message.foreseenFor).isNull();
        assertThat(taken.foreseenFor).isNull();
        assertThat(books.receipts.size()).isZero();
        assertThat(books.ledger.size()).isEqualTo(1);
        books.receipts.put(answer.key, 8, 0);
        assertThat(books.receipts.find(lane.number(), "2815")).isEqualTo(8);
        answer.clear();
        assertThat(answer.foreseenFor).isNull();
    }

    @Test
    void nothing_is_foreseen_of_what_will_not_be_looked_for() {
        InboundSlot unwanted = answer(8, "0AFF", ReceiptWish.NONE);
        InboundSlot nameless = answer(9, "", ReceiptWish.FINAL);
        InboundSlot unread = delivery("2815", null);
        InboundSlot empty = delivery("", lane);
        ahead.before(0);
        assertThat(unwanted.foreseenFor).isNull();
        assertThat(nameless.foreseenFor).isNull();
        assertThat(unread.foreseenFor).isNull();
        assertThat(empty.foreseenFor).isNull();
    }

    @Test
    void it_looks_at_each_slot_once_and_no_further_than_is_published() {
        InboundSlot first = delivery("1", lane);
        ahead.before(0);
        assertThat(first.foreseenFor)
                .as("alone, there is nothing to look at together")
                .isNull();
        InboundSlot second = delivery("2", lane);
        InboundSlot third = delivery("3", lane);
        long claimed = ring.next();
        InboundSlot fifth = delivery("5", lane);
        ahead.before(1);
        assertThat(second.foreseenFor).isSameAs(lane);
        assertThat(third.foreseenFor).isSameAs(lane);
        assertThat(fifth.foreseenFor).as("one before it is not published").isNull();
        second.foreseenFor = null;
        ahead.before(1);
        ahead.before(2);
        assertThat(second.foreseenFor).isNull();
        ring.get(claimed).kind = InboundSlot.Kind.ALERT;
        ring.publish(claimed);
        ahead.before(3);
        assertThat(fifth.foreseenFor).isSameAs(lane);
    }

    @Test
    void a_message_at_rest_goes_on_resting() {
        books.ledger.openAtRest(16, 1, Ledger.packed(Long.MAX_VALUE, MessageState.QUEUED, 0, 0, ReceiptWish.NONE));
        assertThat(books.ledger.peek(16)).isEqualTo(Ledger.NONE);
        assertThat(books.ledger.find(16)).isNotEqualTo(Ledger.NONE);
    }
}
