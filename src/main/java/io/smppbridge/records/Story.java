package io.smppbridge.records;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.PartReport;
import io.smppbridge.TaskId;
import io.smppbridge.journal.JournalRecord;
import io.smppbridge.receipts.SharedId;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * All that the journal says of one message, read back along the chain of its records. Safe for any thread; reads the disk.
 *
 * @param accept how it was accepted
 * @param progress what happened since, in order
 * @param receipts what the SMSC's receipts said, in order
 * @param closes how it ended; more than one when the SMSC thought better of it; empty while it is open
 */
public record Story(
        AcceptRecord accept, List<ProgressRecord> progress, List<ReceiptRecord> receipts, List<CloseRecord> closes) {
    /** The message: for a part that was put together with others, the one that it has gone on within. */
    public TaskId id() {
        return new TaskId(accept.id());
    }

    /** How it ended, as far as is known now. */
    public Optional<CloseRecord> close() {
        return closes.isEmpty() ? Optional.empty() : Optional.of(closes.get(closes.size() - 1));
    }

    /**
     * Reads the chain that ends at a position.
     *
     * @param journal {@code journal::read}, or {@code journal::readAlong} where those of many are read about in the order they came in
     * @return empty when a part of it has left the journal
     */
    public static Optional<Story> read(LongFunction<Optional<JournalRecord>> journal, long lastPosition) {
        Optional<JournalRecord> found = journal.apply(lastPosition);
        if (found.isPresent() && found.get().type() == RecordType.ACCEPT) { // nearly all that wait
            AcceptRecord accept = AcceptRecord.decode(found.get().payload());
            return Optional.of(new Story(accept, List.of(), List.of(), List.of()));
        }
        Deque<ProgressRecord> progress = new ArrayDeque<>();
        Deque<ReceiptRecord> receipts = new ArrayDeque<>();
        Deque<CloseRecord> closes = new ArrayDeque<>();
        while (found.isPresent()) {
            long position;
            ByteBuffer payload = found.get().payload();
            switch (found.get().type()) {
                case RecordType.ACCEPT -> {
                    return Optional.of(new Story(
                            AcceptRecord.decode(payload),
                            new ArrayList<>(progress),
                            new ArrayList<>(receipts),
                            new ArrayList<>(closes)));
                }
                case RecordType.CARRY -> {
                    Story carried = unpack(payload);
                    carried.progress().addAll(progress);
                    carried.receipts().addAll(receipts);
                    carried.closes().addAll(closes);
                    return Optional.of(carried);
                }
                case RecordType.PROGRESS -> {
                    ProgressRecord step = ProgressRecord.decode(payload);
                    progress.addFirst(step);
                    position = step.previous();
                }
                case RecordType.CLOSE -> {
                    closes.addFirst(CloseRecord.decode(payload));
                    position = closes.getFirst().previous();
                }
                case RecordType.RECEIPT -> {
                    receipts.addFirst(ReceiptRecord.decode(payload));
                    position = receipts.getFirst().previous();
                }
                default -> {
                    return Optional.empty();
                }
            }
            found = journal.apply(position);
        }
        return Optional.empty();
    }

    /** Writes the whole story as the content of one CARRY record; the id comes first, as in every record. */
    public void pack(ByteBuffer out) {
        out.putLong(accept.id());
        accept.encode(out);
        out.putShort((short) progress.size()).putShort((short) receipts.size()).putShort((short) closes.size());
        for (ProgressRecord step : progress) {
            step.encode(out);
        }
        for (ReceiptRecord receipt : receipts) {
            receipt.encode(out);
        }
        for (CloseRecord end : closes) {
            end.encode(out);
        }
    }

    /** Reads what {@link #pack} wrote. */
    public static Story unpack(ByteBuffer in) {
        in.getLong();
        AcceptRecord accept = AcceptRecord.decode(in);
        int steps = in.getShort();
        int receiptCount = in.getShort();
        int ends = in.getShort();
        List<ProgressRecord> progress = new ArrayList<>(steps);
        for (int i = 0; i < steps; i++) {
            progress.add(ProgressRecord.decode(in));
        }
        List<ReceiptRecord> receipts = new ArrayList<>(receiptCount);
        for (int i = 0; i < receiptCount; i++) {
            receipts.add(ReceiptRecord.decode(in));
        }
        List<CloseRecord> closes = new ArrayList<>(ends);
        for (int i = 0; i < ends; i++) {
            closes.add(CloseRecord.decode(in));
        }
        return new Story(accept, progress, receipts, closes);
    }

    /** The id of a part as the SMSC where it is now gave it, perhaps a {@link SharedId}; empty when it has given none. */
    public String messageId(int part) {
        String id = "";
        for (ProgressRecord step : here()) {
            id = isTaken(step) && step.part() == part ? step.text() : id;
        }
        return id.isEmpty() && part == endedBy() ? closes.get(0).messageId() : id;
    }

    /** The part whose answer ended it, as far as its end tells one: the first that no other record says was taken; -1 when there is none. */
    private int endedBy() {
        for (int part = 0; !closes.isEmpty() && part < accept.partCount(); part++) {
            int number = part;
            if (here().stream().noneMatch(step -> isTaken(step) && step.part() == number)) {
                return part;
            }
        }
        return -1;
    }

    /** Whether the SMSC where it is now has taken a part of it while others were missing. */
    public boolean isBegun() {
        return here().stream().anyMatch(step -> step.kind() == ProgressRecord.Kind.PART_ACCEPTED);
    }

    /** Whether a step tells that the SMSC has taken a part. */
    public static boolean isTaken(ProgressRecord step) {
        return step.kind() == ProgressRecord.Kind.PART_ACCEPTED || step.kind() == ProgressRecord.Kind.SENT;
    }

    /** Whether the SMSC has given it an id together with others, in one submit_multi: that id does not name it alone. */
    public boolean sharesId() {
        return SharedId.isShared(messageId(0))
                || !closes.isEmpty() && SharedId.isShared(closes.get(0).messageId());
    }

    /** The last receipt about a part from the SMSC where it is now: one of a final state if there is one. */
    public Optional<ReceiptRecord> receipt(int part) {
        ReceiptRecord found = null;
        for (ReceiptRecord receipt : receiptsHere().toList()) {
            boolean better =
                    found == null || receipt.state().isFinal() || !found.state().isFinal();
            found = receipt.part() == part && better ? receipt : found;
        }
        return Optional.ofNullable(found);
    }

    /** What the platform hears of the parts of a message of several. */
    public List<PartReport> partReports() {
        List<PartReport> reports = new ArrayList<>();
        for (int part = 0; accept.partCount() > 1 && part < accept.partCount(); part++) {
            int number = part;
            receipt(part)
                    .ifPresent(r -> reports.add(new PartReport(
                            number + 1,
                            SharedId.plain(messageId(number)),
                            r.state().messageState(),
                            r.report())));
        }
        return reports;
    }

    /** The receipt, or the answer, that brought an end; none when something else did. */
    public CarrierReport reportOf(CloseRecord end) {
        CarrierReport found = CarrierReport.NONE;
        for (ReceiptRecord receipt : receipts) {
            boolean brought =
                    receipt.atMs() <= end.atMs() && receipt.report().words().equals(end.detail());
            found = brought ? receipt.report() : found;
        }
        return found.isNone() && !end.said().isEmpty() ? CarrierReport.NONE.withTlvs(end.said()) : found;
    }

    /** What the TLVs of the answer to a part say, of the SMSC where it is now. */
    public Map<String, String> said(int part) {
        Map<String, String> found = part == endedBy() ? closes.get(0).said() : Map.of();
        for (ProgressRecord step : here()) {
            found = step.part() == part && !step.said().isEmpty() ? step.said() : found;
        }
        return found;
    }

    /** The end that another one replaced. */
    public Optional<MessageState> before(CloseRecord end) {
        int index = closes.indexOf(end);
        return index > 0 ? Optional.of(closes.get(index - 1).state()) : Optional.empty();
    }

    /** The SMSC it goes to now. */
    public String smsc() {
        String smsc = accept.smsc();
        for (ProgressRecord step : progress) {
            if (step.kind() == ProgressRecord.Kind.REROUTED) {
                smsc = step.text();
            }
        }
        return smsc;
    }

    /** The number of its parts now, {@link PartsNumber#AWAITED} while it waits for one. */
    public int reference() {
        int reference = accept.reference();
        for (ProgressRecord step : progress) {
            reference = step.kind() == ProgressRecord.Kind.NUMBERED ? step.number() : reference;
        }
        return reference;
    }

    /** What happened since it came to the SMSC where it is now; the step that brought it there counts what it brought along. */
    public List<ProgressRecord> here() {
        for (int i = progress.size() - 1; i >= 0; i--) {
            if (progress.get(i).kind() == ProgressRecord.Kind.REROUTED) {
                return progress.subList(i, progress.size());
            }
        }
        return progress;
    }

    /** When the SMSC where it is now took it; 0 when it has not. */
    public long sentHereMs() {
        return here().stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.SENT)
                .mapToLong(ProgressRecord::atMs)
                .max()
                .orElse(0);
    }

    /** The last final word of a receipt of the SMSC where it is now. */
    public Optional<ReceiptRecord> lastWordHere() {
        return wordsHere().reduce((earlier, later) -> later);
    }

    /** The last of these that says just this. */
    public Optional<ReceiptRecord> wordHere(MessageState state) {
        return wordsHere().filter(word -> word.state().messageState() == state).reduce((earlier, later) -> later);
    }

    /** The final words of receipts of the SMSC where it is now. */
    public Stream<ReceiptRecord> wordsHere() {
        return receiptsHere().filter(word -> word.state().isFinal());
    }

    /** Receipts come in after the answer: those of an earlier SMSC before it went on. */
    public Stream<ReceiptRecord> receiptsHere() {
        long since = progress.stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.REROUTED)
                .mapToLong(ProgressRecord::atMs)
                .max()
                .orElse(-1);
        return receipts.stream().filter(word -> word.atMs() > since);
    }

    /** Whether it has been submitted to the SMSC where it is now, as far as records tell. */
    public boolean wasAttempted() {
        return here().stream().anyMatch(ProgressRecord::isOfAttempt);
    }

    /** The last record that counts attempts; empty when there was none. */
    public Optional<ProgressRecord> lastAttempt() {
        List<ProgressRecord> here = here();
        for (int i = here.size() - 1; i >= 0; i--) {
            ProgressRecord step = here.get(i);
            if (step.kind() == ProgressRecord.Kind.REFUSED
                    || step.kind() == ProgressRecord.Kind.UNANSWERED
                    || step.kind() == ProgressRecord.Kind.LAST_UNANSWERED
                    || step.kind() == ProgressRecord.Kind.HELD
                    || step.kind() == ProgressRecord.Kind.RELEASED) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    /** When the next attempt after that is due, as {@link ProgressRecord#dueAtMs(long)} has it; 0 for at once. */
    public long dueAgainMs(long nowMs) {
        return lastAttempt().map(step -> step.dueAtMs(nowMs)).orElse(0L);
    }

    /**
     * Whether the records tell that an attempt, or one after it, got no answer. Attempts are counted by what came of them, and a part may
     * have been refused in the same attempt that left another part without an answer: only a record of the latter kind tells of it.
     *
     * @param attempt as counted when it was submitted: all refusals and unanswered attempts before it, and one
     */
    public boolean tellsUnanswered(int attempt) {
        return withoutAnswer().anyMatch(step -> step.refusals() + step.unanswered() >= attempt);
    }

    /** The same of one part. */
    public boolean tellsUnanswered(int attempt, int part) {
        return withoutAnswer().anyMatch(step -> step.part() == part && step.refusals() + step.unanswered() >= attempt);
    }

    /** What got no answer from the SMSC where it is now. */
    public Stream<ProgressRecord> withoutAnswer() {
        return here().stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.UNANSWERED
                        || step.kind() == ProgressRecord.Kind.LAST_UNANSWERED
                        || step.kind() == ProgressRecord.Kind.HELD);
    }

    /** Attempts that were refused for a time. */
    public int refusals() {
        return here().stream().mapToInt(ProgressRecord::refusals).max().orElse(0);
    }

    /** Attempts that got no answer. */
    public int unanswered() {
        return here().stream().mapToInt(ProgressRecord::unanswered).max().orElse(0);
    }

    /** When the SMSC where it is now took the last part; 0 when it has not. */
    public long submittedMs() {
        long sent = sentHereMs();
        return sent > 0 ? sent : close().map(CloseRecord::submittedMs).orElse(0L);
    }
}
