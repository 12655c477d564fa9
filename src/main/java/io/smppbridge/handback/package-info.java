/**
 * How MO and receipts get back to the platform: by signed webhook or by a listener in the same process, each endpoint on its own.
 *
 * <p>Door: {@link io.smppbridge.handback.Handback}. Offered to by the journal thread, which it never keeps waiting.
 */
package io.smppbridge.handback;
