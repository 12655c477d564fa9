package io.smppbridge.pipeline;

import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import java.util.function.Consumer;

/** Who can ask an SMSC about a message that it has taken. Safe for any thread; returns at once. */
public interface CarrierDesk {
    /** Before the senders are there, and in tests without any. */
    CarrierDesk CLOSED =
            (smsc, operation, answer) -> answer.accept(new OperationAnswer.Unanswered(false, "no senders yet"));

    /** @param answer told once, on any thread, in bounded time; it only enqueues */
    void ask(String smsc, Operation operation, Consumer<OperationAnswer> answer);
}
