package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.util.HashMap;
import java.util.Map;

/** What records that are read back tell of the numbers of concatenated parts. */
@OwnedBy("journal thread")
final class ReplayedNumbers {
    private final Books books;
    /** Messages without a number for their parts, by id. */
    private final Map<Long, Bearer> unnumbered = new HashMap<>();

    ReplayedNumbers(Books books) {
        this.books = books;
    }

    /** A message that was written anew. */
    void of(Story story, long position) {
        if (story.reference() == story.accept().reference()) { // else the step that gave it another one has told
            of(story.accept().bearer(), position);
        }
        story.progress().forEach(this::step);
        story.close().ifPresent(end -> ended(end, PartsAwaited.of(story).allDelivered()));
    }

    /** What happened to a message: a handset may hold a part of it. */
    void step(ProgressRecord step) {
        switch (step.kind()) {
            case SENT -> books.inUse.sent(step.id(), step.atMs());
            case PART_ACCEPTED, UNANSWERED, HELD, LAST_UNANSWERED -> books.inUse.mayBeThere(step.id());
            case REROUTED -> books.inUse.again(step.id());
            default -> {
                // nothing that a handset could have
            }
        }
    }

    /** @param bearer its pair is 0 when the message bears no number */
    void of(Bearer bearer, long position) {
        if (bearer.pair() != 0 && bearer.number() == PartsNumber.AWAITED) {
            unnumbered.put(bearer.id(), bearer);
            return;
        }
        unnumbered.remove(bearer.id());
        if (bearer.pair() != 0) {
            books.concat.bears(bearer, position, books.nowMs());
            of(bearer.pair(), bearer.number(), position);
        }
    }

    /** A number that stands for itself. */
    void of(long pair, int number, long position) {
        if (PartsNumber.isOurs(number)) {
            books.concat.saw(pair, number, position, books.nowMs());
        }
    }

    /** @param delivered whether the receipts of all of its parts say so */
    void ended(CloseRecord end, boolean delivered) {
        unnumbered.remove(end.id());
        books.inUse.ended(end.id(), end.state(), delivered && end.state() == MessageState.DELIVERED, end.atMs());
    }

    boolean awaitsAny() {
        return !unnumbered.isEmpty();
    }

    /** An open message that waits for a number, with the pair that this is to be one of; null when it does not. */
    Bearer awaits(long id) {
        return unnumbered.isEmpty() ? null : unnumbered.get(id);
    }
}
