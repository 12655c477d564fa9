/**
 * The SMPP server: how platforms that speak SMPP themselves hand messages over, and hear of receipts and MO.
 *
 * <p>Door: {@link io.smppbridge.esme.EsmeServer}. Threads: {@code esme-<n>}, the event loops, a constant number whatever the number of
 * connections; {@code esme-password}, which checks passwords. A request is read on its loop, decided on the bridge's own threads, and
 * answered on its loop. Never blocks a loop, never answers a message with status 0 before the bridge has said that it is safe, never shows
 * one account what is another's, never logs a text, a full number or a password.
 */
package io.smppbridge.esme;
