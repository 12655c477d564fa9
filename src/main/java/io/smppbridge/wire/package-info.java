/**
 * SMPP on octets: frames, bodies and TLVs of versions 3.3 to 5.0, read from and written to Netty's buffers.
 *
 * <p>Doors: {@link io.smppbridge.wire.FrameDecoder} in, {@link io.smppbridge.wire.PduWriter} out. No threads of its own: each object
 * belongs to the event loop of its connection. Never allocates by a length that a peer announced before that length has been checked,
 * never decides what a PDU means. {@link io.smppbridge.wire.AddressRange} says from where peers may come.
 */
package io.smppbridge.wire;
