package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Priority;
import io.smppbridge.TaskId;
import io.smppbridge.journal.JournalException;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages whose attempt got no answer and whose SMSC says {@code uncertain = hold}: each waits for an operator's word, or for the
 * end of its validity. Everything but {@link #count} asks the journal thread and waits for it, at most ten seconds; {@link #resolve} asks twice.
 */
@ThreadSafe
public final class HeldMessages {
    private final Books books;
    private final Settlement settlement;
    private final JournalDoor door;
    private final Inquiries inquiries;

    HeldMessages(Books books, Settlement settlement, JournalDoor door, Inquiries inquiries) {
        this.books = books;
        this.settlement = settlement;
        this.door = door;
        this.inquiries = inquiries;
    }

    /**
     * One of them.
     *
     * @param id which also tells when it was accepted
     * @param smsc empty when it is not configured any more
     */
    public record Message(TaskId id, String smsc) {}

    /**
     * What is listed.
     *
     * @param first some of them, in no order
     * @param all how many there are
     */
    public record Listed(List<Message> first, int all) {}

    /** How many there are. An estimate from any thread. */
    public int count() {
        return books.ledger.heldCount();
    }

    /**
     * Some of them; empty when the journal thread did not answer in time.
     *
     * @param smsc whose; empty for all
     * @param atMost so many messages
     */
    public Optional<Listed> list(String smsc, int atMost) {
        return inquiries.ask(() -> Optional.of(smsc.isEmpty() ? found(atMost) : found(smsc, atMost)));
    }

    /**
     * Sends one again, or gives it up as uncertain. False when there is no such held message, or no SMSC to send it by; empty when the journal
     * thread did not answer in time, which may do it later.
     */
    public Optional<Boolean> resolve(long id, boolean resend) {
        Optional<Priority> priority = resend ? priority(id) : Optional.of(Priority.NORMAL);
        return priority.flatMap(known -> inquiries.settle(() -> {
            int at = books.ledger.find(id);
            if (at == Ledger.NONE || !isHeld(at)) {
                return Optional.of(false);
            }
            if (resend && books.lane(at) == null) {
                return Optional.of(false);
            }
            resolveAt(at, resend, known);
            return Optional.of(true);
        }));
    }

    /** That which it was accepted with, and which memory does not keep; empty when the journal thread did not say in time where that stands. */
    private Optional<Priority> priority(long id) {
        return inquiries.message(id).map(stands -> stands.map(this::priorityAt).orElse(Priority.NORMAL));
    }

    private Priority priorityAt(long last) {
        try {
            return Story.read(books.journal::read, last)
                    .map(story -> story.accept().sms().priority())
                    .orElse(Priority.NORMAL);
        } catch (JournalException unreadable) {
            return Priority.NORMAL; // whoever takes it to send it tells
        }
    }

    /** On the journal thread; looks no further than there are any. */
    private Listed found(int atMost) {
        Ledger ledger = books.ledger;
        int wanted = Math.min(atMost, ledger.heldCount());
        List<Message> messages = new ArrayList<>(wanted);
        for (int at = 0; messages.size() < wanted && at < ledger.slots(); at++) {
            if (ledger.idAt(at) != 0 && isHeld(at)) {
                messages.add(new Message(new TaskId(ledger.idAt(at)), name(at)));
            }
        }
        return new Listed(messages, ledger.heldCount());
    }

    /** The same of one SMSC, behind however many of others. */
    private Listed found(String smsc, int atMost) {
        Ledger ledger = books.ledger;
        List<Message> messages = new ArrayList<>();
        int all = 0;
        int left = ledger.heldCount();
        for (int at = 0; left > 0 && at < ledger.slots(); at++) {
            if (ledger.idAt(at) != 0 && isHeld(at)) {
                left--;
                if (name(at).equals(smsc)) {
                    all++;
                    if (messages.size() < atMost) {
                        messages.add(new Message(new TaskId(ledger.idAt(at)), smsc));
                    }
                }
            }
        }
        return new Listed(messages, all);
    }

    private String name(int at) {
        Lane lane = books.lanes.get().at(books.ledger.lane(at));
        return lane == null ? "" : lane.name();
    }

    private boolean isHeld(int at) {
        return books.ledger.held(at) && !books.ledger.isLapsing(at);
    }

    private void resolveAt(int at, boolean resend, Priority priority) {
        Ledger ledger = books.ledger;
        Lane lane = books.lane(at);
        if (!resend) {
            settlement.close(at, MessageState.UNCERTAIN, "", "given up by an operator: perhaps sent");
            return;
        }
        long id = ledger.idAt(at);
        long position = books.append(at, ProgressRecord.released(id, ledger.lastPosition(at), books.nowMs()));
        ledger.held(at, false);
        boolean placed = ledger.credit(at); // else it goes into a bag once it has a place
        if (placed && !books.unnumbered.holds(id)) {
            lane.bag().put(id, position, null, priority, 0);
            door.afterWrite(() -> lane.bag().publish());
        }
    }
}
