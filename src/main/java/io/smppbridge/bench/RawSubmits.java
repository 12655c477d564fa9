package io.smppbridge.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/**
 * The raw ceiling: submit_sm copied from a template straight into the sink, or into a gateway that takes binds, the window always full.
 * The first is what a bridge is to be read against. Octets by hand, so that it measures no codec.
 */
@OwnedBy("bench-load-1, but for the counters")
final class RawSubmits implements AutoCloseable {
    private static final int BIND_TRANSCEIVER = 0x09;
    private static final int SUBMIT_SM = 0x04;
    private static final int DELIVER_SM = 0x05;
    private static final int ENQUIRE_LINK = 0x15;
    private static final int RESPONSE = 0x80000000;
    private static final int VERSION_34 = 0x34;
    private static final int HEADER = 16;
    private static final int COMMAND_AT = 4;
    private static final int STATUS_AT = 8;
    private static final int SEQUENCE_AT = 12;
    private static final int READ_BUFFER = 64 * 1024;
    private static final int TIMES = 1 << 14;
    private static final String NUMBER = "46700000000";
    /** Its last digits tell messages of one bind apart: the same one comes again after ten million. The one before them tells binds apart. */
    private static final int OWN_DIGITS = 7;
    /**
     * Receipts that may be awaited before more is sent. The simulator sends one 100 ms after its answer: with a bound of 20,000, as there was, no bridge
     * could have been told of more than 200,000 messages a second.
     */
    private static final int MOST_AWAITED = 60_000;

    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NamedThreads.numbered("bench-load"), EventLoops.handlers());
    private final Shape shape;
    private final LongAdder sent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder receipts = new LongAdder();
    private final LongAdder bound = new LongAdder();
    private final Histogram latency = new Histogram(LONGEST_NANOS, 3);
    private volatile boolean ended;
    private volatile boolean lost;

    /**
     * What it does.
     *
     * @param window submit_sm without an answer on each bind; 0 to bind and be silent
     * @param receipts whether each message asks for a receipt
     */
    record Shape(int binds, int window, boolean receipts) {}

    /** Connects, binds and submits from then on. */
    RawSubmits(int port, int binds, int window) throws IOException {
        this(port, new Shape(binds, window, false));
    }

    /** Connects, binds and submits from then on. */
    RawSubmits(int port, Shape shape) throws IOException {
        this.shape = shape;
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .channel(EventLoops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BUFFER));
        for (int i = 0; i < shape.binds; i++) {
            int number = i;
            var connected = bootstrap
                    .clone()
                    .handler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            channel.pipeline().addLast(new Bind(number));
                        }
                    })
                    .connect("127.0.0.1", port)
                    .awaitUninterruptibly();
            if (!connected.isSuccess()) {
                close();
                throw new IOException("cannot connect to the sink on port " + port, connected.cause());
            }
            Channel channel = connected.channel();
            channel.writeAndFlush(bind());
        }
    }

    /** submit_sm written so far. */
    long sent() {
        return sent.sum();
    }

    /** Answers to submit_sm with status 0 so far. */
    long accepted() {
        return accepted.sum();
    }

    /** Answers to submit_sm with another status so far. */
    long refused() {
        return refused.sum();
    }

    /** deliver_sm taken and answered so far. */
    long receipts() {
        return receipts.sum();
    }

    /** Binds that have been answered with status 0. */
    long bound() {
        return bound.sum();
    }

    /** From submit_sm to its answer, in nanoseconds, since the last call. */
    Histogram latency() {
        return group.submit(() -> {
                    Histogram copy = latency.copy();
                    latency.reset();
                    return copy;
                })
                .syncUninterruptibly()
                .getNow();
    }

    /** No further message; returns when each has its answer. */
    void end() throws IOException, InterruptedException {
        ended = true;
        group.submit(() -> {}).syncUninterruptibly(); // whatever was being read then has been answered
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (accepted() + refused() < sent()) {
            if (lost || System.nanoTime() > deadline) {
                throw new IOException((sent() - accepted() - refused()) + " submit_sm of " + sent()
                        + " without an answer" + (lost ? ", a bind was lost" : ""));
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private static ByteBuf bind() {
        ByteBuf body = Unpooled.buffer();
        text(body, "bench");
        text(body, "bench");
        text(body, "");
        body.writeByte(VERSION_34).writeByte(0).writeByte(0);
        text(body, "");
        return pdu(BIND_TRANSCEIVER, body);
    }

    private static ByteBuf submit(boolean receipt) {
        ByteBuf body = Unpooled.buffer();
        text(body, "");
        body.writeByte(5).writeByte(0);
        text(body, "Acme");
        body.writeByte(1).writeByte(1);
        text(body, NUMBER);
        body.writeZero(3);
        text(body, "");
        text(body, "");
        body.writeByte(receipt ? 1 : 0).writeZero(3);
        byte[] octets = Requests.TEXT.getBytes(StandardCharsets.US_ASCII);
        return pdu(SUBMIT_SM, body.writeByte(octets.length).writeBytes(octets));
    }

    private static void text(ByteBuf body, String value) {
        body.writeCharSequence(value, StandardCharsets.US_ASCII);
        body.writeByte(0);
    }

    private static ByteBuf pdu(int command, ByteBuf body) {
        return Unpooled.buffer(HEADER + body.readableBytes())
                .writeInt(HEADER + body.readableBytes())
                .writeInt(command)
                .writeInt(0)
                .writeInt(1)
                .writeBytes(body);
    }

    /**
     * One bind: each answer that comes makes room for one more. The first is the one to the bind; it opens the whole window. Each message goes to a number
     * of its own: the same text to the same number again and again would look like a message that goes round.
     */
    private final class Bind extends ByteToMessageDecoder {
        private final ByteBuf template = submit(shape.receipts);
        private final int lastDigit =
                template.toString(StandardCharsets.ISO_8859_1).indexOf(NUMBER) + NUMBER.length() - 1;
        private final long[] times = new long[TIMES];
        private int sequence = 1;
        private int room;

        /** @param number of the bind, from 0 */
        Bind(int number) {
            template.setByte(lastDigit - OWN_DIGITS, '0' + number % 10);
        }

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
            ByteBuf answers = null;
            while (in.readableBytes() >= HEADER && in.readableBytes() >= in.getInt(in.readerIndex())) {
                int at = in.readerIndex();
                int command = in.getInt(at + COMMAND_AT);
                if (command < 0) {
                    answered(command, in.getInt(at + STATUS_AT), in.getInt(at + SEQUENCE_AT));
                } else {
                    answers = answers == null ? ctx.alloc().directBuffer() : answers;
                    answer(answers, command, in.getInt(at + SEQUENCE_AT));
                }
                in.skipBytes(in.getInt(at));
            }
            ByteBuf burst = room == 0 || ended || awaitsTooMany() ? null : burst(ctx);
            if (answers != null) {
                ctx.write(answers, ctx.voidPromise());
            }
            if (burst != null) {
                ctx.write(burst, ctx.voidPromise());
            }
            if (answers != null || burst != null) {
                ctx.flush();
            }
        }

        private void answered(int command, int status, int number) {
            if (command == (SUBMIT_SM | RESPONSE)) {
                (status == 0 ? accepted : refused).increment();
                latency.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - times[number & TIMES - 1]));
                room++;
            } else if (command == (BIND_TRANSCEIVER | RESPONSE) && status == 0) {
                bound.increment();
                room = shape.window;
            }
        }

        private void answer(ByteBuf answers, int command, int number) {
            boolean delivery = command == DELIVER_SM;
            if (delivery) {
                receipts.increment();
            } else if (command != ENQUIRE_LINK) {
                return;
            }
            answers.writeInt(HEADER + (delivery ? 1 : 0))
                    .writeInt(command | RESPONSE)
                    .writeInt(0)
                    .writeInt(number)
                    .writeZero(delivery ? 1 : 0);
        }

        /** What is not reported back yet is somebody's to keep: a source that never minds measures how much that is, and no rate that lasts. */
        private boolean awaitsTooMany() {
            return shape.receipts && accepted() - receipts() > MOST_AWAITED;
        }

        private ByteBuf burst(ChannelHandlerContext ctx) {
            ByteBuf burst = ctx.alloc().directBuffer(room * template.readableBytes());
            sent.add(room);
            long now = System.nanoTime();
            for (; room > 0; room--) {
                int at = burst.writerIndex();
                sequence = sequence + 1 & Integer.MAX_VALUE;
                times[sequence & TIMES - 1] = now;
                nextNumber();
                burst.writeBytes(template, 0, template.readableBytes());
                burst.setInt(at + SEQUENCE_AT, sequence);
            }
            return burst;
        }

        private void nextNumber() {
            int at = lastDigit;
            while (template.getByte(at) == '9' && at > lastDigit - OWN_DIGITS) {
                template.setByte(at--, '0');
            }
            if (at > lastDigit - OWN_DIGITS) {
                template.setByte(at, template.getByte(at) + 1);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            lost = true;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
