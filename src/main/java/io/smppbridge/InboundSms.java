package io.smppbridge;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A mobile-originated message, put together from its parts.
 *
 * @param eventId stable: a repeated hand-over carries the same one
 * @param smsc the SMSC account it came in by
 * @param from the subscriber
 * @param to the number it was sent to
 * @param text the decoded text; empty when it cannot be decoded
 * @param binary the octets without UDH: always given
 * @param encoding how the octets were read; {@link Encoding#BINARY} when they were not
 * @param dataCoding data_coding as it came
 * @param parts how many parts came
 * @param complete false when the wait for a missing part ended
 * @param receivedAt when its last part was read
 * @param flaws why the text is empty, or not quite what was meant, though characters were sent, or what else is missing: {@code unknown-coding},
 *     {@code not-septets}, {@code not-in-charset}, {@code national-table} (nothing was read), {@code odd-length},
 *     {@code half-pair}, {@code bad-udh},
 *     {@code mixed-coding} (read as far as possible), {@code tlvs-left-out} (it came with more of them than can be told); empty for none
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
