package io.smppbridge.pipeline;

import io.smppbridge.journal.SegmentReader;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.ConsentRecord;
import io.smppbridge.records.EraseRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.ReplyRecord;
import io.smppbridge.records.Story;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Waiting;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties the oldest segment: what in it still matters is written anew at the journal's end, then the segment can go. The reading is
 * done on the reading thread; the journal thread decides, record by record, what still matters, so nothing can change in between. A
 * crash at any point leaves the old record, or both.
 */
@ThreadSafe
final class Compactor {
    private static final Logger LOG = LoggerFactory.getLogger(Compactor.class);
    private static final int BATCH = 256;
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(60);

    private final Books books;
    private final Withdrawals withdrawals;
    private final Executor reader;
    private final JournalDoor door;
    private final Waiting waiting;
    private final WrittenAnew anew;
    private volatile boolean busy;

    Compactor(Books books, Withdrawals withdrawals, Executor reader, JournalDoor door, Waiting waiting) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.reader = reader;
        this.door = door;
        this.waiting = waiting;
        this.anew = new WrittenAnew(books);
    }

    boolean isBusy() {
        return busy;
    }

    /** Journal thread: starts on the oldest segment. */
    void compact(long segment) {
        busy = true;
        Runnable walk = () -> {
            try {
                walk(segment);
                await(() -> drop(segment));
            } catch (RuntimeException e) {
                LOG.error("segment {} could not be emptied; it stays and will be tried again", segment, e);
            } finally {
                busy = false;
            }
        };
        try {
            reader.execute(walk);
        } catch (RejectedExecutionException e) {
            busy = false; // the next upkeep tries again
        }
    }

    private void walk(long segment) {
        Optional<SegmentReader> opened = books.journal.readSegment(segment);
        if (opened.isEmpty()) {
            return;
        }
        List<Runnable> small = new ArrayList<>(BATCH);
        List<Carry> messages = new ArrayList<>(BATCH);
        try (SegmentReader records = opened.get()) {
            while (records.next()) {
                step(records.type(), records.position(), records.payload(), small, messages);
                if (small.size() + messages.size() >= BATCH) {
                    flush(small, messages);
                }
            }
        }
        flush(small, messages);
    }

    /** A message that may begin here. */
    private static final class Carry {
        final long id;
        final long position;
        long last;
        Story story;

        Carry(long id, long position) {
            this.id = id;
            this.position = position;
        }
    }

    private void step(byte type, long position, ByteBuffer in, List<Runnable> small, List<Carry> messages) {
        switch (type) {
            case RecordType.ACCEPT -> {
                AcceptRecord.Head head = AcceptRecord.head(in);
                anew.numbered(AcceptRecord.bearer(in, head), position, small);
                messages.add(new Carry(head.id(), position));
                anew.ref(head.ref(), head.id(), position, small);
                anew.stream(head.place(), position, small);
            }
            case RecordType.CARRY -> {
                Story story = Story.unpack(in);
                messages.add(new Carry(story.accept().id(), position));
                anew.ref(story.accept().ref(), story.accept().id(), position, small);
                anew.stream(story.accept().place(), position, small);
                anew.numbered(story.accept().bearer(), position, small);
                story.progress().stream()
                        .filter(one -> one.kind() == ProgressRecord.Kind.NUMBERED)
                        .forEach(one -> anew.numbered(one.bearer(), position, small));
            }
            case RecordType.REF -> {
                RefKey key = new RefKey(in.getLong(), in.getLong(), in.getLong());
                anew.ref(key, in.getLong(), position, small);
            }
            case RecordType.STREAM -> anew.stream(StreamPlace.get(in), position, small);
            case RecordType.PROGRESS ->
                ProgressRecord.numberedIn(in).ifPresent(one -> anew.numbered(one.bearer(), position, small));
            case RecordType.REPLY -> anew.reply(ReplyRecord.decode(in), position, small);
            case RecordType.CONSENT -> anew.consent(ConsentRecord.decode(in), position, small);
            case RecordType.ERASE -> anew.erase(EraseRecord.decode(in), position, small);
            case RecordType.NUMBER -> anew.number(in.getLong(), position, small);
            case RecordType.TAKEN -> anew.taken(in.getLong(), position, small);
            case RecordType.INBOUND, RecordType.MESSAGE, RecordType.NEWS, RecordType.ALERT ->
                anew.event(type, position, in, small);
            case RecordType.EVENT_DEAD -> anew.aside(in, small);
            default -> {
                // CLOSE and EVENT_DONE go with what they are about.
            }
        }
    }

    /** Messages first: one that is carried vouches for its own clientRef. */
    private void flush(List<Runnable> small, List<Carry> messages) {
        List<Carry> open = List.copyOf(messages);
        messages.clear();
        while (!open.isEmpty()) {
            List<Carry> asked = open;
            await(() -> asked.forEach(this::locate));
            List<Carry> live = asked.stream().filter(c -> c.last != 0).toList();
            live.forEach(
                    c -> c.story = Story.read(books.journal::readAlong, c.last).orElse(null));
            List<Carry> changed = new ArrayList<>();
            await(() -> live.forEach(c -> {
                if (c.story != null && !write(c)) {
                    changed.add(c);
                }
            }));
            open = List.copyOf(changed);
        }
        List<Runnable> now = List.copyOf(small);
        small.clear();
        await(() -> now.forEach(Runnable::run));
    }

    /** Journal thread: where the message's last record stands, 0 when it is over or begins elsewhere. */
    private void locate(Carry carry) {
        int at = books.ledger.find(carry.id);
        boolean here = at != Ledger.NONE && books.ledger.acceptPosition(at) == carry.position;
        carry.last = here ? books.ledger.lastPosition(at) : 0;
    }

    /** Journal thread: false when something happened to the message since it was read. */
    private boolean write(Carry carry) {
        int at = books.ledger.find(carry.id);
        if (at == Ledger.NONE) {
            return true;
        }
        if (books.ledger.lastPosition(at) != carry.last) {
            return false;
        }
        AcceptRecord accept = carry.story.accept();
        if (books.erasures.withdraw(accept.sms().to().number(), accept.acceptedMs())
                && withdrawals.erase(at, carry.story.isBegun())) {
            return false;
        }
        ByteBuffer out = books.record(RecordType.CARRY);
        int from = out.position();
        books.events.outstanding(carry.story).pack(out);
        books.erasures.moved(out, from, accept.acceptedMs());
        long moved = books.finish();
        books.ledger.carried(at, moved);
        RefKey ref = carry.story.accept().ref();
        if (!ref.isNone() && books.refs.message(ref) == carry.id) {
            books.refs.enter(ref, carry.id, moved);
        }
        for (CloseRecord end : carry.story.closes()) {
            int event = books.events.find(end.eventId());
            if (event != EventTable.NONE) {
                books.events.moved(event, moved);
            }
        }
        books.ledger.rest(at);
        return true;
    }

    /** Journal thread: the segment goes if nothing has been left in it; else it is tried again later. */
    private void drop(long segment) {
        if (books.journal.oldestSegment() == segment && books.use.of(segment) == 0 && books.refUse.of(segment) == 0) {
            OldSegments.drop(books, segment);
        }
    }

    /** Runs on the journal thread and waits until it has: at most so many records are ever under way. */
    private void await(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Runnable command = () -> {
            try {
                work.run();
            } finally {
                door.afterWrite(() -> done.complete(null));
            }
        };
        try {
            while (!door.command(command)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            if (!waiting.await(done, ANSWER_WITHIN)) {
                throw new IllegalStateException("the journal thread did not answer within " + ANSWER_WITHIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
