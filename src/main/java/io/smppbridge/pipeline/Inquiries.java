package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Waiting;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Questions that other threads ask of the journal thread and wait for, at most ten seconds. Never to be asked on that thread itself. */
@ThreadSafe
final class Inquiries {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final Books books;
    private final JournalDoor door;
    private final Waiting waiting;

    Inquiries(Books books, JournalDoor door, Waiting waiting) {
        this.books = books;
        this.door = door;
        this.waiting = waiting;
    }

    /** Where the last record of an open message stands, in it nothing when it is not open; empty when there is no answer in time. */
    Optional<Optional<Long>> message(long id) {
        return ask(() -> {
            int at = books.ledger.find(id);
            Optional<Long> stands = books.isOpen(at) ? Optional.of(books.ledger.lastPosition(at)) : Optional.empty();
            return Optional.of(stands);
        });
    }

    /**
     * Where an event stands; empty when it is done with.
     *
     * @throws IllegalStateException if there is no answer in time, or the caller is interrupted: that says nothing of the event
     */
    Optional<Long> event(long id) {
        return ask(() -> {
                    int at = books.events.find(id);
                    Optional<Long> stands =
                            at == EventTable.NONE ? Optional.empty() : Optional.of(books.events.position(at));
                    return Optional.of(stands);
                })
                .orElseThrow(() -> new IllegalStateException("the journal thread has not said where it stands"));
    }

    /** Has something done, and waits for that as for an answer. */
    void tell(Runnable work) {
        ask(() -> {
            work.run();
            return Optional.of(true);
        });
    }

    /** Whatever the question finds, once it can be read back; empty also when there is no answer in time. */
    <T> Optional<T> ask(Supplier<Optional<T>> question) {
        return ask(question, door::afterWrite);
    }

    /** Has something done, and answers what came of it once that is forced to disk; empty also when there is no answer in time. */
    <T> Optional<T> settle(Supplier<Optional<T>> work) {
        return ask(work, door::afterForce);
    }

    private <T> Optional<T> ask(Supplier<Optional<T>> question, Consumer<Runnable> whenKept) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty(); // whoever is to stop is not to wait, nor to be lucky
        }
        CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
        boolean asked = door.command(() -> {
            Optional<T> found = question.get();
            whenKept.accept(() -> answer.complete(found));
        });
        try {
            boolean answered = asked && waiting.await(answer, ANSWER_WITHIN);
            return answered ? answer.join() : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
