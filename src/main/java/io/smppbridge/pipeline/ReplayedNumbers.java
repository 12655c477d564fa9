package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.threads.OwnedBy;
import java.util.HashMap;
import java.util.Map;

/** What records that are read back tell of the numbers of concatenated parts. */
@OwnedBy("journal thread")
final class ReplayedNumbers {
    private final Books books;
    /** Messages without a number for their parts, by id, with the pair of which they wait for one. */
    private final Map<Long, Long> unnumbered = new HashMap<>();

    ReplayedNumbers(Books books) {
        this.books = books;
    }

    /** A message that was written anew. */
    void of(Story story, long position) {
        if (story.reference() == story.accept().reference()) { // else the step that gave it another one has told
            of(story.accept().concatKey(), story.accept().id(), story.reference(), position);
        }
        story.progress().forEach(this::step);
        story.close().ifPresent(end -> ended(end, PartsAwaited.of(story).allDelivered()));
    }

    /** What happened to a message: a handset may hold a part of it. */
    void step(ProgressRecord step) {
        switch (step.kind()) {
            case SENT -> books.inUse.sent(step.id(), step.atMs());
            case PART_ACCEPTED, UNANSWERED, HELD -> books.inUse.mayBeThere(step.id());
            case REROUTED -> books.inUse.again(step.id());
            default -> {
                // nothing that a handset could have
            }
        }
    }

    /** @param pair 0 when the message bears no number */
    void of(long pair, long id, int number, long position) {
        if (pair == 0) {
            unnumbered.remove(id);
        } else if (number == ConcatNumbers.AWAITED) {
            unnumbered.put(id, pair);
        } else {
            unnumbered.remove(id);
            books.concat.bears(pair, id, number, position, books.nowMs());
            of(pair, number, position);
        }
    }

    /** A number that stands for itself. */
    void of(long pair, int number, long position) {
        if (ConcatNumbers.isOurs(number)) {
            books.concat.saw(pair, number, position, books.nowMs());
        }
    }

    /** @param delivered whether the receipts of all of its parts say so */
    void ended(CloseRecord end, boolean delivered) {
        unnumbered.remove(end.id());
        books.inUse.ended(end.id(), end.state(), delivered && end.state() == MessageState.DELIVERED, end.atMs());
    }

    /** The pair of which an open message waits for a number; 0 when it does not. */
    long awaits(long id) {
        return unnumbered.getOrDefault(id, 0L);
    }
}
