package io.smppbridge;

import java.util.Objects;

/**
 * What became of one part of a message of several.
 *
 * @param part from 1
 * @param messageId the SMSC's id of the part; empty when it gave none
 * @param state the last final state a receipt told; {@link MessageState#SENT} when none has
 * @param report the receipt that told it
 */
public record PartReport(int part, String messageId, MessageState state, CarrierReport report) {
    public PartReport {
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(report, "report");
    }
}
