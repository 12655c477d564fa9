package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome;
import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages of one call, and who waits for them: told once, when the last is decided. */
@ThreadSafe
final class SendBatch {
    private static final Logger LOG = LoggerFactory.getLogger(SendBatch.class);

    private static final AtomicIntegerFieldUpdater<SendBatch> OPEN =
            AtomicIntegerFieldUpdater.newUpdater(SendBatch.class, "open");

    private final SendOutcome[] outcomes;
    /** Messages not yet decided. */
    private volatile int open;

    private final Consumer<SendOutcome[]> done;
    final SendOutcome.Durability durability;
    final long startNanos;
    final String intake;
    private final SlowAnswers slow;
    /** Who waits for it; written before its first message is published. */
    Intake.Caller caller = Intake.Caller.PLATFORM;

    private volatile boolean told;

    /** How long the answer is kept back; written before the last message is decided. */
    private volatile long delayNanos;

    SendBatch(
            int size,
            String intake,
            SendOutcome.Durability durability,
            long startNanos,
            Consumer<SendOutcome[]> done,
            SlowAnswers slow) {
        this.outcomes = new SendOutcome[size];
        this.open = size;
        this.intake = intake;
        this.durability = durability;
        this.startNanos = startNanos;
        this.done = done;
        this.slow = slow;
    }

    /** The answer is kept back at least so long. Journal thread. */
    void keepBack(long nanos) {
        if (nanos > delayNanos) {
            delayNanos = nanos;
        }
    }

    /** Decides one message. Each index once. */
    void decide(int index, SendOutcome outcome) {
        put(index, outcome);
        decided(1);
    }

    /** What becomes of one message, which counts once {@link #decided} says so of as many on the same thread. */
    void put(int index, SendOutcome outcome) {
        outcomes[index] = outcome;
    }

    /** So many more are decided: with the last of the call its caller is told. */
    void decided(int count) {
        if (OPEN.addAndGet(this, -count) == 0) {
            long delay = delayNanos;
            if (delay > 0) {
                slow.after(delay, outcomes, this::tell);
            } else {
                tell();
            }
            told = true;
        }
    }

    /** It ends in an error on its caller's thread: there is no answer to wait for. */
    void abandon() {
        told = true;
    }

    /** Whether the answer has been given, or is kept back. */
    boolean isTold() {
        return told;
    }

    private void tell() {
        try {
            done.accept(outcomes);
        } catch (RuntimeException | Error e) {
            if (e instanceof VirtualMachineError machine && !(e instanceof StackOverflowError)) {
                throw machine;
            }
            LOG.error("the caller's completion failed; its messages are safe", e);
        }
    }
}
