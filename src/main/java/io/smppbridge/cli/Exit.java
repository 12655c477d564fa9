package io.smppbridge.cli;

/** Exit codes, after sysexits where it has one. */
final class Exit {
    static final int OK = 0;
    /** It was tried and failed. */
    static final int FAILURE = 1;
    /** Usage or configuration. */
    static final int USAGE = 2;
    /** Nothing was found wrong, and not all of what was given can be judged. */
    static final int DATA = 65;
    /** Nobody answers at the other end, or an address cannot be had. */
    static final int UNAVAILABLE = 69;
    /** Input, output, or the journal. */
    static final int IO = 74;

    private Exit() {}
}
