package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;

/** The door to the journal thread, given out before that is made; opened before anything runs. */
@ThreadSafe
final class LoopDoor implements JournalDoor {
    private volatile JournalThread loop;
    private volatile AfterForce after;

    void open(JournalThread to, AfterForce afterForce) {
        after = afterForce;
        loop = to;
    }

    /** To be called after a slot was published. */
    void ring() {
        loop.ring();
    }

    /** The same for an outcome. */
    void ringForOutcome(long sequence) {
        loop.ringForOutcome(sequence);
    }

    /** The same for a caller's message. */
    void ringForCaller() {
        loop.ringForCaller();
    }

    @Override
    public boolean command(Runnable command) {
        return loop.command(command);
    }

    @Override
    public void afterCallers(Runnable task) {
        loop.afterCallers(task);
    }

    @Override
    public boolean isOver() {
        return loop.isOver() || loop.hasEnded();
    }

    @Override
    public void afterWrite(Runnable task) {
        after.onWritten(task);
    }

    @Override
    public void afterForce(Runnable task) {
        after.onForced(task);
    }
}
