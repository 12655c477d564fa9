package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.records.StreamKey;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The way in for one connection's stream. Of a stream with a name everything goes through the ring in the order of the ids, also what is
 * refused for good, so that the journal thread sees each id and its record covers it.
 */
@OwnedBy("who hands over: one thread at a time")
final class StreamIntake implements StreamDoor {
    private static final SendOutcome BEHIND = new SendOutcome.NotAccepting(
            "an earlier message of the stream has found no room yet", Duration.ofSeconds(1));
    private static final String FULL = "the bridge knows as many streams as it may; raise pipeline.streams";

    private final Intake plain;
    private final Intake.Shared shared;
    private final Books books;
    private final JournalDoor door;
    private final StreamKey stream;
    private final String client;
    private final Admitted room = new Admitted();
    private Intake.Place place = Intake.Place.NONE;

    StreamIntake(Intake plain, Intake.Shared shared, StreamKey stream, String client, Books books, JournalDoor door) {
        this.plain = plain;
        this.shared = shared;
        this.stream = stream;
        this.client = client;
        this.books = books;
        this.door = door;
    }

    @Override
    public void standing(Consumer<Standing> told) {
        if (stream.isNone()) {
            told.accept(new Standing(0, ""));
            return;
        }
        // What an earlier connection has handed over is taken first, or the next would number anew what stands for
        // other messages.
        boolean asked = door.command(() -> door.afterCallers(() -> {
            Streams.Stream known = books.streams.find(stream);
            String refusal = known == null && books.streams.isFull() ? FULL : "";
            Standing standing = new Standing(known == null ? 0 : known.last(), refusal);
            door.afterForce(() -> told.accept(standing));
        }));
        if (!asked) {
            told.accept(new Standing(0, "the bridge has too much to do; try again"));
        }
    }

    @Override
    public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
        SendBatch batch = plain.batch(list.size(), done);
        if (stream.isNone()) {
            plain.send(batch, list);
        } else {
            send(batch, firstId, list);
        }
    }

    /** What is in the ring stands there in the order of the ids, without a gap. */
    private void send(SendBatch batch, long firstId, List<? extends Streamed> list) {
        if (place == Intake.Place.NONE) {
            place = new Intake.Place(stream, client, firstId - 1);
        }
        boolean whole = false;
        try {
            several(batch, firstId, list);
            whole = true;
        } finally {
            if (!whole) {
                batch.abandon();
            }
            shared.bell().run(); // also for those that were published before an error
        }
    }

    private void several(SendBatch batch, long firstId, List<? extends Streamed> list) {
        long nowMs = shared.admission().nowMs();
        Optional<SendOutcome.NotAccepting> closed = shared.closed().get();
        boolean stuck = false;
        for (int i = 0; i < list.size(); i++) {
            if (stuck) {
                batch.decide(i, BEHIND);
                continue;
            }
            SendOutcome.Refusal refusal =
                    closed.isPresent() ? closed.get() : one(batch, i, list.get(i), firstId + i, nowMs);
            if (refusal != null) {
                plain.refuse(batch, i, refusal);
                stuck = true;
            }
        }
    }

    /** Null when it is in the ring; any other answer is for the moment only. */
    private SendOutcome.Refusal one(SendBatch batch, int index, Streamed entry, long id, long nowMs) {
        SendOutcome.Refusal refusal = entry instanceof OutboundSms sms
                ? plain.offer(batch, index, sms, place, id, nowMs, room)
                : (SendOutcome.Refusal) entry;
        if (refusal == null || !Intake.isForGood(refusal)) {
            return refusal;
        }
        SendOutcome.Refusal covered = plain.cover(batch, index, refusal, entry, place, id);
        if (covered == null) {
            plain.count(refusal);
        }
        return covered;
    }
}
