package io.smppbridge.receipts;

import io.smppbridge.MessageState;
import java.util.Locale;

/** What a receipt says of a message: the states of SMPP 3.4 §5.2.28 and 5.0 §4.7.15, and the words that SMSCs write for them. */
public enum ReceiptState {
    SCHEDULED(0, MessageState.SENT),
    ENROUTE(1, MessageState.SENT),
    DELIVERED(2, MessageState.DELIVERED),
    EXPIRED(3, MessageState.EXPIRED),
    DELETED(4, MessageState.UNDELIVERED),
    UNDELIVERABLE(5, MessageState.UNDELIVERED),
    /** Read by hand on the subscriber's behalf, or taken over: not a final state. */
    ACCEPTED(6, MessageState.SENT),
    /** The SMSC itself does not know: it will say no more. */
    UNKNOWN(7, MessageState.UNDELIVERED),
    REJECTED(8, MessageState.REJECTED),
    SKIPPED(9, MessageState.UNDELIVERED),
    /** The receipt names no state, or none that is known: nothing may be concluded from it. */
    UNSTATED(-1, MessageState.SENT);

    /** How a state relates to the one that a message is known to have. */
    public enum Turn {
        /** Goes on from there. */
        NEWS,
        /** The same final state once more. */
        REPEAT,
        /** A state on the way, after the final one: late. */
        STALE,
        /** Another final state than before: to be recorded, told and flagged. */
        CONTRADICTION
    }

    private static final ReceiptState[] BY_CODE = {
        SCHEDULED, ENROUTE, DELIVERED, EXPIRED, DELETED, UNDELIVERABLE, ACCEPTED, UNKNOWN, REJECTED, SKIPPED
    };

    private final int code;
    private final MessageState messageState;

    ReceiptState(int code, MessageState messageState) {
        this.code = code;
        this.messageState = messageState;
    }

    /** The value of the message_state TLV; -1 for {@link #UNSTATED}. */
    public int code() {
        return code;
    }

    public boolean isFinal() {
        return messageState.isFinal();
    }

    /** The bridge's own word; {@link MessageState#SENT} for what is not final. */
    public MessageState messageState() {
        return messageState;
    }

    /** How this state relates to the one that the message is known to have. */
    public Turn after(MessageState known) {
        boolean settledByReceipt = known.isFinal()
                && known != MessageState.ACCEPTED
                && known != MessageState.UNCERTAIN
                && known != MessageState.NO_RECEIPT;
        if (!settledByReceipt) {
            return Turn.NEWS;
        }
        if (!isFinal()) {
            return Turn.STALE;
        }
        return messageState == known ? Turn.REPEAT : Turn.CONTRADICTION;
    }

    /** The state of a message_state TLV. */
    public static ReceiptState of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNSTATED;
    }

    /** The state of a {@code stat:} word: the seven letters of SMPP 3.4 appendix B, what people write for them, or the number. */
    public static ReceiptState of(String stat) {
        return switch (stat.toUpperCase(Locale.ROOT)) {
            case "DELIVRD", "DELIVERED", "DELIVERD", "DELIVERED_TO_HANDSET", "DELIVRED", "READ", "2" -> DELIVERED;
            case "EXPIRED", "EXPIRE", "3" -> EXPIRED;
            case "DELETED", "DELETE", "CANCELLED", "CANCELED", "4" -> DELETED;
            case "UNDELIV", "UNDELIVERABLE", "UNDELIVERED", "UNDELIVRD", "UNDELIVD", "FAILED", "FAIL", "5" ->
                UNDELIVERABLE;
            case "ACCEPTD", "ACCEPTED", "ACKED", "6" -> ACCEPTED;
            case "UNKNOWN", "UNKNOWND", "7" -> UNKNOWN;
            case "REJECTD", "REJECTED", "REJECT", "8" -> REJECTED;
            case "SKIPPED", "9" -> SKIPPED;
            case "ENROUTE", "EN_ROUTE", "BUFFERED", "BUFFRED", "BUFFERD", "PENDING", "RETRY", "SENT", "SUBMITD", "1" ->
                ENROUTE;
            case "SCHEDULED", "SCHEDLD", "0" -> SCHEDULED;
            default -> UNSTATED;
        };
    }
}
