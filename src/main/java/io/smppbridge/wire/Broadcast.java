package io.smppbridge.wire;

import java.util.Optional;

/**
 * What broadcast_sm, query_broadcast_sm and cancel_broadcast_sm carry (SMPP 5.0 §4.4, §4.6).
 *
 * @param serviceType empty in query_broadcast_sm, which has none
 * @param messageId empty where an ESME leaves it out
 * @param terms of a broadcast_sm
 */
public record Broadcast(String serviceType, Party from, String messageId, Optional<Terms> terms, Tlvs tlvs) {
    private static final int[] MANDATORY = {
        Tag.BROADCAST_AREA_IDENTIFIER,
        Tag.BROADCAST_CONTENT_TYPE,
        Tag.BROADCAST_REP_NUM,
        Tag.BROADCAST_FREQUENCY_INTERVAL
    };

    /** How and when a broadcast is to be made. */
    public record Terms(
            int priority, String schedule, String validity, int replaceIfPresent, int dataCoding, int defaultMessage) {}

    /** Reads the body of one of the three. */
    public static Broadcast read(int command, BodyReader in) throws MalformedBody {
        return switch (command) {
            case Command.BROADCAST_SM -> broadcast(in);
            case Command.QUERY_BROADCAST_SM -> query(in);
            default -> cancel(in);
        };
    }

    /** §4.4.1.1; without one of its mandatory TLVs it is none. */
    private static Broadcast broadcast(BodyReader in) throws MalformedBody {
        String serviceType = in.text();
        Party from = Party.read(in);
        String messageId = in.text();
        Terms terms = new Terms(in.octet(), in.text(), in.text(), in.octet(), in.octet(), in.octet());
        Tlvs tlvs = in.tlvs();
        for (int tag : MANDATORY) {
            if (!tlvs.has(tag)) {
                throw new MalformedBody(
                        Status.RMISSINGOPTPARAM, "a broadcast_sm without the TLV 0x0" + Integer.toHexString(tag));
            }
        }
        return new Broadcast(serviceType, from, messageId, Optional.of(terms), tlvs);
    }

    /** §4.6.1.1. */
    private static Broadcast query(BodyReader in) throws MalformedBody {
        String messageId = in.text();
        return new Broadcast("", Party.read(in), messageId, Optional.empty(), in.tlvs());
    }

    /** §4.6.2.1. */
    private static Broadcast cancel(BodyReader in) throws MalformedBody {
        String serviceType = in.text();
        String messageId = in.text();
        return new Broadcast(serviceType, Party.read(in), messageId, Optional.empty(), in.tlvs());
    }

    /** Names no number. */
    @Override
    public String toString() {
        return "broadcast request with " + tlvs.count() + " TLVs";
    }
}
