package io.smppbridge.http;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.unix.UnixChannel;
import io.smppbridge.threads.OwnedBy;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands at a listener and closes, before anything else is done for it, a connection that has taken one of the last file descriptors: these
 * are the journal's, the binds', the webhooks' and the class loader's, which fail for good without. The system gives the lowest free number
 * to what is opened next, so that a high one tells that hardly any are left. Where the system does not number them it does nothing.
 */
@OwnedBy("the event loop of the listener's socket")
public final class Descriptors extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Descriptors.class);
    private static final long LEAST_KEPT = 64;
    private static final long MOST_KEPT = 1024;
    private static final int TOLD_EVERY = 10_000;

    private final String listener;
    private final long openBelow;
    private long sentAway;

    /** @param listener its name, for the log */
    public Descriptors(String listener) {
        this(listener, false);
    }

    /** @param longest whether it still lets in newcomers where others do not: until half of what they keep is left */
    Descriptors(String listener, boolean longest) {
        this.listener = listener;
        this.openBelow = openBelow(longest);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) throws Exception {
        if (accepted instanceof UnixChannel unix && unix.fd().intValue() >= openBelow) {
            if (sentAway++ % TOLD_EVERY == 0) {
                LOG.warn(
                        "{}: hardly any file descriptors are left, newcomers are sent away; raise the limit (ulimit -n)",
                        listener);
            }
            ((Channel) accepted).unsafe().closeForcibly();
        } else {
            super.channelRead(context, accepted);
        }
    }

    private static long openBelow(boolean longest) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            long all = system.getMaxFileDescriptorCount();
            long kept = Math.max(LEAST_KEPT, Math.min(MOST_KEPT, all / 8));
            return all - (longest ? kept / 2 : kept);
        }
        return Long.MAX_VALUE;
    }
}
