package io.smppbridge;

import java.util.Objects;

/**
 * How the octets of a message are coded that somebody else has coded already: an ESME that speaks SMPP to the bridge. They travel as they
 * are, header included, and are cut only when one short message cannot hold them.
 *
 * @param udhi whether the octets begin with a user data header
 * @param dataCoding data_coding as it was given, 0..255; -1 when the bridge codes the message itself
 * @param fields what else stood on the message; {@link Fields#NONE} for most
 */
public record SmppCoding(boolean udhi, int dataCoding, Fields fields) {
    /** The bridge codes the message itself. */
    public static final SmppCoding NONE = new SmppCoding(false, -1, Fields.NONE);

    private static final SmppCoding DEFAULT_ALPHABET = new SmppCoding(false, 0, Fields.NONE);

    public SmppCoding {
        Objects.requireNonNull(fields, "fields");
        if (dataCoding < -1 || dataCoding > 255) {
            throw new IllegalArgumentException("data_coding " + dataCoding + ", expected 0..255");
        }
    }

    /** As the constructor, with nothing else; the most frequent one is made once. */
    public static SmppCoding of(boolean udhi, int dataCoding) {
        return of(udhi, dataCoding, Fields.NONE);
    }

    /** As the constructor; the most frequent one is made once. */
    public static SmppCoding of(boolean udhi, int dataCoding, Fields fields) {
        return dataCoding == 0 && !udhi && fields == Fields.NONE
                ? DEFAULT_ALPHABET
                : new SmppCoding(udhi, dataCoding, fields);
    }

    /** Whether the octets came coded. */
    public boolean isGiven() {
        return dataCoding >= 0;
    }

    /** The same octets with another header, or none, and no place beside it. */
    public SmppCoding whole(boolean withHeader) {
        return of(withHeader, dataCoding, fields.withPlace(0, 0, 0));
    }

    /**
     * What a submit_sm carries beside its octets, and what most leave empty.
     *
     * @param serviceType service_type, at most 5 characters
     * @param protocolId protocol_id, 0..255
     * @param replyPath whether esm_class asks for the reply path (0x80)
     * @param sarReference sar_msg_ref_num, 0..65535
     * @param sarTotal sar_total_segments, 2..255; 0 when the TLVs tell no place among parts
     * @param sarSequence sar_segment_seqnum, from 1
     */
    public record Fields(
            String serviceType, int protocolId, boolean replyPath, int sarReference, int sarTotal, int sarSequence) {
        /** All empty. */
        public static final Fields NONE = new Fields("", 0, false, 0, 0, 0);

        public Fields {
            Objects.requireNonNull(serviceType, "serviceType");
            if (serviceType.length() > 5 || protocolId < 0 || protocolId > 255) {
                throw new IllegalArgumentException("service_type of " + serviceType.length()
                        + " characters, protocol_id " + protocolId + "; expected at most 5, and 0..255");
            }
            if (sarTotal != 0 && (sarTotal < 2 || sarTotal > 255 || sarSequence < 1 || sarSequence > sarTotal)) {
                throw new IllegalArgumentException(
                        "part " + sarSequence + " of " + sarTotal + ", expected a place among 2..255");
            }
        }

        /** As the constructor; {@link #NONE} when all is empty. */
        public static Fields of(String serviceType, int protocolId, boolean replyPath) {
            return serviceType.isEmpty() && protocolId == 0 && !replyPath
                    ? NONE
                    : new Fields(serviceType, protocolId, replyPath, 0, 0, 0);
        }

        /** Whether TLVs say that it is one of several parts. */
        public boolean isPart() {
            return sarTotal > 0;
        }

        /** The same at that place among parts; none for a total of 0. */
        public Fields withPlace(int reference, int total, int sequence) {
            return total == 0
                    ? of(serviceType, protocolId, replyPath)
                    : new Fields(serviceType, protocolId, replyPath, reference, total, sequence);
        }
    }
}
