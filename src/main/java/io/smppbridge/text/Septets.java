package io.smppbridge.text;

/**
 * Septets packed into octets, the first one in the low bits (3GPP TS 23.038 §6.1.2.1). Behind a header the first septet begins at a
 * multiple of seven bits counted from the header's beginning (23.040 §9.2.3.24). Stateless.
 */
final class Septets {
    private static final byte CARRIAGE_RETURN = 0x0D;
    private static final int BITS = 7;
    private static final int WHOLE_MESSAGE = 140;

    private Septets() {}

    /** @param header length of the header before them, 0 for none */
    static byte[] pack(byte[] septets, int from, int to, int header) {
        int fill = fill(header);
        int bits = fill + BITS * (to - from);
        byte[] octets = new byte[(bits + 7) / 8];
        int at = fill;
        for (int i = from; i < to; i++, at += BITS) {
            put(octets, at, septets[i]);
        }
        // Seven bits left over would read as one more septet, an @: a line end is what nobody sees.
        if (octets.length * 8 - bits == BITS) {
            put(octets, at, CARRIAGE_RETURN);
        }
        return octets;
    }

    private static void put(byte[] octets, int bit, byte septet) {
        int shifted = (septet & 0x7F) << (bit & 7);
        octets[bit >>> 3] |= (byte) shifted;
        if (shifted > 0xFF) {
            octets[(bit >>> 3) + 1] |= (byte) (shifted >>> 8);
        }
    }

    /**
     * One septet an octet. A carriage return that ends an octet exactly is taken for filling, as SMPP tells the number of octets but not
     * that of septets; so is an @, but not in a full message, where it rather is a character at which the text was cut.
     *
     * @param header length of the header that stood before them, 0 for none
     */
    static byte[] unpack(byte[] octets, int header) {
        int fill = fill(header);
        int count = Math.max(0, (octets.length * 8 - fill) / BITS);
        byte[] septets = new byte[count];
        int at = fill;
        for (int i = 0; i < count; i++, at += BITS) {
            int pair = octets[at >>> 3] & 0xFF;
            if ((at >>> 3) + 1 < octets.length) {
                pair |= (octets[(at >>> 3) + 1] & 0xFF) << 8;
            }
            septets[i] = (byte) (pair >>> (at & 7) & 0x7F);
        }
        boolean full = count > 0 && fill + BITS * count == octets.length * 8;
        byte last = full ? septets[count - 1] : 1;
        boolean filling = last == CARRIAGE_RETURN || last == 0 && header + octets.length < WHOLE_MESSAGE;
        return filling ? java.util.Arrays.copyOf(septets, count - 1) : septets;
    }

    private static int fill(int header) {
        return (BITS - header * 8 % BITS) % BITS;
    }
}
