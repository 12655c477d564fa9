package io.smppbridge.stages;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * What is done at each stage. Methods are called by the threads of their stage: where a pool has several, at the same time with different
 * slots. What one throws is logged and counted, and the message refused by {@link #failed}; the thread goes on.
 *
 * @param <S> the slots it works on
 */
public interface Work<S extends Slot> {
    /** What is to be done with what was received. */
    enum Next {
        /** Nothing has come, or nothing that may be answered: the slot is filled again. */
        NOTHING,
        /** On to processing. */
        PROCESS,
        /** It is refused already: on to the answer. */
        ANSWER,
        /** Nothing will come any more. */
        END
    }

    /**
     * Pre-processing: waits until a message comes, for a second at most, decodes it and checks who sent it.
     *
     * @throws IOException when nothing could be received; counted, and tried again
     */
    Next receive(S slot) throws IOException;

    /** Whether a message that finds no free slot waits for one, as its sender then waits too; if not, it is refused. */
    boolean waitsForRoom();

    /** There is no free slot for this message: it is answered at once, by the thread that has received it. */
    void noRoom(S slot);

    /**
     * Processing. Each slot is given to {@code done} once, now or later, by any thread.
     *
     * @param slots the array is the caller's and used again: keep none of it
     */
    void process(S[] slots, int count, Consumer<S> done);

    /** Processing of this message has failed by an error in the program: says so in the slot, to be answered. */
    void failed(S slot);

    /** Post-processing: answers one message. */
    void answer(S slot) throws IOException;

    /** No more answers stand in line now: whoever gathers them sends them. */
    default void flush() throws IOException {}
}
