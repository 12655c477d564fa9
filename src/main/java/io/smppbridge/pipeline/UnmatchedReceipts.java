package io.smppbridge.pipeline;

import io.smppbridge.TaskId;
import io.smppbridge.journal.JournalRecord;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Receipts that fit no message: kept on disk, the newest so many, until an operator joins them anew (after the SMSC's settings have been
 * put right) or drops them. Everything but {@link #count} asks the journal thread and waits for it, at most ten seconds.
 */
@ThreadSafe
public final class UnmatchedReceipts {
    /** Read and tried between two turns of the journal thread. */
    private static final int AT_ONCE = 200;

    private final Books books;
    private final Inquiries inquiries;
    private final int most;
    private final Joiner joiner;
    /** Journal thread; by arrival here. */
    private final Map<Long, Kept> kept = new LinkedHashMap<>();

    private volatile int count;

    /**
     * One of them.
     *
     * @param id names it here
     * @param messageId as the SMSC wrote it; empty when it named none
     * @param stat the SMSC's word for the state
     * @param at when it came
     */
    public record Kept(TaskId id, String smsc, String messageId, String stat, String err, Instant at) {
        public Kept {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(smsc, "smsc");
            Objects.requireNonNull(messageId, "messageId");
            Objects.requireNonNull(stat, "stat");
            Objects.requireNonNull(err, "err");
            Objects.requireNonNull(at, "at");
        }
    }

    /**
     * What is listed.
     *
     * @param first the oldest
     * @param all how many there are
     */
    public record Listed(List<Kept> first, int all) {}

    /**
     * @param most how many are kept; the oldest makes room
     */
    UnmatchedReceipts(Books books, Inquiries inquiries, int most, Joiner joiner) {
        this.books = books;
        this.inquiries = inquiries;
        this.most = most;
        this.joiner = joiner;
    }

    /**
     * How they are joined.
     *
     * @param joins tries one anew, on the journal thread; true when it has found its message
     * @param busy whether the ids of messages are being entered anew; any thread
     */
    record Joiner(Predicate<InboundRecord> joins, BooleanSupplier busy) {}

    /** Whether ids are being entered anew after a change of the settings: what does not join now may join later. */
    public boolean isIndexing() {
        return joiner.busy().getAsBoolean();
    }

    /** How many there are. An estimate from any thread. */
    public int count() {
        return count;
    }

    /**
     * The oldest of them; empty when the journal thread did not answer in time.
     *
     * @param smsc whose; empty for all
     * @param atMost so many receipts
     */
    public Optional<Listed> list(String smsc, int atMost) {
        return inquiries.ask(() -> {
            if (smsc.isEmpty()) {
                return Optional.of(
                        new Listed(kept.values().stream().limit(atMost).toList(), kept.size()));
            }
            List<Kept> all = kept.values().stream()
                    .filter(one -> one.smsc().equals(smsc))
                    .toList();
            return Optional.of(new Listed(all.subList(0, Math.min(atMost, all.size())), all.size()));
        });
    }

    /**
     * Drops one for good; false when there is none of this id. Empty when the journal thread did not answer in time, which may do it later.
     */
    public Optional<Boolean> drop(long id) {
        return inquiries.settle(() -> {
            boolean known = kept.containsKey(id);
            if (known) {
                end(id);
            }
            return Optional.of(known);
        });
    }

    /**
     * Tries some anew, as the SMSC's settings are now. May take seconds.
     *
     * @return how many have found their message; empty when the journal thread did not answer in time, which may join some later
     */
    public Optional<Integer> rejoin(List<Long> ids) {
        int joined = 0;
        for (int from = 0; from < ids.size(); from += AT_ONCE) {
            List<Long> some = ids.subList(from, Math.min(ids.size(), from + AT_ONCE));
            List<InboundRecord> records = new ArrayList<>(some.size());
            Optional<List<Long>> positions = positions(some);
            if (positions.isEmpty()) {
                return Optional.empty();
            }
            for (long position : positions.get()) {
                books.journal
                        .read(position)
                        .filter(record -> record.type() == RecordType.INBOUND)
                        .map(JournalRecord::payload)
                        .map(InboundRecord::decode)
                        .ifPresent(records::add);
            }
            Optional<Integer> found = inquiries.ask(() -> Optional.of(join(records)));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            joined += found.get();
        }
        return Optional.of(joined);
    }

    private Optional<List<Long>> positions(List<Long> ids) {
        return inquiries.ask(() -> Optional.of(ids.stream()
                .filter(kept::containsKey)
                .map(id -> books.events.position(books.events.find(id)))
                .toList()));
    }

    /** On the journal thread. */
    private int join(List<InboundRecord> records) {
        int joined = 0;
        for (InboundRecord record : records) {
            if (kept.containsKey(record.id()) && joiner.joins().test(record)) {
                kept.remove(record.id());
                joined++;
            }
        }
        count = kept.size();
        return joined;
    }

    /** Journal thread: keeps one whose record is on disk. */
    void keep(long id, String smsc, SmscReceipt receipt, long atMs) {
        if (books.events.find(id) == EventTable.NONE) {
            return;
        }
        String stat = receipt.report().stat();
        kept.put(
                id,
                new Kept(
                        new TaskId(id),
                        smsc,
                        receipt.id(),
                        stat,
                        receipt.report().err(),
                        Instant.ofEpochMilli(atMs)));
        while (kept.size() > most) {
            end(kept.keySet().iterator().next());
        }
        count = kept.size();
    }

    /** Journal thread: it waits for nothing any more. */
    void end(long id) {
        kept.remove(id);
        count = kept.size();
        books.done(id);
    }
}
