/**
 * How MO and receipts get back to the platform: by signed webhook, by a listener in the same process, or by the binds of an ESME, each endpoint on its own.
 *
 * <p>Door: {@link io.smppbridge.handback.Handback}; {@link io.smppbridge.handback.Outlet} towards the SMPP server. Offered to by the journal thread, which it never keeps waiting.
 *
 * <p>Threads: {@code handback-…}, a constant number. Never discards an event, never lets one endpoint delay another, never connects to an
 * address that {@link io.smppbridge.settings.TargetPolicy} has not passed, never logs a text, a number or a secret.
 */
package io.smppbridge.handback;
