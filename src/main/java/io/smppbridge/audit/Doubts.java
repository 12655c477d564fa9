package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/** Numbers to which something was submitted whose id the caller was never told: an event about one of them may be about it. */
@OwnedBy("whoever audits")
final class Doubts {
    private final Longs numbers = new Longs();
    private final Index index = new Index(numbers::get);
    private int count;

    void add(long number) {
        if (index.find(number) == Index.NONE) {
            numbers.set(count, number);
            index.put(count++);
        }
    }

    boolean isOne(long number) {
        return number == Print.NONE ? count > 0 : index.find(number) != Index.NONE;
    }
}
