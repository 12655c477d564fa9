package io.smppbridge.receipts;

import java.time.Instant;
import java.util.Objects;

/**
 * A receipt as an SMSC wrote it.
 *
 * @param id the SMSC's message id, not yet in canonical form; empty when it names none
 * @param textId the id in the text, when a TLV named another one; else equal to {@code id}
 * @param state the state reached
 * @param stat the SMSC's own word for it; empty when it used none
 * @param err the error code of the text; empty when it names none
 * @param networkError network type in the upper, code in the lower 16 bits of 24; -1 when there is none
 * @param submitDate when the SMSC says it took the message; {@link Instant#EPOCH} when it does not
 * @param doneDate when the state was reached; {@link Instant#EPOCH} when it does not say
 * @param disagree whether text and TLVs name different ids or states: the TLVs were believed
 */
public record SmscReceipt(
        String id,
        String textId,
        ReceiptState state,
        String stat,
        String err,
        int networkError,
        Instant submitDate,
        Instant doneDate,
        boolean disagree) {
    public SmscReceipt {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(textId, "textId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(stat, "stat");
        Objects.requireNonNull(err, "err");
        Objects.requireNonNull(submitDate, "submitDate");
        Objects.requireNonNull(doneDate, "doneDate");
    }

    /** The SMSC's words, for the platform: {@code stat:UNDELIV err:027 network:3/17}. */
    public String detail() {
        StringBuilder words = new StringBuilder(32);
        words.append("stat:").append(stat.isEmpty() ? state.name() : stat);
        if (!err.isEmpty()) {
            words.append(" err:").append(err);
        }
        if (networkError >= 0) {
            words.append(" network:").append(networkError >>> 16).append('/').append(networkError & 0xFFFF);
        }
        return words.toString();
    }
}
