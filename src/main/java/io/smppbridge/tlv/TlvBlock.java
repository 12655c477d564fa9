package io.smppbridge.tlv;

import java.util.Arrays;

/**
 * TLVs as they stand at the end of a PDU: tag, length and value, one behind the other.
 *
 * @param octets never changed
 * @param asked whether the message itself names one that it does not go without; otherwise all may be left out for a peer that takes no
 *     TLVs
 */
public record TlvBlock(byte[] octets, boolean asked) {
    public static final TlvBlock NONE = new TlvBlock(new byte[0], false);

    public boolean isEmpty() {
        return octets.length == 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TlvBlock block && asked == block.asked && Arrays.equals(octets, block.octets);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(octets);
    }

    /** Names no values. */
    @Override
    public String toString() {
        return octets.length + " octets of TLVs";
    }
}
