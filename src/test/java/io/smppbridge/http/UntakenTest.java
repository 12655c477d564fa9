package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.threads.ProcessorWait;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which connections are closed when all together leave too much of what they have asked for. */
@Tag("C106")
class UntakenTest {
    private static final int MOST = 800_000;

    private final Set<Connection> strangers = new HashSet<>();
    private final Untaken untaken = new Untaken(MOST, strangers);
    private final List<Client> clients = new ArrayList<>();
    private Listener listener;

    @BeforeEach
    void open() throws Exception {
        listener = new Listener();
    }

    @AfterEach
    void close() {
        clients.forEach(client -> client.takes = true);
        clients.forEach(EmbeddedChannel::finishAndReleaseAll);
        listener.close();
    }

    /** One that takes nothing until it is told to. */
    private final class Client extends EmbeddedChannel {
        private final Connection connection;
        private boolean takes;

        private Client(boolean keyed) {
            Loop loop = new Loop(
                    eventLoop(),
                    InstantSource.system(),
                    Ticker.SYSTEM,
                    new ProcessorWait(Path.of("where/nobody/counts")),
                    Long.MAX_VALUE);
            Pace pace = new Pace(listener.server, loop);
            connection = new Connection(listener.server, loop, pace);
            pipeline().addLast(pace, pace.decoder(), connection);
            pipeline().fireChannelActive();
            clients.add(this);
            if (!keyed) {
                strangers.add(connection);
            }
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer out) throws Exception {
            if (takes) {
                super.doWrite(out);
            }
        }

        private void told() {
            untaken.left(connection, connection.outbox.unsent());
        }

        private void takesAll() {
            takes = true;
            flush();
        }
    }

    private Client owed(boolean keyed, int octets) {
        Client client = new Client(keyed);
        client.writeAndFlush(Unpooled.wrappedBuffer(new byte[octets]));
        client.told();
        return client;
    }

    private Client stranger(int octets) {
        return owed(false, octets);
    }

    @Test
    void those_that_have_left_theirs_for_longest_are_closed_until_an_eighth_is_free() {
        Client first = stranger(100_000);
        Client second = stranger(400_000);
        Client third = stranger(250_000);
        assertThat(clients).allMatch(EmbeddedChannel::isOpen);
        Client last = stranger(100_000);
        assertThat(first.isOpen()).isFalse();
        assertThat(second.isOpen()).as("750,000 are more than seven eighths").isFalse();
        assertThat(third.isOpen()).isTrue();
        assertThat(last.isOpen()).isTrue();
        stranger(440_000);
        assertThat(third.isOpen())
                .as("they have the room of those that are gone")
                .isTrue();
    }

    @Test
    void who_has_shown_a_key_is_closed_after_all_strangers_however_long_his_are_left() {
        Client keyed = owed(true, 300_000);
        Client younger = owed(true, 300_000);
        Client stranger = stranger(100_000);
        Client other = stranger(150_000);
        assertThat(stranger.isOpen()).isFalse();
        assertThat(other.isOpen()).isFalse();
        assertThat(keyed.isOpen()).isTrue();
        Client last = owed(true, 300_000);
        assertThat(keyed.isOpen()).isFalse();
        assertThat(younger.isOpen()).isTrue();
        assertThat(last.isOpen()).isTrue();
    }

    @Test
    void one_alone_is_never_closed_though_others_have_come_and_taken_theirs() {
        Client small = stranger(1_000);
        small.takesAll();
        small.told();
        Client large = stranger(5 * MOST);
        large.told();
        assertThat(clients).allMatch(EmbeddedChannel::isOpen);
    }

    @Test
    void what_has_been_taken_since_it_was_told_of_does_not_count() {
        Client slow = stranger(700_000);
        slow.takesAll();
        Client next = stranger(700_000);
        assertThat(slow.isOpen()).isTrue();
        assertThat(next.isOpen()).isTrue();
    }

    @Test
    void what_is_told_of_again_counts_once() {
        Client one = stranger(300_000);
        Client other = stranger(300_000);
        for (int i = 0; i < 5; i++) {
            one.told();
            other.told();
        }
        assertThat(clients).allMatch(EmbeddedChannel::isOpen);
    }
}
