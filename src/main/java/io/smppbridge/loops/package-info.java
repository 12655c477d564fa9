/**
 * Netty's event loops as every user here wants them: named threads, epoll where Netty has it, nothing left open when they end,
 * and one complaint when a listener's address cannot be had.
 *
 * <p>Door: {@link io.smppbridge.loops.EventLoops}. Threads: those that it makes, named by whom they are made for. Must never: know what goes
 * over the connections.
 */
package io.smppbridge.loops;
