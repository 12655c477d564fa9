/**
 * The PDU log: what went over the wire of each SMSC and of each account at the SMPP server, beside what was meant by it, for an engineer to
 * read.
 *
 * <p>Door: {@link io.smppbridge.pdulog.PduLogs}, which switches; {@link io.smppbridge.pdulog.PduTap} and {@link
 * io.smppbridge.pdulog.TappedLink}, into which the wire copies what it writes and reads, in order, the very octets,
 * and {@link io.smppbridge.pdulog.Meant}, the structures of the same. {@link io.smppbridge.pdulog.RingFile} keeps the files, those of the
 * other architecture in the benchmark too.
 *
 * <p>Threads: the wire's threads copy a PDU, and what was meant by it, into a ring of octets, and only while the log of that SMSC is on;
 * {@code pdulog}, which lives only while some log is on, takes fields apart, compares, masks and writes. Between socket and file a PDU leaves
 * no garbage, but for the rare one: {@code NotedCostTest}.
 *
 * <p>Must never: hold up a message (what does not fit into the ring is counted and left out), write a password, write a text or a whole
 * number unless an operator has asked for it within its time, grow beyond the files it was given.
 */
package io.smppbridge.pdulog;
