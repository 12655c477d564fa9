package io.smppbridge.bench.classic;

/** A message is not taken. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param status SMPP's word for it */
    Refused(int status, String why) {
        super(why);
        this.status = status;
    }

    int status() {
        return status;
    }
}
