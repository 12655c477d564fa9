package io.smppbridge.stages;

import io.smppbridge.threads.OwnedBy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Room for one message on its way through the stages: made once, used again and again. Subclasses add what their work needs to know. */
@OwnedBy("the stage that has taken it from a ring")
public class Slot {
    private static final VarHandle OPEN;
    /** Keys may differ in a few bits only. */
    private static final int SPREAD = 0x9E3779B9;

    static {
        try {
            OPEN = MethodHandles.lookup().findVarHandle(Slot.class, "open", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ByteBuffer octets;
    private int connection;
    private long arrivedNanos;
    /** When it was put into the ring that it is in. */
    long queuedNanos;

    /** When its processing began. */
    long begunNanos;

    /** The turn that is open, 0 when none is. */
    @SuppressWarnings("unused") // by its handle
    private int open;

    private int turns;

    /** @param octets off the heap, a part of the block that all slots share; one octet longer than what a message may have */
    public Slot(ByteBuffer octets) {
        this.octets = octets;
    }

    /** Messages with the same key keep their order where threads are moved from stage to stage: who sent it. */
    public final void connection(int key) {
        connection = key;
    }

    int lane(int lanes) {
        return lanes == 1 ? 0 : (connection * SPREAD >>> 16) % lanes;
    }

    /** What was received; the same octets afterwards take the answer. */
    public final ByteBuffer octets() {
        return octets;
    }

    /** The message is there; from here on it is being worked on. */
    public final void arrived(long nanos) {
        arrivedNanos = nanos;
    }

    /** When it was there. */
    public final long arrivedNanos() {
        return arrivedNanos;
    }

    /** Another message is in it; returns its turn. */
    int open() {
        turns = Math.max(1, turns + 1);
        OPEN.setRelease(this, turns);
        return turns;
    }

    /** True for the first who asks after {@link #open()}. */
    boolean close() {
        return (int) OPEN.getAndSet(this, 0) != 0;
    }

    /** The same of that turn alone: the slot may have a later message by now. */
    boolean close(int turn) {
        return OPEN.compareAndSet(this, turn, 0);
    }
}
