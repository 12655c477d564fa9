package io.smppbridge.esme;

import io.smppbridge.MessageState;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.TaskId;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
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

    private final Map<String, List<TaskId>> byName = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<TaskId>> eldest) {
            return size() > MOST;
        }
    };

    synchronized void put(String name, List<TaskId> messages) {
        byName.put(name, List.copyOf(messages));
    }

    /** Empty when the name is not known. */
    synchronized List<TaskId> of(String name) {
        return byName.getOrDefault(name, List.of());
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
