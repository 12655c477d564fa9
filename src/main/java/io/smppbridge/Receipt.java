package io.smppbridge;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An outbound message has reached a state that the platform asked to hear of. Immutable.
 *
 * @param eventId the event's own id; when the event is handed over again it is the same
 * @param message the message it is about
 * @param clientRef the platform's own name for it; empty when it gave none
 * @param state the state reached
 * @param smsc the SMSC account
 * @param from the source address of the message; {@link Address#NONE} when it had none
 * @param to the destination
 * @param parts how many parts the message has
 * @param detail the SMSC's words: {@code stat:UNDELIV err:027}, a command_status, or why the bridge gave up; empty when there is nothing to add
 * @param possibleDuplicate whether an attempt before the last one got no answer
 * @param submittedAt when the SMSC took the last part; {@link Instant#EPOCH} when it has not
 * @param at when the state was reached
 * @param report the SMSC's receipt that brought the state; {@link CarrierReport#NONE} when none did
 * @param partReports for a message of several parts, those that have a receipt, by number; else empty
 * @param before the final state reported earlier that this one replaces, as a later receipt says otherwise; nearly always empty
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
