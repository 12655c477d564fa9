/**
 * Delivery receipts: reading them, and finding the message that each is about.
 *
 * <p>Doors: {@link io.smppbridge.receipts.ReceiptReader} and {@link io.smppbridge.receipts.MessageIds} (stateless, any thread);
 * {@link io.smppbridge.receipts.ReceiptIndex} and {@link io.smppbridge.receipts.EarlyReceipts} (the journal thread's). Never throws because
 * of what an SMSC wrote, never lets ids of two SMSCs meet, never drops a receipt that it cannot match: it hands it back.
 */
package io.smppbridge.receipts;
