package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** A column of numbers that grows by pages of 65,536, so that growing copies nothing. What was never set is 0. */
@OwnedBy("whoever audits")
final class Longs {
    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    private long[][] pages = new long[16][];

    long get(int at) {
        int page = at >>> BITS;
        return page >= pages.length || pages[page] == null ? 0 : pages[page][at & MASK];
    }

    void set(int at, long value) {
        int page = at >>> BITS;
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * pages.length));
        }
        if (pages[page] == null) {
            pages[page] = new long[1 << BITS];
        }
        pages[page][at & MASK] = value;
    }
}
