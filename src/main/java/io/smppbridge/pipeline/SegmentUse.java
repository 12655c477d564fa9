package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;

/** How many things each journal segment still holds that must not go. */
@OwnedBy("journal thread")
final class SegmentUse {
    private int[] counts = new int[64];
    private long first;
    private boolean empty = true;

    void add(long segment) {
        if (empty) {
            first = segment;
            empty = false;
        }
        if (segment < first) {
            long gap = first - segment;
            int[] wider = new int[counts.length + Math.toIntExact(gap)];
            System.arraycopy(counts, 0, wider, Math.toIntExact(gap), counts.length);
            counts = wider;
            first = segment;
        }
        int index = Math.toIntExact(segment - first);
        if (index >= counts.length) {
            counts = java.util.Arrays.copyOf(counts, Math.max(index + 1, counts.length * 2));
        }
        counts[index]++;
    }

    void remove(long segment) {
        int index = Math.toIntExact(segment - first);
        assert counts[index] > 0 : "segment " + segment + " holds nothing";
        counts[index]--;
    }

    int of(long segment) {
        long index = segment - first;
        return empty || index < 0 || index >= counts.length ? 0 : counts[(int) index];
    }

    /** Segments below this one are gone: forget them. */
    void dropBelow(long segment) {
        if (empty || segment <= first) {
            return;
        }
        int shift = (int) Math.min(segment - first, counts.length);
        System.arraycopy(counts, shift, counts, 0, counts.length - shift);
        java.util.Arrays.fill(counts, counts.length - shift, counts.length, 0);
        first = segment;
    }

    long total() {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }
}
