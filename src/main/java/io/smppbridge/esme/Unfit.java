package io.smppbridge.esme;

/** A message that cannot be handed on; it is answered with the status. */
final class Unfit extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    Unfit(int status) {
        super(null, null, false, false); // a peer can cause it as often as it likes: no stack trace
        this.status = status;
    }

    int status() {
        return status;
    }
}
