package io.smppbridge.pipeline;

import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Questions that other threads ask of the journal thread and wait for, at most ten seconds. Never to be asked on that thread itself. */
@ThreadSafe
final class Inquiries {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final Books books;
    private final JournalDoor door;

    Inquiries(Books books, JournalDoor door) {
        this.books = books;
        this.door = door;
    }

    /** Where the last record of an open message stands; empty when it is not open. */
    Optional<Long> message(long id) {
        return ask(() -> {
            int at = books.ledger.find(id);
            boolean open = at != Ledger.NONE && !books.ledger.state(at).isFinal();
            return open ? Optional.of(books.ledger.lastPosition(at)) : Optional.empty();
        });
    }

    /** Where an event stands; empty when it is done with. */
    Optional<Long> event(long id) {
        return ask(() -> {
            int at = books.events.find(id);
            return at == EventTable.NONE ? Optional.empty() : Optional.of(books.events.position(at));
        });
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
        if (Thread.currentThread().isInterrupted()) {
            return Optional.empty(); // whoever is to stop is not to wait, nor to be lucky
        }
        CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
        boolean asked = door.command(() -> {
            Optional<T> found = question.get();
            door.afterWrite(() -> answer.complete(found));
        });
        try {
            return asked ? answer.get(ANSWER_WITHIN.toSeconds(), TimeUnit.SECONDS) : Optional.empty();
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
