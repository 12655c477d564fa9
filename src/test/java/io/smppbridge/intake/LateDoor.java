package io.smppbridge.intake;

import io.smppbridge.Encoding;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.TaskId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Streams whose messages are all accepted, or kept as refused, a little later and in no order; knows up to where each is durable. */
final class LateDoor implements PlatformDoor, AutoCloseable {
    private static final int FEW = 4;

    private final Random random;
    private final BlockingQueue<Decision> given = new LinkedBlockingQueue<>();
    private final Map<String, BitSet> durable = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::decide, "test-journal");
    private volatile boolean closed;
    private volatile long overtaken;

    private record Decision(BitSet ids, int from, SendOutcome[] outcomes, Consumer<SendOutcome[]> done) {}

    LateDoor(Random random) {
        this.random = random;
        thread.start();
    }

    /** All ids of a stream up to this one are durable. */
    long durable(String client) {
        BitSet ids = durable.computeIfAbsent(client, name -> new BitSet());
        synchronized (ids) {
            return ids.nextClearBit(1) - 1L;
        }
    }

    /** Batches that were decided before one that had come earlier. */
    long overtaken() {
        return overtaken;
    }

    @Override
    public StreamDoor stream(String account, String intake, Durability durability, String client) {
        BitSet ids = durable.computeIfAbsent(client, name -> new BitSet());
        return new StreamDoor() {
            @Override
            public void standing(Consumer<Standing> told) {
                told.accept(new Standing(0, ""));
            }

            @Override
            public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
                SendOutcome accepted =
                        new SendOutcome.Acceptance(new TaskId(1), Encoding.GSM7, 1, "", "", "a", false, durability);
                SendOutcome[] outcomes = list.stream()
                        .map(entry -> entry instanceof SendOutcome.Refusal refusal ? refusal : accepted)
                        .toArray(SendOutcome[]::new);
                given.add(new Decision(ids, (int) firstId, outcomes, done));
            }
        };
    }

    /** Any of those that wait; when few wait, a moment is waited for more. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
    private void decide() {
        List<Decision> waiting = new ArrayList<>();
        try {
            while (!closed) {
                int patience = waiting.isEmpty() ? 100 : waiting.size() < FEW ? 10 : 0;
                Decision next = given.poll(patience, TimeUnit.MILLISECONDS);
                if (next != null) {
                    waiting.add(next);
                }
                if (!waiting.isEmpty() && (next == null || waiting.size() > 2 * FEW)) {
                    int which = random.nextInt(waiting.size());
                    overtaken += which > 0 ? 1 : 0;
                    accept(waiting.remove(which));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void accept(Decision decision) {
        synchronized (decision.ids) {
            decision.ids.set(decision.from, decision.from + decision.outcomes.length);
        }
        decision.done.accept(decision.outcomes);
    }

    @Override
    public MiddleWare middleWare(String account, String intake, Durability durability) {
        throw new UnsupportedOperationException("streams only");
    }

    @Override
    public Messages messages(String account) {
        throw new UnsupportedOperationException("streams only");
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
