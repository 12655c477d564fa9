package io.smppbridge.smpp;

import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicInteger;

/** Sequence numbers: 1..0x7FFFFFFF, then 1 again (SMPP 3.4 §3.2). */
@ThreadSafe
final class Numbers {
    private final AtomicInteger next;

    /** @param first 1 but in tests of the wrap */
    Numbers(int first) {
        next = new AtomicInteger(first);
    }

    int next() {
        return next.getAndUpdate(n -> n == Integer.MAX_VALUE ? 1 : n + 1);
    }
}
