package io.smppbridge.wire;

/** A body that is not what its command says. The PDU is answered with the status; the connection goes on. */
public final class MalformedBody extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * @param status what to answer
     * @param what the field, for the log
     */
    MalformedBody(int status, String what) {
        super(what, null, false, false); // a peer can cause it as often as it likes: no stack trace
        this.status = status;
    }

    /** The command_status that says so. */
    public int status() {
        return status;
    }
}
