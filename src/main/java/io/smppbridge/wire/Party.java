package io.smppbridge.wire;

/** An address as it stands in a PDU. */
public record Party(int ton, int npi, String number) {
    /** Type of number, numbering plan, number: as long as it came. */
    public static Party read(BodyReader in) throws MalformedBody {
        return new Party(in.octet(), in.octet(), in.text());
    }

    @Override
    public String toString() {
        return "ton " + ton + ", npi " + npi;
    }
}
