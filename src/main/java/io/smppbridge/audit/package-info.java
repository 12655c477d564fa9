/**
 * The ledger: reads what each side wrote down of the messages (the callers, the carriers, the webhook, the journal) and says what became of every one.
 *
 * <p>Doors: {@link io.smppbridge.audit.Audit}, which is told entry by entry, and {@link io.smppbridge.audit.Logs}, which reads files into it. One
 * thread. Some 150 octets of memory a message, whatever its text. Must never change what it reads, or need a bridge that runs.
 */
package io.smppbridge.audit;
