package io.smppbridge;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A message from a subscriber (MO), put together from its parts.
 *
 * @param eventId the event's own id; when the message is handed over again it is the same
 * @param smsc the SMSC account that it came from
 * @param from the subscriber
 * @param to the number it was sent to
 * @param text the decoded text; empty when it cannot be decoded
 * @param binary the octets without UDH, always given; not copied, so do not change them
 * @param encoding how the octets were read; {@link Encoding#BINARY} when they are no text
 * @param dataCoding data_coding as it came
 * @param parts how many parts came
 * @param complete false when the wait for a missing part ended
 * @param receivedAt when its last part was read
 * @param flaws why the text is empty or incomplete although characters were sent, or what else is missing; empty for none.
 *     {@code unknown-coding}, {@code not-septets}, {@code not-in-charset}, {@code national-table}: no text was read. {@code odd-length},
 *     {@code half-pair}, {@code bad-udh}, {@code mixed-coding}: it was read as far as possible. {@code tlvs-left-out}: it came with more TLVs
 *     than are handed on
 * @param tlvs what the TLVs of its last part say: by name where the SMSC knows them, else by tag and in hexadecimal; empty for none
 */
public record InboundSms(
        TaskId eventId,
        String smsc,
        Address from,
        Address to,
        String text,
        byte[] binary,
        Encoding encoding,
        int dataCoding,
        int parts,
        boolean complete,
        Instant receivedAt,
        List<String> flaws,
        Map<String, String> tlvs) {
    /** Without TLVs. */
    public InboundSms(
            TaskId eventId,
            String smsc,
            Address from,
            Address to,
            String text,
            byte[] binary,
            Encoding encoding,
            int dataCoding,
            int parts,
            boolean complete,
            Instant receivedAt,
            List<String> flaws) {
        this(eventId, smsc, from, to, text, binary, encoding, dataCoding, parts, complete, receivedAt, flaws, Map.of());
    }

    public InboundSms {
        Objects.requireNonNull(eventId, "eventId");
        Objects.requireNonNull(smsc, "smsc");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(binary, "binary");
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(receivedAt, "receivedAt");
        flaws = List.copyOf(flaws);
        tlvs = tlvs.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(tlvs));
    }

    /** Names no text and no full number. */
    @Override
    public String toString() {
        return "MO " + eventId + " from " + from + " by " + smsc;
    }
}
