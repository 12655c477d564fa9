package io.smppbridge.handback;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** One way to reach the platform: a webhook or a listener. Called on the endpoint's lane only. */
interface HandOver {
    /** Whether something may be sent now; may begin what makes it ready, and wakes the lane when that is done. */
    Readiness readiness();

    /**
     * Sends events.
     *
     * @param events one, or up to {@link #batch()}
     * @param answered called once at most, on any thread
     * @return the sending, or {@link Sending#NO_PLACE}
     */
    Sending send(List<Event> events, Answered answered);

    /** No further {@link #send} follows at once. */
    default void sent() {}

    /** Nothing is sent any more: another takes its place. */
    default void over() {}

    /** Sendings at once. */
    int concurrency();

    /** Events per sending. */
    int batch();

    /** Whether nobody may be there for days: then events that are too old are laid aside all the same. */
    default boolean mayBeAway() {
        return false;
    }

    /** How long a sending may last before {@link Sending#giveUp} is called. */
    Duration answerWithin();

    /** A sending under way. */
    interface Sending {
        /** There was no place for it after all: nothing is sent or said of it. */
        Sending NO_PLACE = () -> Answer.Returned.RETURNED;

        /** Ends it; says what is known of it. */
        Answer giveUp();
    }

    /** Who hears what became of a sending. */
    interface Answered extends Consumer<Answer> {
        /** The same as {@link #accept}, only that the lane is not woken for it: whoever says it does that, when he has said all. */
        void quietly(Answer answer);
    }

    /** What the platform said. */
    sealed interface Answer {
        /** It has the events. */
        record Taken() implements Answer {
            static final Taken TAKEN = new Taken();
        }

        /** Nobody has seen them, and nobody is to blame: they go first next time. */
        record Returned() implements Answer {
            static final Returned RETURNED = new Returned();
        }

        /** It is full for now and has taken none of these: they go first when it is tried again, in their order, and it counts against none of them. */
        record Full(String why) implements Answer {}

        /** Nobody is where these events go; others may go elsewhere. They come again later, and it counts against none of them. */
        record Away(String why) implements Answer {}

        /** It lives, and does not want these events. */
        record Refused(String why) implements Answer {}

        /**
         * It could not say: down, slow, overloaded, in the wrong place.
         *
         * @param reached whether the events may have been seen
         * @param pauseMs how long it asks to be left alone; 0 when it does not say
         */
        record Failed(String why, boolean reached, long pauseMs) implements Answer {}
    }

    /**
     * @param ready send now
     * @param failure empty when it is only a matter of waiting
     */
    record Readiness(boolean ready, String failure) {
        static final Readiness READY = new Readiness(true, "");
        static final Readiness WAIT = new Readiness(false, "");

        static Readiness failed(String why) {
            return new Readiness(false, why);
        }
    }
}
