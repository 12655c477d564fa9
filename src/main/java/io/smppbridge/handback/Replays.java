package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** Events of one endpoint that are offered again after they were laid aside, until their turn comes: 16 octets each. */
@OwnedBy("its endpoint's lane")
final class Replays {
    /** Longs of one: id and position. */
    private static final int ENTRY = 2;

    private final Queue<Order> orders = new ArrayDeque<>();
    private int size;

    /** What was offered again at once. */
    private static final class Order {
        private final long sinceMs;
        private final long[] events;
        private int next;

        Order(long sinceMs, long[] events) {
            this.sinceMs = sinceMs;
            this.events = events;
        }
    }

    int size() {
        return size;
    }

    void add(List<DeadEvent> events, long nowMs) {
        if (events.isEmpty()) {
            return;
        }
        long[] all = new long[events.size() * ENTRY];
        int at = 0;
        for (DeadEvent event : events) {
            all[at] = event.id();
            all[at + 1] = event.position();
            at += ENTRY;
        }
        orders.add(new Order(nowMs, all));
        size += events.size();
    }

    /** The next one; not when there is none. */
    Entry poll() {
        Order order = orders.element();
        Entry entry = new Entry(order.events[order.next], order.events[order.next + 1], null, order.sinceMs);
        order.next += ENTRY;
        if (order.next == order.events.length) {
            orders.remove();
        }
        size--;
        return entry;
    }
}
