/**
 * Characters to octets and back: GSM 03.38, Latin-1, UCS-2; cutting a text into parts and putting parts together.
 *
 * <p>Doors: {@link io.smppbridge.text.Segmenter} outwards, {@link io.smppbridge.text.Decoder} and {@link io.smppbridge.text.Reassembler}
 * inwards. Everything is stateless and safe for any thread but the reassembler, which belongs to one. Never cuts a text short, never puts
 * a question mark where it cannot read, never throws because of what came from a network.
 */
package io.smppbridge.text;
