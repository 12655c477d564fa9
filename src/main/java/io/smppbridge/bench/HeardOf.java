package io.smppbridge.bench;

import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Messages whose end has been told, and how often that was one time too many. A bit for each: their ids count on within each millisecond. */
@OwnedBy("whoever hears; the counts are for any thread")
final class HeardOf {
    private final Map<Long, BitSet> byMillisecond = new HashMap<>();
    private volatile long messages;
    private volatile long repeats;

    /** @param at where in the text the id of the message stands */
    void ended(byte[] text, int at) {
        TaskId id = TaskId.parse(new String(text, at, TaskId.TEXT_LENGTH, StandardCharsets.ISO_8859_1));
        BitSet its = byMillisecond.computeIfAbsent(id.epochMs(), ms -> new BitSet());
        int count = (int) (id.value() - TaskId.first(id.epochMs()));
        if (its.get(count)) {
            repeats++; // by the owner alone, as below
        } else {
            its.set(count);
            messages++;
        }
    }

    long messages() {
        return messages;
    }

    long repeats() {
        return repeats;
    }
}
