/**
 * The other architecture, for comparison only: a gateway with threads of its own for every connection, blocking sockets, and queues and
 * windows behind locks. It keeps the same rule as the bridge (no positive answer before the message is on disk) with a group commit, reads
 * and writes in as few system calls as it can, and parses with the same {@link io.smppbridge.wire.ShortMessage}. It does less than
 * the bridge: no receipts, no restart, no retries. What it lacks makes it faster, not slower.
 *
 * <p>Door: {@link io.smppbridge.bench.classic.ClassicGateway}, started in a process of its own. Threads: one for each incoming connection,
 * two for each outgoing one, one that accepts, one that stores what nobody waits for. Must never: be used to carry messages.
 */
package io.smppbridge.bench.classic;
