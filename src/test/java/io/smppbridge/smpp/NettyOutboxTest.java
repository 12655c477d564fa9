package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NettyOutboxTest {
    private static final int MIB = 1 << 20;
    /** More than may wait at once. */
    private static final int MANY = 65;

    private static final int ENQUIRE_LINK_RESP = 0x80000015;
    private static final int HEADER = 16;
    private static final int SEQUENCE = 12;
    /** Answers, twice as many as a peer may leave unread. */
    private static final int STORM = 20_000;

    private final AtomicInteger looks = new AtomicInteger();
    private final NettyOutbox outbox =
            new NettyOutbox(Ticker.SYSTEM, PduTap.NONE.link("smpp-a-1"), looks::incrementAndGet);

    private long sendAll(EmbeddedChannel channel) throws Exception {
        byte[] octets = new byte[MIB];
        long written = 0;
        for (int i = 0; i < MANY; i++) {
            outbox.send(octets, octets.length, NettyOutbox.NOBODY_ASKS);
            for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
                written += out.readableBytes();
                out.release();
            }
        }
        return written;
    }

    @Test
    void what_the_peer_has_taken_does_not_count_among_what_waits_for_it() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        outbox.connectTo(channel);
        assertThat(sendAll(channel)).isEqualTo((long) MANY * MIB);
    }

    /** Which keeps out of sight what it has. */
    @Test
    void nor_with_tls() throws Exception {
        SSLEngine engine = SSLContext.getDefault().createSSLEngine();
        engine.setUseClientMode(false);
        EmbeddedChannel channel = new EmbeddedChannel(new SslHandler(engine));
        outbox.connectTo(channel);
        channel.pipeline().remove(SslHandler.class); // no peer is here to shake hands with
        assertThat(sendAll(channel)).isEqualTo((long) MANY * MIB);
    }

    /** Has no memory left. */
    private static final class Spent extends AbstractByteBufAllocator {
        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("of a test");
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            throw new OutOfMemoryError("of a test");
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    /** Netty says so by an error, which had ended the sender for good. */
    @Test
    void where_no_memory_is_left_beside_the_heap_a_write_fails_and_nothing_more() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        ByteBufAllocator usual = channel.alloc();
        outbox.connectTo(channel);
        outbox.urgent(ENQUIRE_LINK_RESP, 0, 7, false);
        channel.config().setAllocator(new Spent());
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> outbox.send(new byte[MIB], MIB, told::incrementAndGet))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("memory");
        assertThat(told.get()).isEqualTo(1);
        assertThatThrownBy(outbox::turnOver).isInstanceOf(OutOfMemoryError.class);
        channel.config().setAllocator(usual);
        for (int i = 0; i < MANY; i++) {
            outbox.send(new byte[MIB], MIB, told::incrementAndGet);
            ByteBuf reply = channel.readOutbound();
            assertThat(reply.readableBytes()).isEqualTo(i == 0 ? HEADER : MIB);
            reply.release();
            channel.releaseOutbound();
        }
    }

    /** Has memory left for what is large. */
    private static final class Ragged extends AbstractByteBufAllocator {
        @Override
        protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
            return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
        }

        @Override
        protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
            if (initialCapacity < MIB) {
                throw new OutOfMemoryError("of a test");
            }
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
        }

        @Override
        public boolean isDirectBufferPooled() {
            return false;
        }
    }

    /** It had waited until somebody handed more over, which nobody does whose window is full. */
    @Test
    void what_was_handed_over_is_written_also_where_no_memory_is_left_for_an_answer_before_it() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        outbox.connectTo(channel);
        outbox.urgent(ENQUIRE_LINK_RESP, 0, 7, false);
        channel.config().setAllocator(new Ragged());
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> outbox.send(new byte[MIB], MIB, told::incrementAndGet))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(told.get()).isEqualTo(1);
        ByteBuf written = channel.readOutbound();
        assertThat(written.readableBytes()).isEqualTo(MIB);
        written.release();
    }

    /** All that had come at once had counted, so that twice as many enquire_links in one read ended a bind whose SMSC reads all the time. */
    @Test
    @Tag("C28")
    void what_one_read_brings_is_answered_however_much_it_is() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        outbox.connectTo(channel);
        for (int i = 1; i <= STORM; i++) {
            outbox.urgent(ENQUIRE_LINK_RESP, 0, i, false);
        }
        outbox.turnOver();
        int next = 1;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            for (int at = 0; at < out.readableBytes(); at += HEADER) {
                assertThat(out.getInt(at + SEQUENCE)).isEqualTo(next++);
            }
            out.release();
        }
        assertThat(next - 1).isEqualTo(STORM);
    }

    @Test
    void what_a_peer_leaves_unread_has_a_bound() {
        EmbeddedChannel full = takesNothing();
        outbox.connectTo(full);
        assertThatThrownBy(() -> {
                    for (int i = 1; i <= STORM; i++) {
                        outbox.urgent(ENQUIRE_LINK_RESP, 0, i, false);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a peer that does not read");
        full.releaseOutbound();
    }

    private static EmbeddedChannel takesNothing() {
        return new EmbeddedChannel() {
            @Override
            protected void doWrite(ChannelOutboundBuffer waiting) {
                // of a peer that does not read
            }
        };
    }

    /** Also long after the bind, when nobody looks by himself any more. */
    @Test
    @Tag("C26")
    void what_a_peer_does_not_take_is_looked_after_and_ages() throws Exception {
        EmbeddedChannel full = takesNothing();
        outbox.connectTo(full);
        assertThat(outbox.isBusy()).isFalse();
        outbox.send(new byte[] {1, 2, 3}, 3, NettyOutbox.NOBODY_ASKS);
        assertThat(outbox.isBusy()).isTrue();
        assertThat(looks.get()).isEqualTo(1);
        assertThat(outbox.stuckFor(1_001)).isZero();
        assertThat(outbox.stuckFor(5_001)).isEqualTo(4_000);
    }
}
