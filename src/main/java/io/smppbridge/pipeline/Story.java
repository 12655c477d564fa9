package io.smppbridge.pipeline;

import io.smppbridge.journal.Journal;
import io.smppbridge.journal.JournalRecord;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * All that the journal says of one message, read back along the chain of its records. Safe for any thread; reads the disk.
 *
 * @param accept how it was accepted
 * @param progress what happened since, in order
 * @param close how it ended; empty while it is open
 */
record Story(AcceptRecord accept, List<ProgressRecord> progress, Optional<CloseRecord> close) {
    /**
     * Reads the chain that ends at a position.
     *
     * @return empty when a part of it has left the journal
     */
    static Optional<Story> read(Journal journal, long lastPosition) {
        Deque<ProgressRecord> progress = new ArrayDeque<>();
        CloseRecord close = null;
        long position = lastPosition;
        while (true) {
            Optional<JournalRecord> found = journal.read(position);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            ByteBuffer payload = found.get().payload();
            switch (found.get().type()) {
                case RecordType.ACCEPT -> {
                    return Optional.of(new Story(
                            AcceptRecord.decode(payload), new ArrayList<>(progress), Optional.ofNullable(close)));
                }
                case RecordType.CARRY -> {
                    Story carried = unpack(payload);
                    List<ProgressRecord> all = new ArrayList<>(carried.progress());
                    all.addAll(progress);
                    return Optional.of(
                            new Story(carried.accept(), all, close == null ? carried.close() : Optional.of(close)));
                }
                case RecordType.PROGRESS -> {
                    ProgressRecord step = ProgressRecord.decode(payload);
                    progress.addFirst(step);
                    position = step.previous();
                }
                case RecordType.CLOSE -> {
                    close = CloseRecord.decode(payload);
                    position = close.previous();
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
    }

    /** Writes the whole story as the content of one CARRY record; the id comes first, as in every record. */
    void pack(ByteBuffer out) {
        out.putLong(accept.id());
        accept.encode(out);
        out.put((byte) (close.isPresent() ? 1 : 0));
        out.putShort((short) progress.size());
        for (ProgressRecord step : progress) {
            step.encode(out);
        }
        close.ifPresent(end -> end.encode(out));
    }

    static Story unpack(ByteBuffer in) {
        in.getLong();
        AcceptRecord accept = AcceptRecord.decode(in);
        boolean closed = in.get() == 1;
        int count = in.getShort();
        List<ProgressRecord> progress = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            progress.add(ProgressRecord.decode(in));
        }
        return new Story(accept, progress, closed ? Optional.of(CloseRecord.decode(in)) : Optional.empty());
    }

    /** The SMSC it goes to now. */
    String smsc() {
        String smsc = accept.smsc();
        for (ProgressRecord step : progress) {
            if (step.kind() == ProgressRecord.Kind.REROUTED) {
                smsc = step.text();
            }
        }
        return smsc;
    }

    /** The last record that counts attempts; empty when there was none. */
    Optional<ProgressRecord> lastAttempt() {
        for (int i = progress.size() - 1; i >= 0; i--) {
            ProgressRecord step = progress.get(i);
            if (step.kind() == ProgressRecord.Kind.REFUSED
                    || step.kind() == ProgressRecord.Kind.UNANSWERED
                    || step.kind() == ProgressRecord.Kind.HELD
                    || step.kind() == ProgressRecord.Kind.RELEASED) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether the records tell that an attempt, or one after it, got no answer. Attempts are counted by what came of them, and a part may
     * have been refused in the same attempt that left another part without an answer: only a record of the latter kind tells of it.
     *
     * @param attempt as counted when it was submitted: all refusals and unanswered attempts before it, and one
     */
    boolean tellsUnanswered(int attempt) {
        for (ProgressRecord step : progress) {
            boolean unanswered =
                    step.kind() == ProgressRecord.Kind.UNANSWERED || step.kind() == ProgressRecord.Kind.HELD;
            if (unanswered && step.refusals() + step.unanswered() >= attempt) {
                return true;
            }
        }
        return false;
    }

    /** Attempts that were refused for a time. */
    int refusals() {
        int most = 0;
        for (ProgressRecord step : progress) {
            most = Math.max(most, step.refusals());
        }
        return most;
    }

    /** Attempts that got no answer. */
    int unanswered() {
        int most = 0;
        for (ProgressRecord step : progress) {
            most = Math.max(most, step.unanswered());
        }
        return most;
    }

    /** When the SMSC took the last part; 0 when it has not. */
    long submittedMs() {
        for (ProgressRecord step : progress) {
            if (step.kind() == ProgressRecord.Kind.SENT) {
                return step.atMs();
            }
        }
        return close.map(CloseRecord::submittedMs).orElse(0L);
    }
}
