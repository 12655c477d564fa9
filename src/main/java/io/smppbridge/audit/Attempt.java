package io.smppbridge.audit;

import io.smppbridge.ReceiptWish;

/**
 * One attempt of a caller to hand a message in, and what it was answered.
 *
 * @param ref the caller's own reference: attempts with the same one are one message; empty when it gave none
 * @param id the bridge's id; empty when it was told none
 * @param from empty when the log does not say
 * @param to number as the caller wrote it
 * @param text as {@link Said#text} or {@link Said#octets} make it
 * @param wish which events it asked for
 * @param order messages with the same word are to arrive in the order of acceptance; empty when it does not matter
 */
public record Attempt(
        String ref, String id, String from, String to, Said text, Answer answer, ReceiptWish wish, String order) {
    /** What the caller was told. */
    public enum Answer {
        ACCEPTED,
        REFUSED,
        /** Nothing: the connection ended, or time ran out. It may have been accepted. */
        UNKNOWN
    }
}
