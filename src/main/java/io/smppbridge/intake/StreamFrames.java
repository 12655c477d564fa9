package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;

/** Cuts what comes into frames: 8 octets of id, 4 of length, the content. Little-endian. */
@OwnedBy("its connection's event loop")
final class StreamFrames {
    private final int longest;
    private ByteBuf unread;
    private long id;
    private int length;

    /** @param longest octets of a content */
    StreamFrames(int longest) {
        this.longest = longest;
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
        return length < 0 || length > longest;
    }

    /** What is wrong then. */
    Problem tooLong() {
        return Problem.of(
                413,
                "frame-too-large",
                "a frame of " + Integer.toUnsignedString(length) + " octets, expected at most " + longest
                        + " (intake.tcp.max-frame)");
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
