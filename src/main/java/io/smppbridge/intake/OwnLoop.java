package io.smppbridge.intake;

import io.netty.channel.Channel;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands work to a connection's event loop. */
@ThreadSafe
final class OwnLoop {
    private static final Logger LOG = LoggerFactory.getLogger(OwnLoop.class);

    private OwnLoop() {}

    /**
     * From any thread, and never waits. Once the loops have ended, as the intake has stopped, nobody is left to hear of it: the work is
     * dropped, and the client learns where its stream stands when it logs in again.
     */
    static void run(Channel channel, Runnable work) {
        try {
            channel.eventLoop().execute(work);
        } catch (RejectedExecutionException stopped) {
            LOG.trace("told after the stop: {}", stopped.toString());
        }
    }
}
