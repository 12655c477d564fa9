package io.smppbridge.bench;

import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Messages whose end has been told, and how often that was one time too many. A bit for each: their ids count on within each millisecond. */
@OwnedBy("whoever hears; the counts are for any thread")
final class HeardOf {
    private final Map<Long, BitSet> byMillisecond = new HashMap<>();
    private final LongAdder messages = new LongAdder();
    private final LongAdder repeats = new LongAdder();

    /** @param at where in the text the id of the message stands */
    void ended(byte[] text, int at) {
        TaskId id = TaskId.parse(new String(text, at, TaskId.TEXT_LENGTH, StandardCharsets.ISO_8859_1));
        BitSet its = byMillisecond.computeIfAbsent(id.epochMs(), ms -> new BitSet());
        int count = (int) (id.value() - TaskId.first(id.epochMs()));
        if (its.get(count)) {
            repeats.increment();
        } else {
            its.set(count);
            messages.increment();
        }
    }

    long messages() {
        return messages.sum();
    }

    long repeats() {
        return repeats.sum();
    }
}
