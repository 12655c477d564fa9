package io.smppbridge.intake;

import io.netty.channel.Channel;
import io.smppbridge.SendOutcome;
import io.smppbridge.StreamDoor;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * What a stream's client waits to hear of, in the order of the ids. Each batch is offered to the bridge; of those that find no room only the
 * first is offered again, so that the ids keep their order. Whatever is decided from the beginning on is answered, be it a part of a batch.
 */
@OwnedBy("its connection's event loop")
final class StreamBacklog {
    private static final long LEAST_PAUSE_MS = 20;
    private static final long MOST_PAUSE_MS = 1_000;

    private final Channel channel;
    private final StreamAcks acks;
    private final Runnable moved;
    private final ArrayDeque<StreamBatch> order = new ArrayDeque<>();
    private StreamDoor door;
    private boolean each;
    /** Messages without an answer. */
    private int unanswered;
    /** Batches that wait for room. */
    private int stuck;

    private boolean leaving;

    /** @param moved called when something has been decided */
    StreamBacklog(Channel channel, StreamAcks acks, Runnable moved) {
        this.channel = channel;
        this.acks = acks;
        this.moved = moved;
    }

    /**
     * Before the first batch comes.
     *
     * @param to where batches go
     * @param one whether every message gets an ACK of its own
     */
    void begin(StreamDoor to, boolean one) {
        door = to;
        each = one;
    }

    void add(StreamBatch batch) {
        order.add(batch);
        unanswered += batch.count();
        if (stuck > 0) { // those before it go first
            stuck += batch.stick() ? 1 : 0;
        } else {
            offer(batch, LEAST_PAUSE_MS);
        }
    }

    int unanswered() {
        return unanswered;
    }

    boolean isEmpty() {
        return order.isEmpty();
    }

    /** Something waits for room. */
    boolean isStuck() {
        return stuck > 0;
    }

    /** Nothing is offered any more: what has found no room is forgotten once all before it is answered. */
    void leave() {
        leaving = true;
    }

    private void offer(StreamBatch batch, long pauseMs) {
        if (!batch.isDecided()) {
            batch.offered();
            door.send(
                    batch.firstWaiting(),
                    batch.waiting(),
                    outcomes -> OwnLoop.run(channel, () -> decided(batch, outcomes, pauseMs)));
        }
    }

    private void decided(StreamBatch batch, SendOutcome[] outcomes, long pauseMs) {
        batch.decide(outcomes);
        if (batch.isDecided()) {
            stuck -= batch.unstick() ? 1 : 0;
        } else {
            stuck += batch.stick() ? 1 : 0;
            if (batch == order.peek() && !leaving) {
                batch.pause();
                long next = Math.min(2 * pauseMs, MOST_PAUSE_MS);
                channel.eventLoop().schedule(() -> again(batch, next), pauseMs, TimeUnit.MILLISECONDS);
            }
        }
        moved.run();
    }

    private void again(StreamBatch batch, long pauseMs) {
        if (batch == order.peek() && channel.isActive()) {
            offer(batch, pauseMs);
        }
    }

    /** Answers what is decided from the beginning on; whoever is first then and waits is offered. */
    void answer() {
        StreamBatch first = order.peek();
        while (first != null) {
            unanswered -= acks.answer(first, each);
            if (!first.isDecided()) {
                break;
            }
            order.poll();
            first = order.peek();
        }
        if (first == null) {
            return;
        }
        if (leaving && !first.isAtDoor()) {
            order.clear();
        } else if (first.isWaiting() && channel.isActive()) {
            offer(first, LEAST_PAUSE_MS);
        }
    }
}
