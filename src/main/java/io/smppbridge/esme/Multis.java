package io.smppbridge.esme;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.TaskId;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages of the last submit_multi of an account, by the message_id that they have in common, so that they can be asked about and
 * cancelled by it. Bounded, and not kept over a restart: then that id is not known any more, and only receipts tell.
 */
@ThreadSafe
final class Multis {
    private static final int MOST = 10_000;

    /** Octets that an id takes at most beside the one before it: seven bits in each. */
    private static final int LONGEST = 10;

    private final Map<String, byte[]> byName = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > MOST;
        }
    };

    synchronized void put(String name, List<TaskId> messages) {
        byName.put(name, packed(messages));
    }

    /** Empty when the name is not known. */
    synchronized List<TaskId> of(String name) {
        byte[] known = byName.get(name);
        return known == null ? List.of() : unpacked(known);
    }

    /** How far each id lies from the one before it, which mostly is one octet: of hundreds of ids each there may be thousands. */
    private static byte[] packed(List<TaskId> messages) {
        byte[] octets = new byte[LONGEST * messages.size()];
        int at = 0;
        long before = 0;
        for (TaskId message : messages) {
            long step = message.value() - before;
            long left = step << 1 ^ step >> 63; // steps back, too, are small numbers so
            while ((left & ~0x7FL) != 0) {
                octets[at++] = (byte) (left | 0x80);
                left >>>= 7;
            }
            octets[at++] = (byte) left;
            before = message.value();
        }
        return Arrays.copyOf(octets, at);
    }

    private static List<TaskId> unpacked(byte[] octets) {
        List<TaskId> messages = new ArrayList<>();
        long before = 0;
        long read = 0;
        int bits = 0;
        for (byte octet : octets) {
            read |= (octet & 0x7FL) << bits;
            bits += 7;
            if (octet >= 0) {
                before += read >>> 1 ^ -(read & 1);
                messages.add(new TaskId(before));
                read = 0;
                bits = 0;
            }
        }
        return messages;
    }

    /**
     * The state of the whole: that of one which has not ended as long as there is one, of one that has failed once all have ended, and
     * delivered only when all are.
     *
     * @param views at least one
     */
    static MessageView whole(List<MessageView> views) {
        MessageView least = views.get(0);
        for (MessageView view : views) {
            least = rank(view.state()) < rank(least.state()) ? view : least;
        }
        return least;
    }

    /** When the last of them ended; the epoch while one is open. */
    static Instant ended(List<MessageView> views) {
        Instant last = Instant.EPOCH;
        for (MessageView view : views) {
            if (!view.state().isFinal()) {
                return Instant.EPOCH;
            }
            last = view.endedAt().isAfter(last) ? view.endedAt() : last;
        }
        return last;
    }

    private static int rank(MessageState state) {
        if (!state.isFinal()) {
            return 0;
        }
        return state.isFailure() ? 1 : state == MessageState.DELIVERED ? 3 : 2;
    }
}
