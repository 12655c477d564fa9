package io.smppbridge.intake;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ends a connection though its client has not: no frame for so long, or a fault. It stands behind the connection, so that octets that
 * never become a frame count as silence.
 */
@OwnedBy("its connection's event loop")
final class StreamEnd extends IdleStateHandler {
    private static final Logger LOG = LoggerFactory.getLogger(StreamEnd.class);

    private final StreamConnection connection;

    StreamEnd(StreamConnection connection, Duration silence) {
        super(silence.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
        this.connection = connection;
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        connection.silent();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("a stream of account \"{}\" broke: {}", connection.account, cause.toString());
        } else {
            LOG.error("a stream of account \"{}\" failed and is closed", connection.account, cause);
        }
        context.close();
    }
}
