package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.records.EraseRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Orders to erase what is on the disk about a number, for an operator. Both ask the journal thread and wait for it, at most ten seconds. */
@ThreadSafe
public final class Erasing {
    private static final long WAIT_SECONDS = 10;

    private final Books books;
    private final JournalDoor door;
    private final Inquiries inquiries;

    Erasing(Books books, JournalDoor door, Inquiries inquiries) {
        this.books = books;
        this.door = door;
        this.inquiries = inquiries;
    }

    /**
     * One order.
     *
     * @param last the number's last three digits; empty when it is done
     * @param done empty while it is not done
     * @param remaining records about the number that the last look through the journal had to keep; below 0 before the first has ended
     */
    public record Order(TaskId id, String last, Instant at, boolean withdraw, Optional<Instant> done, int remaining) {}

    /** How many are not done. */
    public int open() {
        return books.erasures.open();
    }

    /** Orders it; the order is on disk when this returns. Empty when there are too many, or no answer in time. */
    public Optional<TaskId> order(Address number, boolean withdraw) {
        CompletableFuture<Optional<TaskId>> answer = new CompletableFuture<>();
        boolean asked = door.command(() -> {
            if (books.erasures.isFull()) {
                answer.complete(Optional.empty());
                return;
            }
            EraseRecord record = new EraseRecord(books.nextId(), number.number(), books.nowMs(), withdraw, 0);
            record.encode(books.record(RecordType.ERASE));
            books.erasures.enter(record, books.finish());
            door.afterForce(() -> answer.complete(Optional.of(new TaskId(record.id()))));
        });
        try {
            return asked ? answer.get(WAIT_SECONDS, TimeUnit.SECONDS) : Optional.empty();
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Those that are not done, and those done within a week; empty when there was no answer in time. */
    public Optional<List<Order>> list() {
        return inquiries.ask(() ->
                Optional.of(books.erasures.all().stream().map(Erasing::told).toList()));
    }

    private static Order told(Erasures.Order order) {
        EraseRecord record = order.record;
        return new Order(
                new TaskId(record.id()),
                record.number().substring(Math.max(0, record.number().length() - 3)),
                Instant.ofEpochMilli(record.orderedMs()),
                record.withdraw(),
                record.isDone() ? Optional.of(Instant.ofEpochMilli(record.doneMs())) : Optional.empty(),
                order.remaining);
    }
}
