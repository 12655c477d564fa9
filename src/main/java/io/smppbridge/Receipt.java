package io.smppbridge;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * News of an outbound message.
 *
 * @param eventId stable: a repeated hand-over carries the same one
 * @param message the message it is about
 * @param clientRef the platform's own name of it; empty when it gave none
 * @param state the state reached
 * @param smsc the SMSC account
 * @param from the source address of the message; {@link Address#NONE} when it had none
 * @param to the destination
 * @param parts how many parts the message has
 * @param detail the SMSC's words: {@code stat:UNDELIV err:027}, a command_status, or why the bridge gave up; empty when there is nothing to add
 * @param possibleDuplicate whether an attempt before the last one got no answer
 * @param submittedAt when the SMSC took the last part; {@link Instant#EPOCH} when never
 * @param at when the state was reached
 * @param report what the receipt says that brought the state; {@link CarrierReport#NONE} when no receipt did
 * @param partReports for a message of several parts, each part that a receipt has told of, by number; else empty
 * @param before the final state told earlier that this one replaces, when the SMSC has thought better of it; nearly always empty
 * @param tags as given with the message
 */
public record Receipt(
        TaskId eventId,
        TaskId message,
        String clientRef,
        MessageState state,
        String smsc,
        Address from,
        Address to,
        int parts,
        String detail,
        boolean possibleDuplicate,
        Instant submittedAt,
        Instant at,
        CarrierReport report,
        List<PartReport> partReports,
        Optional<MessageState> before,
        Map<String, String> tags) {
    public Receipt {
        Objects.requireNonNull(eventId, "eventId");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(clientRef, "clientRef");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(smsc, "smsc");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(submittedAt, "submittedAt");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(report, "report");
        Objects.requireNonNull(before, "before");
        partReports = List.copyOf(partReports);
        tags = tags.isEmpty() ? Map.of() : Map.copyOf(tags);
    }
}
