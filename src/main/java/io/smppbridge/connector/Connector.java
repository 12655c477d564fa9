package io.smppbridge.connector;

import java.util.function.Consumer;

/**
 * One bind to an SMSC, used once: open, use, closed. Every method belongs to the owner thread (a sender worker or the receiver); none
 * waits for an answer. What comes back is told to the {@link ConnectorListener}.
 */
public interface Connector {
    /** Starts to connect and bind, each within its deadline; returns at once. The listener hears bound or closed. */
    void open();

    /**
     * Composes a submit_sm into the outgoing buffer; nothing is on the wire before {@link #flush}.
     *
     * <p>A submission with {@link Submission#others} goes as one submit_multi: one sequence number, one answer, which tells of the
     * destinations that were not taken in {@link AnswerDetail#refused}. Such a submission has neither SAR nor message_payload.
     *
     * @return its sequence number, 1..0x7FFFFFFF, never one that still awaits an answer
     * @throws IllegalArgumentException if it cannot be put into a PDU, as one of several destinations that is no single short_message;
     *     nothing has been composed then, and the bind goes on
     */
    int submit(Submission submission);

    /** Puts everything composed so far on the wire in as few writes as possible. */
    void flush();

    /**
     * The same, and says when it is done.
     *
     * @param written run once, when the last octet has been given to the socket or never will be: on any thread, and before this
     *     returns where nobody else writes
     */
    default void flush(Runnable written) {
        try {
            flush();
        } finally {
            written.run();
        }
    }

    /** Sends an enquire_link at once, also with a full window. */
    void enquireLink();

    /**
     * Composes a question about a message; sent by {@link #flush}.
     *
     * @param answer told once, on any thread: what the SMSC says, or that it will not
     * @throws IllegalArgumentException if a field is longer than SMPP allows; nothing is asked then
     */
    default void operate(Operation operation, Consumer<OperationAnswer> answer) {
        answer.accept(new OperationAnswer.Unanswered(false, "this transport asks no questions"));
    }

    /** Answers a deliver_sm or data_sm; composed, sent by {@link #flush}. */
    void answer(Delivery delivery, int commandStatus);

    /**
     * The same without the owner, where the transport can do that: kept until {@link #replied}, and never before what the owner sends after
     * it. Any thread.
     *
     * @return false when only the owner can answer
     */
    default boolean reply(Delivery delivery, int commandStatus) {
        return false;
    }

    /** Sends what {@link #reply} has been told. Any thread. */
    default void replied() {}

    /** Sends unbind; deliveries are still answered until unbind_resp or {@link #close}. */
    void unbind();

    /** Ends the connection now. The listener hears closed, if it has not yet. */
    void close(String why);

    /** Makes connectors for one SMSC account. */
    interface Factory {
        /** A new connector, not yet open. Safe for any thread. */
        Connector create(BindAs as, ConnectorListener listener);

        /** The same for an owner that rests there, and may carry the connection itself. */
        default Connector create(BindAs as, ConnectorListener listener, Rest owner) {
            return create(as, listener);
        }
    }

    /** The command a bind is made with. */
    enum BindAs {
        TRANSMITTER,
        RECEIVER,
        TRANSCEIVER
    }
}
