package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.TaskId;
import io.smppbridge.routing.Route;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves a message that came to grief at its SMSC on to another one of its route, where the route says so; else it ends as it would have.
 * Each SMSC has a message at most once. The platform sees one id and one final state.
 *
 * <p>Nobody gets a message twice by it unless the route names a happening after which the first SMSC may have delivered it: a message of
 * which a part has been taken, or was reported as delivered, stays where it is otherwise.
 */
@OwnedBy("journal thread")
final class FailingOver {
    private static final Logger LOG = LoggerFactory.getLogger(FailingOver.class);
    private static final int AT_ONCE = 256;
    private static final long PAUSE_NANOS = 1_000_000;

    private final Books books;
    private final Settlement settlement;
    private final Rerouting rerouting;
    private final Executor reader;
    private final JournalDoor door;
    private final ArrayDeque<Wish> pending = new ArrayDeque<>();
    /** Messages whose receipt is awaited, and when that is too long; in the order of their times. */
    private final ArrayDeque<Awaited> awaited = new ArrayDeque<>();

    private int reading;

    /** @param otherwise what becomes of the message when it stays: asked with its slot, only while it is open */
    private record Wish(long id, Failover because, Otherwise otherwise) {}

    private record Awaited(long id, long dueAtMs) {}

    /** The end, or the further life, of a message that is not moved. */
    interface Otherwise {
        void then(int at);
    }

    FailingOver(Books books, Settlement settlement, Rerouting rerouting, Executor reader, JournalDoor door) {
        this.books = books;
        this.settlement = settlement;
        this.rerouting = rerouting;
        this.reader = reader;
        this.door = door;
    }

    /** Moves the message if its route wants that and an SMSC is there, else does what would have been done without. */
    void insteadOf(int at, Failover because, Otherwise otherwise) {
        if (!books.lanes.get().routes().mayFailOver(because)) {
            otherwise.then(at);
            return;
        }
        pending.add(new Wish(books.ledger.idAt(at), because, otherwise));
        turn();
    }

    /** The SMSC has taken it: from now on its receipt is awaited. */
    void sent(long id, long sentMs) {
        Lanes lanes = books.lanes.get();
        if (lanes.routes().mayFailOver(Failover.NO_RECEIPT)) {
            awaited.add(new Awaited(id, sentMs + lanes.receiptAfterMs()));
        }
    }

    /** Looks after receipts that have not come in time. */
    void lookAfterReceipts() {
        for (Awaited first = awaited.peek(); first != null && first.dueAtMs <= books.nowMs(); first = awaited.peek()) {
            awaited.poll();
            int at = books.ledger.find(first.id);
            if (at != Ledger.NONE && books.ledger.state(at) == MessageState.SENT) {
                insteadOf(at, Failover.NO_RECEIPT, stays -> {});
            }
        }
    }

    private void turn() {
        while (reading < AT_ONCE && !pending.isEmpty()) {
            Wish wish = pending.poll();
            int at = books.ledger.find(wish.id);
            if (at != Ledger.NONE && !books.ledger.state(at).isFinal()) {
                read(wish, at);
            }
        }
    }

    private void read(Wish wish, int at) {
        long last = books.ledger.lastPosition(at);
        reading++;
        door.afterWrite(() -> {
            try {
                reader.execute(() -> look(wish, last));
            } catch (RejectedExecutionException e) {
                decide(wish, Optional.empty(), last);
            }
        });
    }

    /** On the reading thread. */
    private void look(Wish wish, long last) {
        Optional<Story> story = Optional.empty();
        try {
            story = Story.read(books.journal, last);
        } catch (RuntimeException e) {
            LOG.warn("message {} cannot be read now, it stays with its SMSC", new TaskId(wish.id), e);
        }
        Optional<Story> found = story;
        while (!door.command(() -> decide(wish, found, last))) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    private void decide(Wish wish, Optional<Story> story, long asOf) {
        reading--;
        int at = books.ledger.find(wish.id);
        if (at != Ledger.NONE && !books.ledger.state(at).isFinal()) {
            if (story.isPresent() && books.ledger.lastPosition(at) != asOf) {
                read(wish, at);
                return;
            }
            Optional<Lane> other = story.flatMap(s -> other(s, wish.because));
            if (other.isPresent()) {
                move(at, story.get(), wish.because, other.get());
            } else {
                wish.otherwise.then(at);
            }
        }
        turn();
    }

    /** A live SMSC of its route that has not had it; its credit is taken. */
    private Optional<Lane> other(Story story, Failover because) {
        Lanes lanes = books.lanes.get();
        AcceptRecord accept = story.accept();
        Route route = lanes.routes().named(accept.trail().route());
        boolean expired = accept.expiresAtMs() <= books.nowMs();
        if (expired || !route.failsOver(because) || !because.mayDouble() && isPartlyThere(story, because)) {
            return Optional.empty();
        }
        List<String> tried = new ArrayList<>(List.of(accept.smsc()));
        story.progress().stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.REROUTED)
                .forEach(step -> tried.add(step.text()));
        String smsc = route.chooseOther(
                accept.asGiven().to().number(),
                tried,
                name -> lanes.find(name).map(Lane::isUp).orElse(false),
                name -> lanes.find(name)
                        .map(lane -> !lane.retired()
                                && lane.takes(accept.asGiven(), story.reference())
                                && lane.bag().tryAcquire(1))
                        .orElse(false));
        return lanes.find(smsc);
    }

    /** Whether sending it whole could bring the subscriber a part, or all of it, a second time. */
    private static boolean isPartlyThere(Story story, Failover because) {
        if (because == Failover.UNDELIVERED) {
            PartsAwaited parts = PartsAwaited.of(story);
            return story.accept().partCount() > 1 && !parts.allFailed();
        }
        return story.here().stream().anyMatch(step -> step.kind() == ProgressRecord.Kind.PART_ACCEPTED)
                || story.here().stream().anyMatch(step -> step.kind() == ProgressRecord.Kind.UNANSWERED);
    }

    private void move(int at, Story story, Failover because, Lane lane) {
        settlement.releaseCredit(at);
        if (because.mayDouble()) {
            books.ledger.markPossibleDuplicate(at);
        }
        long id = story.accept().id();
        if (books.ledger.multipart(at) && books.ledger.wish(at).asksForReceipt()) {
            books.awaited.put(id, new PartsAwaited(story.accept().partCount()));
        }
        books.ledger.state(at, MessageState.QUEUED);
        books.ledger.held(at, false);
        lane.stats().failedOver.increment();
        rerouting.moveAfresh(at, story, lane);
    }
}
