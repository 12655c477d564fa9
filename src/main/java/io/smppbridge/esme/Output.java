package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.smppbridge.threads.OwnedBy;

/** What a session has to say: collected in one buffer and sent with one write at the end of a turn of its loop. */
@OwnedBy("its event loop")
final class Output {
    private static final int FIRST_SIZE = 512;
    private static final int LARGEST_FIRST = 1 << 17;

    private final Channel channel;
    private final Loop loop;
    private final Notes notes;
    private ByteBuf buffer;
    /** What is likely to be enough: a buffer that grows is copied each time. */
    private int likely = FIRST_SIZE;

    private boolean awaited;

    Output(Channel channel, Loop loop, Notes notes) {
        this.notes = notes;
        this.channel = channel;
        this.loop = loop;
    }

    /** Where PDUs are written to. */
    ByteBuf buffer() {
        if (buffer == null) {
            buffer = channel.alloc().ioBuffer(likely);
        }
        return buffer;
    }

    /** Something has been written: it leaves when the loop's mailbox is empty, or when the reading that caused it ends. */
    void written() {
        if (!awaited) {
            awaited = loop.flushLater(this);
        }
    }

    /** The reading has ended. */
    void readingEnded() {
        if (!awaited) {
            flush();
        }
    }

    void flush() {
        awaited = false;
        if (buffer != null) {
            ByteBuf full = buffer;
            buffer = null;
            int size = full.readableBytes();
            likely = Math.min(LARGEST_FIRST, Math.max(FIRST_SIZE, size + size / 4));
            notes.out(full);
            channel.writeAndFlush(full, channel.voidPromise());
        }
    }

    void release() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }
}
