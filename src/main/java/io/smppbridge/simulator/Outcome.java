package io.smppbridge.simulator;

/** Where a message ends (SMPP 3.4, 5.2.28 and appendix B), and what a receipt says of it. */
public enum Outcome {
    ENROUTE(1, "000"),
    DELIVRD(2, "000"),
    EXPIRED(3, "003"),
    DELETED(4, "004"),
    UNDELIV(5, "011"),
    ACCEPTD(6, "000"),
    UNKNOWN(7, "007"),
    REJECTD(8, "008");

    final int state;
    final String error;
    /** The same as a number. */
    final int errorCode;

    Outcome(int state, String error) {
        this.state = state;
        this.error = error;
        this.errorCode = Integer.parseInt(error);
    }

    boolean isSuccess() {
        return this == DELIVRD;
    }
}
