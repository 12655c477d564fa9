package io.smppbridge.tlv;

/** A TLV that cannot be sent as asked. The message names no value. */
public final class TlvFault extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String name;

    TlvFault(String name, String expected) {
        super(expected);
        this.name = name;
    }

    /** About all TLVs of a message. */
    public static TlvFault none(String why) {
        return new TlvFault("", why);
    }

    /** The TLV's name as it was given; empty when it is about all of them. */
    public String name() {
        return name;
    }
}
