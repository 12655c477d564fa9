package io.smppbridge.simulator;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One submit_sm or data_sm as it arrived.
 *
 * @param nanos arrival by the monotonic clock of this process ({@link System#nanoTime()})
 * @param systemId whose bind it came on
 * @param bind number of the connection on this port, from 1
 * @param sequence its sequence number
 * @param source from
 * @param destination to
 * @param esmClass esm_class
 * @param registeredDelivery registered_delivery
 * @param dataCoding data_coding
 * @param times priority, schedule and validity
 * @param shortMessage short_message, with its UDH
 * @param tlvs optional parameters by tag; of one that comes twice, the last
 * @param status what it was answered with; -1 if the script left it unanswered
 * @param messageId the id that its answer carried; empty if it was refused
 */
public record ReceivedSubmit(
        long nanos,
        String systemId,
        int bind,
        int sequence,
        Party source,
        Party destination,
        int esmClass,
        int registeredDelivery,
        int dataCoding,
        Times times,
        byte[] shortMessage,
        Map<Integer, byte[]> tlvs,
        int status,
        String messageId) {

    /** An address with its type of number and numbering plan. */
    public record Party(int ton, int npi, String address) {}

    /** When, how and as what: the fields that most messages leave empty. */
    public record Times(String serviceType, int protocolId, int priority, String schedule, String validity) {}

    /** short_message, or message_payload where that one is empty. */
    public byte[] payload() {
        byte[] payload = tlvs.get(Smpp.TAG_MESSAGE_PAYLOAD);
        return shortMessage.length == 0 && payload != null ? payload : shortMessage;
    }

    /** What data_coding says of the octets. */
    private enum Alphabet {
        GSM,
        UCS2,
        LATIN1,
        OCTETS
    }

    /** As SMPP 3.4 §5.2.19 and, for what has a class or tells of something that waits, 3GPP TS 23.038 §4. */
    private Alphabet alphabet() {
        return switch (dataCoding >>> 4) {
            case 0x1 -> general(dataCoding & 0x0C);
            case 0xC, 0xD -> Alphabet.GSM;
            case 0xE -> Alphabet.UCS2;
            case 0xF -> (dataCoding & 0x04) == 0 ? Alphabet.GSM : Alphabet.OCTETS;
            default -> dataCoding == 2 ? Alphabet.OCTETS : general(dataCoding);
        };
    }

    private static Alphabet general(int bits) {
        return switch (bits) {
            case 0x00 -> Alphabet.GSM;
            case 0x04 -> Alphabet.OCTETS;
            case 0x08 -> Alphabet.UCS2;
            default -> Alphabet.LATIN1;
        };
    }

    /** Whether its octets are no text. */
    public boolean isBinary() {
        return alphabet() == Alphabet.OCTETS;
    }

    /** Its text without any UDH, by data_coding: UCS-2, GSM 7-bit unpacked, Latin-1 for whatever is neither. */
    public String text() {
        byte[] payload = payload();
        int from = (esmClass & Smpp.ESM_UDHI) != 0 && payload.length > 0
                ? Math.min(payload.length, 1 + (payload[0] & 0xFF))
                : 0;
        return switch (alphabet()) {
            case GSM -> GsmText.decode(payload, from);
            case UCS2 -> new String(payload, from, payload.length - from, StandardCharsets.UTF_16BE);
            case LATIN1, OCTETS -> new String(payload, from, payload.length - from, StandardCharsets.ISO_8859_1);
        };
    }
}
