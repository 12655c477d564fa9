package io.smppbridge.wire;

/** An address as it stands in a PDU. */
public record Party(int ton, int npi, String number) {
    private static final int LONGEST = 21;

    /** Type of number, numbering plan, number. */
    public static Party read(BodyReader in, int status) throws MalformedBody {
        return new Party(in.octet(), in.octet(), in.text(LONGEST, status));
    }

    @Override
    public String toString() {
        return "ton " + ton + ", npi " + npi;
    }
}
