package io.smppbridge.loops;

import static org.assertj.core.api.Assertions.assertThatIOException;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventLoopsTest {
    @Test
    void whose_address_is_taken_hears_which_and_why() throws Exception {
        EventLoopGroup group = EventLoops.group("taken", 1);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            ServerBootstrap bootstrap = new ServerBootstrap()
                    .group(group)
                    .channel(EventLoops.serverChannel())
                    .childHandler(new ChannelInboundHandlerAdapter());
            int port = taken.getLocalPort();
            assertThatIOException()
                    .isThrownBy(() -> EventLoops.listen(bootstrap, "door", "127.0.0.1", port))
                    .withMessageStartingWith("door: cannot listen on 127.0.0.1:" + port + " (")
                    .withMessageContaining("Address already in use")
                    .withMessageEndingWith("); is another process using it?");
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }
}
