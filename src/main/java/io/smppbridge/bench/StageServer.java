package io.smppbridge.bench;

import io.smppbridge.stages.Work;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/** The server that the stages are measured with: takes messages of a fixed length, sums up their octets, sends the sum back. */
@ThreadSafe
abstract class StageServer implements Work<LoadSlot>, AutoCloseable {
    static final int ANSWER = 12;

    private final int rounds;

    /** @param rounds how often each message is summed up: how heavy processing is */
    StageServer(int rounds) {
        this.rounds = rounds;
    }

    static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Sends messages, datagrams at the pace that the load says, and returns how many the operating system took. */
    abstract long send(StageRun.Load load) throws IOException;

    /** Messages thrown away by the operating system so far. */
    abstract long kernelDrops();

    /** Nothing more is received. */
    abstract void end() throws IOException;

    @Override
    public void noRoom(LoadSlot slot) {
        slot.sum = -1;
    }

    @Override
    public void process(LoadSlot[] slots, int count, Consumer<LoadSlot> done) {
        CRC32 crc = new CRC32();
        for (int i = 0; i < count; i++) {
            LoadSlot slot = slots[i];
            for (int round = 0; round < rounds; round++) {
                slot.octets().limit(slot.length).position(0);
                crc.update(slot.octets());
            }
            slot.sum = crc.getValue();
            crc.reset();
            done.accept(slot);
        }
    }

    @Override
    public void failed(LoadSlot slot) {
        slot.sum = -2;
    }

    @Override
    public abstract void close() throws IOException;
}
