package io.smppbridge.smpp;

import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The query_sm, cancel_sm and replace_sm of one bind that await their answers: the owner asks, the reading thread answers. */
@ThreadSafe
final class Asked {
    private final Map<Integer, Consumer<OperationAnswer>> waiting = new ConcurrentHashMap<>();

    void add(int sequence, Consumer<OperationAnswer> answer) {
        waiting.put(sequence, answer);
    }

    boolean contains(int sequence) {
        return !waiting.isEmpty() && waiting.containsKey(sequence);
    }

    /** @return whether anything was asked under that number */
    boolean answered(int sequence, OperationAnswer said) {
        Consumer<OperationAnswer> answer = waiting.isEmpty() ? null : waiting.remove(sequence);
        if (answer != null) {
            answer.accept(said);
        }
        return answer != null;
    }

    /** The bind has ended: nothing will be answered any more. */
    void over(String why) {
        for (Integer sequence : waiting.keySet()) {
            answered(sequence, new OperationAnswer.Unanswered(true, why));
        }
    }
}
