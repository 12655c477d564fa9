package io.smppbridge.wire;

/** Hears what comes in on one connection. Called on its event loop. */
public interface FrameSink {
    /**
     * A PDU.
     *
     * @param body good until this returns
     * @return whether to go on reading; false ends the reading for good
     */
    boolean frame(int command, int status, int sequence, BodyReader body);

    /**
     * A length below 16 or above the limit: nothing after it can be read.
     *
     * @param announced command_length as it came, unsigned
     * @param sequence sequence_number, 0 when it has not come yet
     */
    void badLength(long announced, int sequence);
}
