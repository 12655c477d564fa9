package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;

/**
 * What a stream's client is told: ACKs that cover everything durable since the last, and refusals. Collected in one buffer, which a flush
 * sends: a buffer for each would cost ten times an ACK's octets while a client does not read.
 */
@OwnedBy("its connection's event loop")
final class StreamAcks {
    /** Octets of a frame's head, in either direction. */
    static final int HEAD = 12;

    private static final int REFUSAL = 0x80000000;

    private final Channel channel;
    private long durable;
    private long told;
    private ByteBuf block;

    StreamAcks(Channel channel) {
        this.channel = channel;
    }

    /** A stream goes on after this id, which the client knows of. */
    void begin(long id) {
        durable = id;
        told = id;
    }

    /** Everything up to this id is durable or refused. */
    private void durable(long id) {
        durable = id;
    }

    boolean isDue() {
        return durable > told;
    }

    /** Writes an ACK when one is due. */
    void acknowledge() {
        if (isDue()) {
            write(durable, (int) Math.min(Integer.MAX_VALUE, durable - told - 1));
            told = durable;
        }
    }

    /**
     * Answers what of a batch is decided from its beginning on: the ACK of it is due then, and its refusals are written.
     *
     * @param each whether every message gets an ACK of its own
     * @return how many messages have got their answer
     */
    int answer(StreamBatch batch, boolean each) {
        int from = batch.answered();
        int to = batch.decided();
        if (each || batch.hasRefusals()) {
            oneByOne(batch, from, to, each);
        } else if (to > from) {
            durable(batch.firstId + to - 1);
        }
        batch.answered(to);
        return to - from;
    }

    private void oneByOne(StreamBatch batch, int from, int to, boolean each) {
        for (int place = from; place < to; place++) {
            long id = batch.firstId + place;
            Problem problem = batch.problem(place);
            if (problem != null) {
                acknowledge();
                refuse(id, problem);
                continue;
            }
            durable(id);
            if (each) {
                acknowledge();
            }
        }
    }

    /** Refuses a message; the ones before it have been acknowledged. */
    void refuse(long id, Problem problem) {
        JsonOut out = new JsonOut();
        problem.write(out);
        byte[] json = out.toBytes();
        write(id, REFUSAL | json.length);
        block().writeBytes(json);
        told = id;
    }

    void write(long id, int count) {
        block().writeLongLE(id).writeIntLE(count);
    }

    private ByteBuf block() {
        if (block == null) {
            block = channel.alloc().ioBuffer(HEAD);
        }
        return block;
    }

    /** Sends what was written since the last. */
    void flush() {
        if (block != null) {
            ByteBuf full = block;
            block = null;
            channel.writeAndFlush(full, channel.voidPromise());
        }
    }
}
