/**
 * What a sender or receiver sees of any carrier: open a bind, submit, hear answers; and the supervision every bind shares.
 *
 * <p>Doors: {@link io.smppbridge.connector.Connector} (to the wire) and {@link io.smppbridge.connector.ConnectorListener} (from it);
 * {@link io.smppbridge.connector.BindKeeper} supervises one bind for its owner, who hears of it through its
 * {@link io.smppbridge.connector.Mailbox}; {@link io.smppbridge.connector.Inlet} takes what is delivered.
 * A connector is driven by one owner thread; its listener is called on the transport's threads and only enqueues.
 * Knows no SMPP library.
 */
package io.smppbridge.connector;
