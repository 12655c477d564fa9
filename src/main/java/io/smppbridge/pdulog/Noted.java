package io.smppbridge.pdulog;

/**
 * One PDU as it was written or read.
 *
 * @param out from the bridge to the peer
 * @param meant what it was composed from, or read into
 * @param nanos by the wire's ticker, when it was laid down
 */
record Noted(TappedLink link, boolean out, byte[] octets, Meant meant, long nanos) {}
