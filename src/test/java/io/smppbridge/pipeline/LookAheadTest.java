package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Delivery;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found out of slots before their turn, by those who tell and by a look ahead, is what their turn would find; nothing else changes. */
@Tag("C70")
class LookAheadTest {
    private static final int SLOTS = 64;

    @TempDir
    Path directory;

    private final RingBuffer<InboundSlot> ring =
            RingBuffer.createMultiProducer(InboundSlot::new, SLOTS, new BusySpinWaitStrategy());
    private final Sequence polled = new Sequence(-1);
    private final Reports reports = new Reports(ring, () -> {}, sequence -> {});
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
        ring.addGatingSequences(polled);
        reports.by(books);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    /** The answer to a message of SMSC a, as the sender tells it. */
    private InboundSlot answer(long id, String messageId, ReceiptWish wish) {
        return answer("a", id, messageId, wish);
    }

    private InboundSlot answer(String smsc, long id, String messageId, ReceiptWish wish) {
        books.ledger.open(id, 1, Long.MAX_VALUE, lane.number(), 0, wish, false);
        Parts parts = new Parts(new byte[] {1}, 0, false, false, -1);
        OutboundSms sms =
                OutboundSms.to("46701234567").text("hello").receipt(wish).build();
        Task task = new Task("acme", smsc, sms, Long.MAX_VALUE, parts).named(id);
        reports.accepted(task, 0, messageId, true, Outcomes.Flight.NONE);
        return ring.get(ring.getCursor());
    }

    /** A receipt as an SMSC hands it over. */
    private InboundSlot receipt(String smsc, String messageId) {
        return delivery(smsc, 4, "id:" + messageId + " stat:DELIVRD err:000 text:");
    }

    private InboundSlot delivery(String smsc, int esmClass, String text) {
        Delivery delivery = ReceiptBed.delivery(esmClass, text);
        assertThat(reports.offer(smsc, delivery, (to, status) -> {})).isTrue();
        return ring.get(ring.getCursor());
    }

    @Test
    void answers_and_receipts_of_one_message_are_known_by_one_key_before_their_turn() {
        InboundSlot answer = answer(8, "0AFF", ReceiptWish.FINAL);
        InboundSlot receipt = receipt("a", "2815");
        assertThat(answer.identifiedFor).isSameAs(lane);
        assertThat(answer.id).isEqualTo("2815");
        assertThat(answer.key).isEqualTo(books.receipts.key(lane.number(), "2815"));
        assertThat(receipt.identifiedFor).isSameAs(lane).isSameAs(receipt.readFor);
        assertThat(receipt.id).isEqualTo("2815");
        assertThat(receipt.key).isEqualTo(answer.key);
        assertThat(ahead.before(0)).isEqualTo(1);
        assertThat(books.receipts.size()).isZero();
        assertThat(books.ledger.size()).isEqualTo(1);
        books.receipts.put(answer.key, 8, 0);
        assertThat(books.receipts.find(lane.number(), "2815")).isEqualTo(8);
        answer.clear();
        assertThat(answer.identifiedFor).isNull();
    }

    @Test
    void nothing_is_known_before_its_turn_of_what_will_not_be_looked_for() {
        assertThat(answer(8, "0AFF", ReceiptWish.NONE).identifiedFor).isNull();
        assertThat(answer(9, "", ReceiptWish.FINAL).identifiedFor).isNull();
        assertThat(answer("gone", 10, "0AFF", ReceiptWish.FINAL).identifiedFor).isNull();
        assertThat(receipt("gone", "2815").identifiedFor).isNull();
        assertThat(delivery("a", 0, "id:2815 stat:DELIVRD").identifiedFor)
                .as("a message")
                .isNull();
        assertThat(delivery("a", 4, "hello").identifiedFor)
                .as("a receipt that names none")
                .isNull();
        assertThat(ahead.before(0)).isEqualTo(ring.getCursor());
    }

    @Test
    void a_place_in_the_ring_does_not_keep_the_id_of_what_had_it_before() {
        receipt("a", "2815");
        for (int i = 1; i < SLOTS; i++) {
            ring.publish(ring.next());
        }
        polled.set(SLOTS - 1);
        InboundSlot again = delivery("a", 0, "hello");
        assertThat(ring.getCursor()).isEqualTo(SLOTS);
        assertThat(again.identifiedFor).isNull();
    }

    @Test
    void it_looks_at_each_slot_once_and_no_further_than_is_published() {
        receipt("a", "1");
        assertThat(ahead.before(0))
                .as("alone, there is nothing to look at together")
                .isZero();
        receipt("a", "2");
        receipt("a", "3");
        long claimed = ring.next();
        receipt("a", "5");
        assertThat(ahead.before(1)).as("one behind it is not published").isEqualTo(2);
        assertThat(ahead.before(2)).isEqualTo(2);
        ring.get(claimed).kind = InboundSlot.Kind.ALERT;
        ring.publish(claimed);
        assertThat(ahead.before(2)).as("seen already").isEqualTo(2);
        assertThat(ahead.before(3)).isEqualTo(4);
        for (int i = 5; i < 5 + 20; i++) {
            receipt("a", "7");
        }
        assertThat(ahead.before(5)).as("sixteen at a time").isEqualTo(20);
    }

    @Test
    void a_message_at_rest_goes_on_resting() {
        books.ledger.openAtRest(16, 1, Ledger.packed(Long.MAX_VALUE, MessageState.QUEUED, 0, 0, ReceiptWish.NONE));
        assertThat(books.ledger.peek(16)).isEqualTo(Ledger.NONE);
        assertThat(books.ledger.find(16)).isNotEqualTo(Ledger.NONE);
    }
}
