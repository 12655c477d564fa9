package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.smppbridge.threads.OwnedBy;

/** Cuts what a session reads into PDUs, where they lie; only a PDU that came in pieces is copied together. */
@OwnedBy("smsc-sim")
final class Framer {
    /** Who takes the PDUs. */
    interface Taker {
        /** False once the session is over: the rest does not count. */
        boolean isOpen();

        void take(ByteBuf in, int at, int length, long now);

        /** A command_length out of bounds; the stream cannot be read on. */
        void unreadable(ByteBuf in);
    }

    private static final int LEAST = 256;

    private final Taker taker;
    private final ByteBufAllocator allocator;
    private ByteBuf rest;
    private boolean cutting;

    Framer(Taker taker, ByteBufAllocator allocator) {
        this.taker = taker;
        this.allocator = allocator;
    }

    /** Takes the buffer over. */
    void read(ByteBuf in, long now) {
        try {
            if (rest == null) {
                cut(in, now);
                if (in.isReadable() && taker.isOpen()) {
                    rest = allocator.buffer(Math.max(LEAST, in.readableBytes())).writeBytes(in);
                }
                return;
            }
            rest.writeBytes(in);
            cutting = true;
            try {
                cut(rest, now);
            } finally {
                cutting = false;
            }
            if (rest.isReadable() && taker.isOpen()) {
                rest.discardSomeReadBytes();
            } else {
                forget();
            }
        } finally {
            in.release();
        }
    }

    private void cut(ByteBuf in, long now) {
        while (taker.isOpen() && in.readableBytes() >= 4) {
            int at = in.readerIndex();
            int length = in.getInt(at);
            if (length < Smpp.HEADER || length > Smpp.LONGEST) {
                taker.unreadable(in);
                return;
            }
            if (in.readableBytes() < length) {
                return;
            }
            taker.take(in, at, length, now);
            in.skipBytes(length);
        }
    }

    /** The session is over. */
    void forget() {
        if (rest != null && !cutting) {
            rest.release();
            rest = null;
        }
    }
}
