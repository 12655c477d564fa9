package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.records.EraseRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders to erase what is on the disk about a number, and how far they are.
 *
 * <p>One is carried out in passes. A pass empties every segment that was written before it began, as compaction does: what has ended is not written anew, so it is
 * gone when the files have been filled with zeros. What is written anew is looked at on the way: when the number stands in something from before the order (a message
 * that waits, a report that nobody has taken), there is another pass later. Two passes that meet nothing, one after the other, end it: what ended while the first was
 * at work may have left a word in segments that it did not look at.
 */
@OwnedBy("journal thread")
final class Erasures {
    static final long AGAIN_MS = Duration.ofMinutes(10).toMillis();
    private static final Logger LOG = LoggerFactory.getLogger(Erasures.class);
    private static final long TOLD_MS = Duration.ofDays(7).toMillis();
    /** Among them those that are done, for a week. */
    private static final int MOST = 1_000;

    private static final int PASSES = 2;

    private final SegmentUse use;
    private final Map<Long, Order> orders = new LinkedHashMap<>();
    private volatile int open;

    /** One of them. */
    static final class Order {
        EraseRecord record;
        /** What the last pass met that has to stay; below 0 before the first has ended. */
        int remaining = -1;

        private long segment = -1;
        /** Segments below this one are to be emptied in this pass; 0 between two of them. */
        private long until;

        private int met;
        private int clean;
        private long notBeforeMs;

        private Order(EraseRecord record) {
            this.record = record;
        }
    }

    Erasures(SegmentUse use) {
        this.use = use;
    }

    boolean isFull() {
        return orders.size() >= MOST;
    }

    /** How many are not done. Any thread. */
    int open() {
        return open;
    }

    List<Order> all() {
        return List.copyOf(orders.values());
    }

    /** A record says so: a new one, one that is read back, or one that stands for it. */
    void enter(EraseRecord record, long position) {
        Order order = orders.computeIfAbsent(record.id(), id -> new Order(record));
        order.record = record;
        if (order.segment >= 0) {
            use.remove(order.segment);
        }
        order.segment = Positions.segment(position);
        use.add(order.segment);
        count();
    }

    /** Whether the record in that segment is what keeps it. */
    boolean isVouchedFor(EraseRecord record, long segment) {
        Order order = orders.get(record.id());
        return order != null && order.segment == segment && order.record.equals(record);
    }

    /** Whether a segment is to be emptied, however much in it is alive. */
    boolean want(long segment) {
        return open > 0 && orders.values().stream().anyMatch(order -> !order.record.isDone() && order.until > segment);
    }

    /** Whether a message to or from this number, accepted then, is to end. */
    boolean withdraw(String to, long acceptedMs) {
        return open > 0
                && orders.values().stream()
                        .map(order -> order.record)
                        .anyMatch(one -> one.withdraw() && isAbout(one, acceptedMs) && to.equals(one.number()));
    }

    private static boolean isAbout(EraseRecord one, long writtenMs) {
        return !one.isDone() && writtenMs <= one.orderedMs();
    }

    /** A record is written anew: the octets from here to its position. It is about something from then; 0 for what cannot be told. */
    void moved(ByteBuffer record, int from, long writtenMs) {
        if (open == 0) {
            return;
        }
        for (Order order : orders.values()) {
            if (isAbout(order.record, writtenMs) && stands(order.record.number(), record, from, record.position())) {
                order.met++;
            }
        }
    }

    private static boolean stands(String number, ByteBuffer in, int from, int to) {
        for (int at = from; at + number.length() <= to; at++) {
            int same = 0;
            while (same < number.length() && in.get(at + same) == number.charAt(same)) {
                same++;
            }
            if (same == number.length()) {
                return true;
            }
        }
        return false;
    }

    /** Begins and ends passes, and forgets what has been done for long. */
    void turn(Books books) {
        for (Order order : new ArrayList<>(orders.values())) {
            if (order.record.isDone()) {
                if (books.nowMs() - order.record.doneMs() > TOLD_MS) {
                    orders.remove(order.record.id());
                    use.remove(order.segment);
                }
            } else if (order.until == 0) {
                begin(order, books);
            } else if (books.journal.oldestSegment() >= order.until && !books.journal.isClearing()) {
                end(order, books);
            }
        }
    }

    private static void begin(Order order, Books books) {
        long waitMs = order.notBeforeMs - books.nowMs(); // longer than it was to be, where the clock has been set back
        if ((waitMs <= 0 || waitMs > AGAIN_MS) && books.journal.nextSegment()) {
            order.until = books.journal.currentSegment();
            order.met = 0;
        }
    }

    private void end(Order order, Books books) {
        order.remaining = order.met;
        order.until = 0;
        if (order.met > 0) {
            order.clean = 0;
            order.notBeforeMs = books.nowMs() + AGAIN_MS;
            LOG.info("erase {}: {} records about the number have to stay for now", text(order.record), order.met);
            return;
        }
        if (++order.clean < PASSES) {
            return;
        }
        EraseRecord done = order.record.done(books.nowMs());
        done.encode(books.record(RecordType.ERASE));
        enter(done, books.finish());
        LOG.info("erase {}: done, the journal holds nothing from before it about the number", text(done));
    }

    /** As the operator was told it. */
    private static TaskId text(EraseRecord record) {
        return new TaskId(record.id());
    }

    private void count() {
        open = (int)
                orders.values().stream().filter(order -> !order.record.isDone()).count();
    }
}
