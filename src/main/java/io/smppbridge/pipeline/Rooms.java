package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;
import java.util.stream.Stream;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;

/** Room for the messages that one call has had admitted and not yet published, lent out again and again. */
@ThreadSafe
final class Rooms {
    /** Messages that a call publishes by one claim: enough to make the claim cheap, few enough for any ring. */
    private static final int MOST = 64;

    /** Calls at once, beyond which each makes its own. */
    private static final int KEPT = 16;

    private final MpmcAtomicArrayQueue<Admitted[]> free = new MpmcAtomicArrayQueue<>(KEPT);

    Admitted[] take() {
        Admitted[] room = free.poll();
        return room != null ? room : Stream.generate(Admitted::new).limit(MOST).toArray(Admitted[]::new);
    }

    /** Nobody uses it any more; what it holds goes with the next message. */
    void giveBack(Admitted[] room) {
        free.offer(room);
    }
}
