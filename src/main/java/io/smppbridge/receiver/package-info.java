/**
 * Takes MO and delivery receipts off receiver binds; answers the SMSC only once they are journaled.
 *
 * <p>Door: {@link io.smppbridge.receiver.Receiver}. One thread, {@code receiver}, keeps the receiver binds of all SMSCs, whatever their
 * state; deliveries go from the transport's threads straight to the inbound pipeline. Never answers what is not on disk, never waits for
 * one SMSC while another has something.
 */
package io.smppbridge.receiver;
