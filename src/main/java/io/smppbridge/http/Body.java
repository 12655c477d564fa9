package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/** A request's body while it arrives: collected within the server's bounds, or thrown away where the head has been refused. */
@OwnedBy("the connection's event loop")
final class Body {
    private static final Problem BUSY = Problem.of(
                    503, "busy", "too many large requests are being received; try again in 1 s")
            .retryAfter(1);

    private final HttpServer server;
    private boolean wanted = true;
    private int size;
    private ByteBuf octets = Unpooled.EMPTY_BUFFER;

    Body(HttpServer server) {
        this.server = server;
    }

    /** What comes of it is thrown away: its end has to be found all the same, for the request after it. */
    void discard() {
        wanted = false;
    }

    /** Takes what has come; what is wrong with that, or empty. */
    Optional<Problem> add(ByteBuf more, ByteBufAllocator memory) {
        int most = server.options().most().body();
        size += more.readableBytes();
        if (size > most) {
            return Optional.of(HeadCheck.tooLarge(most));
        }
        if (!wanted) {
            return Optional.empty();
        }
        int before = octets.capacity();
        if (before == 0) {
            octets = memory.heapBuffer(more.readableBytes(), most);
        }
        octets.writeBytes(more);
        return server.takeBody(octets.capacity() - before) ? Optional.empty() : Optional.of(BUSY);
    }

    /** Array-backed, until it is released. */
    ByteBuf octets() {
        return octets;
    }

    void release() {
        server.giveBackBody(octets.capacity());
        octets.release();
        octets = Unpooled.EMPTY_BUFFER;
    }
}
