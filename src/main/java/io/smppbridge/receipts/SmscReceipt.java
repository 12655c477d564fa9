package io.smppbridge.receipts;

import io.smppbridge.CarrierReport;
import java.util.Objects;

/**
 * A receipt as an SMSC wrote it.
 *
 * @param tlvId the message id in the TLV receipted_message_id, not yet in canonical form; empty when there is none
 * @param textId the message id in the text, not yet in canonical form; empty when it names none
 * @param state the state reached
 * @param report the SMSC's words
 * @param statesDiffer whether text and TLV name different states: the TLV was believed
 * @param sameTimes whether submit and done date are the same second: hardly time enough to reach a handset
 * @param about the number that it is about: the source of its delivery; empty when that is not known
 */
public record SmscReceipt(
        String tlvId,
        String textId,
        ReceiptState state,
        CarrierReport report,
        boolean statesDiffer,
        boolean sameTimes,
        String about) {
    /** About a number that is not known. */
    public SmscReceipt(
            String tlvId,
            String textId,
            ReceiptState state,
            CarrierReport report,
            boolean statesDiffer,
            boolean sameTimes) {
        this(tlvId, textId, state, report, statesDiffer, sameTimes, "");
    }

    public SmscReceipt {
        Objects.requireNonNull(about, "about");
        Objects.requireNonNull(tlvId, "tlvId");
        Objects.requireNonNull(textId, "textId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(report, "report");
    }

    /** The id that counts: the TLV's, else the text's; empty when it names none. */
    public String id() {
        return tlvId.isEmpty() ? textId : tlvId;
    }
}
