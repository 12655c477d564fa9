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

    /** Its text without any UDH: UCS-2 by data_coding 8, GSM 7-bit unpacked by 0, Latin-1 by all others. */
    public String text() {
        byte[] payload = payload();
        int from = (esmClass & Smpp.ESM_UDHI) != 0 && payload.length > 0
                ? Math.min(payload.length, 1 + (payload[0] & 0xFF))
                : 0;
        if (dataCoding == 8) {
            return new String(payload, from, payload.length - from, StandardCharsets.UTF_16BE);
        }
        return dataCoding == 0
                ? GsmText.decode(payload, from)
                : new String(payload, from, payload.length - from, StandardCharsets.ISO_8859_1);
    }
}
