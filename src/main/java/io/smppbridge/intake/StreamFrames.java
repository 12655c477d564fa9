package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;

/** Cuts what comes into frames: 8 octets of id, 4 of length, the content. Little-endian. */
@OwnedBy("its connection's event loop")
final class StreamFrames {
    /** A login has a key, a name and two addresses: strangers can announce no more, and have no more kept for them. */
    private static final int LONGEST_LOGIN = 1_024;

    private final int longest;
    private boolean loggedIn;
    private ByteBuf unread;
    private long id;
    private int length;

    /** @param longest octets of a content, once the client has logged in */
    StreamFrames(int longest) {
        this.longest = longest;
    }

    /** From now on frames may be as long as those of a client. */
    void loggedIn() {
        loggedIn = true;
    }

    /** Takes octets over. */
    void add(ByteBufAllocator allocator, ByteBuf more) {
        unread = unread == null ? more : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, unread, more);
    }

    /** Whether the next frame is all there, or is known by its head to be too long. */
    boolean next() {
        if (unread == null || unread.readableBytes() < StreamAcks.HEAD) {
            return false;
        }
        id = unread.getLongLE(unread.readerIndex());
        length = unread.getIntLE(unread.readerIndex() + 8);
        return isTooLong() || unread.readableBytes() >= StreamAcks.HEAD + length;
    }

    long id() {
        return id;
    }

    boolean isTooLong() {
        return length < 0 || length > (loggedIn ? longest : LONGEST_LOGIN);
    }

    /** What is wrong then. */
    Problem tooLong() {
        return Problem.of(
                413,
                "frame-too-large",
                "a frame of " + Integer.toUnsignedString(length) + " octets, expected at most "
                        + (loggedIn
                                ? longest + " (intake.tcp.max-frame)"
                                : LONGEST_LOGIN + " before the login's answer"));
    }

    /** Takes the frame's content off. */
    byte[] content() {
        byte[] content = new byte[length];
        unread.skipBytes(StreamAcks.HEAD).readBytes(content);
        return content;
    }

    /** Gives memory back when nothing is left. */
    void tidy() {
        if (unread != null && !unread.isReadable()) {
            release();
        }
    }

    void release() {
        if (unread != null) {
            unread.release();
            unread = null;
        }
    }
}
