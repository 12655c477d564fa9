package io.smppbridge;

/**
 * How the octets of a message are coded that somebody else has coded already: an ESME that speaks SMPP to the bridge. They travel as they
 * are, header included, and are cut only when one short message cannot hold them.
 *
 * @param udhi whether the octets begin with a user data header
 * @param dataCoding data_coding as it was given, 0..255; -1 when the bridge codes the message itself
 */
public record SmppCoding(boolean udhi, int dataCoding) {
    /** The bridge codes the message itself. */
    public static final SmppCoding NONE = new SmppCoding(false, -1);

    private static final SmppCoding DEFAULT_ALPHABET = new SmppCoding(false, 0);

    public SmppCoding {
        if (dataCoding < -1 || dataCoding > 255) {
            throw new IllegalArgumentException("data_coding " + dataCoding + ", expected 0..255");
        }
    }

    /** As the constructor; the most frequent one is made once. */
    public static SmppCoding of(boolean udhi, int dataCoding) {
        return dataCoding == 0 && !udhi ? DEFAULT_ALPHABET : new SmppCoding(udhi, dataCoding);
    }

    /** Whether the octets came coded. */
    public boolean isGiven() {
        return dataCoding >= 0;
    }
}
