package io.smppbridge.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventLoopsTest {
    /** More than any system has. */
    private static final long TOO_LARGE_A_STACK = 1L << 60;

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

    /** Where nobody has the address, looking for who does is looking in the wrong place. */
    @ParameterizedTest
    @CsvSource({
        "nowhere.invalid, 'door: cannot listen on nowhere.invalid:0: nowhere.invalid is no address, and no name that has one here'",
        "192.0.2.7, 'door: cannot listen on 192.0.2.7:0 (*Cannot assign requested address); is it an address of this machine?'"
    })
    void who_names_no_address_of_this_machine_is_not_sent_to_look_for_another_process(String host, String words) {
        EventLoopGroup group = EventLoops.group("nowhere", 1);
        try {
            ServerBootstrap bootstrap = new ServerBootstrap()
                    .group(group)
                    .channel(EventLoops.serverChannel())
                    .childHandler(new ChannelInboundHandlerAdapter());
            assertThatIOException()
                    .isThrownBy(() -> EventLoops.listen(bootstrap, "door", host, 0))
                    .withMessageMatching(Pattern.quote(words).replace("*", "\\E.*\\Q"));
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    @Test
    void a_listener_whose_loops_cannot_all_have_a_thread_is_not_opened() {
        AtomicInteger made = new AtomicInteger();
        ThreadFactory one = work -> new Thread(null, work, "one", made.getAndIncrement() == 0 ? 0 : TOO_LARGE_A_STACK);
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, EventLoops.starting(one), EventLoops.handlers());
        try {
            ServerBootstrap bootstrap = new ServerBootstrap()
                    .group(group)
                    .channel(EventLoops.serverChannel())
                    .childHandler(new ChannelInboundHandlerAdapter());
            assertThatThrownBy(() -> EventLoops.listen(bootstrap, "door", "127.0.0.1", 0))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("ulimit -u")
                    .hasCauseInstanceOf(OutOfMemoryError.class);
        } finally {
            assertThatCode(() -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void a_name_that_was_looked_up_in_vain_has_no_address() {
        assertThat(EventLoops.refusal("nowhere.invalid", 7, new UnknownHostException("nowhere.invalid"), "taken?"))
                .isEqualTo(
                        "cannot listen on nowhere.invalid:7: nowhere.invalid is no address, and no name that has one here");
    }
}
