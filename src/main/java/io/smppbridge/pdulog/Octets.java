package io.smppbridge.pdulog;

/** How to get at octets, whatever holds them: so that a PDU is copied once, from where the wire has it to where the log wants it. */
public interface Octets<T> {
    /** Octets of an array. */
    Octets<byte[]> OF_ARRAY = new Octets<>() {
        @Override
        public int four(byte[] of, int at) {
            return (of[at] & 0xFF) << 24 | (of[at + 1] & 0xFF) << 16 | (of[at + 2] & 0xFF) << 8 | of[at + 3] & 0xFF;
        }

        @Override
        public void copy(byte[] of, int from, byte[] into, int at, int count) {
            System.arraycopy(of, from, into, at, count);
        }
    };

    /** The number of four octets, the highest first. */
    int four(T of, int at);

    /** Copies so many octets into an array. */
    void copy(T of, int from, byte[] into, int at, int count);
}
