package io.smppbridge.bench.classic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.FrameDecoder;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.LongAdder;

/** PDUs from a blocking socket: as many for each read as it brings. */
@OwnedBy("the thread of its connection")
final class BlockingFrames {
    private static final int LONGEST = 64 * 1024;
    private static final int COMMAND_AT = 4;
    private static final int STATUS_AT = 8;
    private static final int SEQUENCE_AT = 12;

    private final InputStream in;
    private final LongAdder calls;
    private final byte[] octets = new byte[LONGEST];
    private final ByteBuf view = Unpooled.wrappedBuffer(octets);
    private final BodyReader body = new BodyReader();
    private int from;
    private int to;
    private int at;

    BlockingFrames(InputStream in, LongAdder calls) {
        this.in = in;
        this.calls = calls;
    }

    /** Reads once: waits until something has come. */
    void fill() throws IOException {
        System.arraycopy(octets, from, octets, 0, to - from);
        to -= from;
        from = 0;
        calls.increment();
        int count = in.read(octets, to, octets.length - to);
        if (count < 0) {
            throw new EOFException("closed by the peer");
        }
        to += count;
    }

    /** Goes to the next whole PDU that has been read; false when there is none. */
    boolean next() throws IOException {
        if (to - from < FrameDecoder.HEADER) {
            return false;
        }
        int length = view.getInt(from);
        if (length < FrameDecoder.HEADER || length > LONGEST) {
            throw new IOException("a PDU of " + Integer.toUnsignedString(length) + " octets");
        }
        if (to - from < length) {
            return false;
        }
        at = from;
        from += length;
        body.begin(view, at + FrameDecoder.HEADER, from);
        return true;
    }

    int command() {
        return view.getInt(at + COMMAND_AT);
    }

    int status() {
        return view.getInt(at + STATUS_AT);
    }

    int sequence() {
        return view.getInt(at + SEQUENCE_AT);
    }

    BodyReader body() {
        return body;
    }
}
