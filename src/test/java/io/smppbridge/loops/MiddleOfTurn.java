package io.smppbridge.loops;

import io.netty.channel.EventLoop;
import io.netty.util.internal.ThreadExecutorMap;
import java.util.concurrent.TimeUnit;

/** The moment at which Netty's own loop ends without closing what it carries: behind its look whether to end, before its tasks are done. */
public final class MiddleOfTurn {
    private MiddleOfTurn() {}

    /** Tells the group of the loop that calls this to end, in such a moment. */
    public static void end() {
        EventLoop here = (EventLoop) ThreadExecutorMap.currentExecutor();
        here.execute(() -> here.parent().shutdownGracefully(0, 1, TimeUnit.SECONDS));
    }
}
