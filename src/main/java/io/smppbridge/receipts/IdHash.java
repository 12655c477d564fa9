package io.smppbridge.receipts;

/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012) over an SMSC's index and the characters of an id. Keyed, so that nobody can choose ids that
 * collide; 64 bits, so that among ten million open ids, at a thousand look-ups a second, two meet by chance once in some 50 years.
 */
final class IdHash {
    private final long k0;
    private final long k1;

    IdHash(long k0, long k1) {
        this.k0 = k0;
        this.k1 = k1;
    }

    long of(int smsc, String id) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int length = id.length();
        // Words of four UTF-16 units; the SMSC first, the last word with the length.
        int words = length / 4 + 2;
        for (int word = 0; word < words; word++) {
            long m = word == 0 ? smsc : word(id, (word - 1) * 4, length);
            if (word == words - 1) {
                m ^= (long) length << 56;
            }
            v3 ^= m;
            for (int round = 0; round < 2; round++) {
                v0 += v1;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v3;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 += v3;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= m;
        }
        v2 ^= 0xFF;
        for (int round = 0; round < 4; round++) {
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private static long word(String id, int from, int length) {
        long word = 0;
        for (int i = from, shift = 0; i < length && shift < 64; i++, shift += 16) {
            word |= (long) id.charAt(i) << shift;
        }
        return word;
    }
}
