/**
 * The wire towards an SMSC: the only package that knows an SMPP library.
 *
 * <p>Doors: {@link io.smppbridge.smpp.Transport}, a factory of {@link io.smppbridge.connector.Connector}s for one SMSC account, and {@link
 * io.smppbridge.smpp.OutbindDoor}, at which SMSCs call. What a bind says and hears is the same whatever carries it ({@link
 * io.smppbridge.smpp.SmscBind}, {@link io.smppbridge.smpp.Inbound}, {@link io.smppbridge.smpp.WireComposer}); only how octets come and go
 * differs.
 *
 * <p>jSMPP 3.0.2 is driven without blocking. Its session gives the connection's states, the reading thread, the sequence and the PDU
 * composition; everything that jSMPP does by parking a thread for each message, by an executor for each session, by a hex dump of each PDU
 * or by one write for each PDU is gone round at its own extension points: {@code PDUReader} (here a guard that frames, checks and dispatches
 * in the reading thread), {@code Connection}, {@code sequence()} and the composer. Bodies that come in are read by {@link
 * io.smppbridge.smpp.BodyCursor}, since jSMPP's decomposer refuses what this bridge must tolerate (long fields, a missing NUL at the end, ids
 * that are not ASCII) and runs past the end of what it must refuse.
 *
 * <p>Over Netty ({@link io.smppbridge.smpp.NettyTransport}) the owner composes and hands over once for what it has composed; an event loop
 * connects, writes, reads and looks at deadlines: one of a few, or the owner itself while it rests ({@link io.smppbridge.smpp.CarryingRest}).
 *
 * <p>Threads over Netty: {@code smpp-io-<n>}, as many as {@code smpp.threads} for all binds of all accounts (with 0, one for those of the receiver alone); {@code smpp-io-called-1} where
 * SMSCs call; {@code smpp-<smsc>-<n>-connect} while a name is looked up or certificates are read.
 *
 * <p>Threads over jSMPP: while it connects {@code smpp-<smsc>-<n>-connect}, gone once bind is sent; then <b>one per bind</b>, {@code smpp-<smsc>-<n>}, which
 * reads; and one {@code connector-watch-<smsc>} per factory that has open binds, which ends dead connects, unanswered binds and stuck writes.
 * jSMPP's own enquire_link thread starts with each session and ends at once (its timer is 0); its executor never starts a thread.
 * The owner (a sender worker or a receiver) composes and writes on its own thread.
 *
 * <p>Must never: park a thread for a message, log a text or a secret, trust a length that the peer announced.
 */
package io.smppbridge.smpp;
