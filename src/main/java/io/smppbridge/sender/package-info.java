/**
 * Workers that take tasks from a bag and submit them within the carrier's rate and window.
 *
 * <p>Door: {@link io.smppbridge.sender.SenderGroup}, one for each SMSC account. Threads: {@code sender-<smsc>-<n>}; each owns its binds
 * and their windows, all share one {@link io.smppbridge.sender.RateGate}. Never parks for a single message, never resubmits what may
 * have been sent unless the policy says so, and never submits what has expired.
 */
package io.smppbridge.sender;
