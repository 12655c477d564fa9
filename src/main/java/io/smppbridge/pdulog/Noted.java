package io.smppbridge.pdulog;

/**
 * One PDU as it was written or read.
 *
 * @param out from the bridge to the SMSC
 * @param nanos by the wire's ticker, when it was laid down
 */
record Noted(TappedLink link, boolean out, byte[] octets, long nanos) {}
