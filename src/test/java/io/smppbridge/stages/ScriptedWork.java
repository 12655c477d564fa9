package io.smppbridge.stages;

import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Work whose messages are numbers from a list, and which does what a test wants of it. */
@ThreadSafe
final class ScriptedWork implements Work<ScriptedWork.Numbered> {
    /** A slot with a number in it. */
    static final class Numbered extends Slot {
        volatile int number;
        volatile String outcome = "";

        Numbered(ByteBuffer octets) {
            super(octets);
        }
    }

    final BlockingQueue<Integer> incoming = new LinkedBlockingQueue<>();
    final Queue<String> answers = new ConcurrentLinkedQueue<>();
    final List<Thread> processing = new CopyOnWriteArrayList<>();
    /** Each processing takes one. */
    final Semaphore gate = new Semaphore(1_000_000_000);

    final Queue<Numbered> kept = new ConcurrentLinkedQueue<>();
    /** Answering a message of this connection waits for it. */
    final Semaphore answering = new Semaphore(0);

    volatile int slowConnection = -1;
    /** Messages are of so many connections, by turns. */
    volatile int connections = 1;

    volatile boolean waits;
    volatile boolean keeps;
    volatile boolean brokenProcessing;
    volatile boolean brokenReceiving;
    /** Permits for as many calls that end with an error of the JVM's. */
    final Semaphore noMemoryToReceive = new Semaphore(0);

    final Semaphore noMemoryToProcess = new Semaphore(0);

    volatile Consumer<Numbered> done;
    /** Processing ends with an error once this is over, when its messages are given back already. */
    volatile Runnable afterwards = () -> {};

    @Override
    public Next receive(Numbered slot) throws IOException {
        needMemory(noMemoryToReceive);
        if (brokenReceiving) {
            brokenReceiving = false;
            throw new IOException("the network is broken");
        }
        try {
            Integer number = incoming.poll(10, TimeUnit.MILLISECONDS);
            if (number == null) {
                return Next.NOTHING;
            }
            slot.arrived(System.nanoTime());
            slot.number = number;
            slot.connection(number % connections);
            slot.outcome = "";
            return number < 0 ? Next.ANSWER : Next.PROCESS;
        } catch (InterruptedException e) {
            return Next.END;
        }
    }

    @Override
    public boolean waitsForRoom() {
        return waits;
    }

    @Override
    public void noRoom(Numbered slot) {
        slot.outcome = "no room";
    }

    @Override
    public void process(Numbered[] slots, int count, Consumer<Numbered> whenDone) {
        done = whenDone;
        if (!processing.contains(Thread.currentThread())) {
            processing.add(Thread.currentThread());
        }
        for (int i = 0; i < count; i++) {
            gate.acquireUninterruptibly();
            needMemory(noMemoryToProcess);
            if (brokenProcessing) {
                brokenProcessing = false;
                throw new IllegalStateException("a fault of the program, on purpose");
            }
            slots[i].outcome = "done";
            if (keeps) {
                kept.add(slots[i]);
            } else {
                whenDone.accept(slots[i]);
            }
        }
        afterwards.run();
    }

    @Override
    public void failed(Numbered slot) {
        slot.outcome = "failed";
    }

    @Override
    public void answer(Numbered slot) {
        if (slot.number % connections == slowConnection) {
            answering.acquireUninterruptibly();
        }
        answers.add(slot.number + " " + slot.outcome);
    }

    private static void needMemory(Semaphore lacking) {
        if (lacking.tryAcquire()) {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory: of a test");
        }
    }
}
