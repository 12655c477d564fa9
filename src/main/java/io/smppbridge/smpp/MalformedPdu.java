package io.smppbridge.smpp;

/** A body that does not hold what its command must hold. Fails that PDU only; its status goes back in the answer. */
final class MalformedPdu extends Exception {
    /** A field runs past the PDU: RINVCMDLEN. */
    static final MalformedPdu SHORT = new MalformedPdu(0x02, "a field runs past the end of the PDU");
    /** sm_length runs past the PDU: RINVMSGLEN. */
    static final MalformedPdu MESSAGE_LENGTH = new MalformedPdu(0x01, "sm_length runs past the end of the PDU");
    /** A TLV runs past the PDU: RINVOPTPARSTREAM. */
    static final MalformedPdu TLVS = new MalformedPdu(0xC0, "a TLV runs past the end of the PDU");

    private static final long serialVersionUID = 1;

    final int status;

    /** Without a stack trace, since a peer may cause these at any rate. */
    private MalformedPdu(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }
}
