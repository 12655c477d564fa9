package io.smppbridge.pdulog;

/** Both ends of a connection, by their addresses in octets; the port of the one that is called is SMPP's own. */
record Ends(byte[] ours, int ourPort, byte[] theirs, int theirPort) {
    private static final byte[] NOBODY = {127, 0, 0, 1};
    static final Ends UNKNOWN = new Ends(NOBODY, 0, NOBODY, PcapNg.SMPP_PORT);

    /** Whether both are addresses of so many octets. */
    boolean areOf(int octets) {
        return ours.length == octets && theirs.length == octets;
    }
}
