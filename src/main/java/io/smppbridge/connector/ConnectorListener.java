package io.smppbridge.connector;

/**
 * What a bind says. Called on the transport's threads, in the order in which the bytes were read; an implementation only enqueues: it
 * never blocks and never throws.
 */
public interface ConnectorListener {
    /**
     * The bind stands.
     *
     * @param smscSystemId the SMSC's own name; may be empty
     * @param interfaceVersion sc_interface_version, or -1 when the SMSC announced none
     */
    void bound(String smscSystemId, int interfaceVersion);

    /**
     * submit_sm_resp, or generic_nack for that sequence number.
     *
     * @param messageId the SMSC's id; empty when there is none
     * @param readNanos monotonic time at which the bytes were read
     */
    void answered(int sequence, int commandStatus, String messageId, long readNanos);

    /**
     * The same for an answer that says more: submit_multi_resp with destinations that were not taken, or an answer with TLVs. A transport
     * tells each answer by one of the two.
     */
    default void answered(int sequence, int commandStatus, String messageId, AnswerDetail detail, long readNanos) {
        answered(sequence, commandStatus, messageId, readNanos);
    }

    /**
     * A submission that is not sent, as it cannot be composed; told by its owner, within {@link Connector#submit}.
     *
     * @param commandStatus what an SMSC would say
     */
    default void refusedHere(int sequence, int commandStatus, long nanos) {
        answered(sequence, commandStatus, "", nanos);
        turnOver();
    }

    /**
     * How busy the SMSC says it is (congestion_state, SMPP 5.0 §4.8.4.18); told just before the answer that carried it.
     *
     * @param state 0 idle … 80..89 optimum, 90..99 nearly congested, 100 congested
     */
    default void congestion(int state) {}

    /**
     * So many TLVs of one PDU are not told, as they are too long together ({@link io.smppbridge.tlv.Tlvs#MOST_OCTETS}); said just before
     * the answer or delivery that carried them.
     */
    default void tlvsLeftOut(int count) {}

    /** An answer that nobody waits for and that is none to a submission: those are told by {@link #answered}. */
    default void strayAnswer() {}

    /** enquire_link_resp; the SMSC's own enquire_link is answered by the transport itself. */
    void linkAlive(long readNanos);

    /** What was read at once has been told: whoever has kept answers until then need not wait for more. Said after any answer. */
    default void turnOver() {}

    /** deliver_sm or data_sm: to be answered by {@link Connector#answer} on the owner's thread once it is on disk. */
    void delivered(Delivery delivery);

    /** alert_notification: it has no answer. */
    default void alerted(Alert alert) {}

    /** The SMSC wants to unbind; the transport has answered. Nothing more may be submitted. */
    void unbindRequested();

    /**
     * The SMSC has answered the unbind.
     *
     * @return whether the connection may end now; else the owner closes it, when what was delivered before is answered
     */
    default boolean unbindAnswered() {
        return true;
    }

    /** The connection is gone: said exactly once, and last. */
    void closed(CloseCause cause, int commandStatus, String detail);

    /** Why a connection ended. */
    enum CloseCause {
        /** No TCP connection: refused, unreachable, or not within the deadline. */
        CONNECT_FAILED,
        /** bind_resp with a status other than 0: the status is given. */
        BIND_REFUSED,
        /** No bind_resp within the deadline. */
        BIND_TIMEOUT,
        /** The peer ended it, with or without unbind. */
        PEER_CLOSED,
        /** unbind was answered; to who wants the bind also that it was given up before it stood. */
        UNBOUND,
        /** {@link Connector#close} was called. */
        CLOSED_HERE,
        /** What the peer sent cannot be framed. */
        PROTOCOL_ERROR
    }
}
