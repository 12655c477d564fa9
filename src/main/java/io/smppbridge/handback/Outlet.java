package io.smppbridge.handback;

import java.time.Duration;

/**
 * Somebody outside of this package who takes the events of one endpoint: the binds of an ESME. Called on the endpoint's lane, and never
 * blocks.
 */
public interface Outlet {
    /** What {@link #deliver} returns of an event that has found no place after all: nothing is said of it, and it goes first next time. */
    Attempt NO_PLACE = () -> {};

    /** Events that may be under way at once; 0 while nobody is there to take them. */
    int room();

    /**
     * Sends an event on its way.
     *
     * @param said told once what became of it, on any thread
     * @return the attempt, to be ended when no answer has come within {@link #answerWithin}; or {@link #NO_PLACE}, and then no further
     *     event is delivered before somebody makes the endpoint look again
     */
    Attempt deliver(Event event, Said said);

    /** No further event follows at once: what was kept back to go together goes now. */
    default void delivered() {}

    /** How long an event may be under way. */
    Duration answerWithin();

    /** An event that is under way. */
    @FunctionalInterface
    interface Attempt {
        void end();
    }

    /** What became of an event. */
    interface Said {
        void taken();

        /**
         * The same, one of many: heard when the endpoint looks next. Whoever says it makes it look when he has said all, by what
         * {@link Handback#outlet} has returned.
         */
        void takenQuietly();

        /** It is not wanted; it comes again a few times, later, while those behind it move on. */
        void refused(String why);

        /**
         * Whoever should take it cannot take anything now.
         *
         * @param pauseMs how long it asks to be left alone; 0 when it does not say
         */
        void busy(String why, long pauseMs);

        /** Where this event goes nothing is taken now, others may go elsewhere: it comes again later, as often as it takes. */
        void away(String why);

        /** It is full for now, or was sent too many at once: the event goes first next time, after a short pause. */
        void full(String why);

        /** Nobody is there any more, or nobody has answered: it goes first next time. */
        void returned();
    }
}
