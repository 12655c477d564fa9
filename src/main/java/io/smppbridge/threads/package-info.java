/**
 * Who may touch what: ownership marks, named threads, the check that a call is on its owner's thread, and the monotonic clock.
 *
 * <p>Doors: {@link io.smppbridge.threads.OwnedBy}, {@link io.smppbridge.threads.NamedThreads}, {@link io.smppbridge.threads.Ticker}.
 */
package io.smppbridge.threads;
