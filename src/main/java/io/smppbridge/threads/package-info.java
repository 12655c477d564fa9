/**
 * Who may touch what: ownership marks, named threads, the check that a call is on its owner's thread, the monotonic clock, when
 * threads look about them that have nothing to do, and a rate that many threads may spend.
 *
 * <p>Doors: {@link io.smppbridge.threads.OwnedBy}, {@link io.smppbridge.threads.NamedThreads}, {@link io.smppbridge.threads.Ticker},
 * {@link io.smppbridge.threads.Rounds}, {@link io.smppbridge.threads.Rate}.
 */
package io.smppbridge.threads;
