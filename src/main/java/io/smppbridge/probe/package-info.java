/**
 * Tries out what an SMSC really does, and proposes a profile for it with the evidence.
 *
 * <p>Door: {@link io.smppbridge.probe.Probe}, used by one thread, which waits; every wait has a deadline, and the number of messages a
 * bound. Its messages go past journal and bags, as nobody asked for them: it must never be used for a platform's messages.
 */
package io.smppbridge.probe;
