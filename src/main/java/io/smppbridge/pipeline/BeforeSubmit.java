package io.smppbridge.pipeline;

import io.smppbridge.bag.Task;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.function.Consumer;

/** Who wants to look at messages before they are submitted to the SMSC that they go to: plug-ins. */
@ThreadSafe
public interface BeforeSubmit {
    /** Nobody does. */
    BeforeSubmit NONE = new BeforeSubmit() {
        @Override
        public boolean any() {
            return false;
        }

        @Override
        public void ask(Task task, Consumer<Said> told) {
            told.accept(Said.PASS);
        }
    };

    /** What becomes of a message. */
    sealed interface Said {
        /** It may go, as the task now says. */
        Said PASS = new Pass();
        /** Nothing could be found out just now: it is to be asked about again a little later. */
        Said LATER = new Later();

        record Pass() implements Said {}

        record Later() implements Said {}

        /** It is not to go to this SMSC. */
        record Refused(String why) implements Said {}
    }

    /** Whether anybody is to be asked; never changes. */
    boolean any();

    /** The longest that an answer may take, so that whoever asks knows how far ahead to ask. */
    default Duration within() {
        return Duration.ofMillis(100);
    }

    /**
     * Asks about a message that is to be submitted now. It is in nobody's hand meanwhile, so that it can be withdrawn. Messages of one
     * account to one destination and SMSC are asked about one after the other.
     *
     * @param told once, on any thread
     */
    void ask(Task task, Consumer<Said> told);

    /** Asks nobody any more; what waits is told {@link Said#LATER}. */
    default void stop(Duration within) throws InterruptedException {}
}
