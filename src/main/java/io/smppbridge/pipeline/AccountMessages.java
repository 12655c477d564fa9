package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.TaskId;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.Story;
import io.smppbridge.settings.SmscConfig.Operations.Asks;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Questions about one account's messages: asked of the journal thread, answered from the journal on the reading thread. */
@ThreadSafe
final class AccountMessages implements Messages {
    private static final int CHANGE_ATTEMPTS = 3;

    private final String account;
    private final Books books;
    private final Withdrawals withdrawals;
    private final Settlement settlement;
    private final ReceiptStage receipts;
    private final JournalDoor door;
    private final Executor reader;
    private final HandedOver handedOver;
    private final Amendments amendments;
    private final Joining joining;
    private final Withdrawing withdrawing;
    private final Deleting deleting;

    AccountMessages(
            String account,
            Books books,
            Withdrawals withdrawals,
            Settlement settlement,
            ReceiptStage receipts,
            JournalDoor door,
            Executor reader,
            HandedOver handedOver,
            Amendments amendments) {
        this.account = account;
        this.books = books;
        this.withdrawals = withdrawals;
        this.settlement = settlement;
        this.receipts = receipts;
        this.door = door;
        this.reader = reader;
        this.handedOver = handedOver;
        this.amendments = amendments;
        this.joining = new Joining(books, withdrawals, settlement, amendments);
        this.withdrawing = new Withdrawing(books, withdrawals, settlement, door);
        this.deleting = new Deleting(books);
    }

    /** What the tables say of a message, and what the journal says. */
    record Found(MessageState state, boolean held, boolean taken, int lane, long position, Story story) {
        /** Only the journal knows more. */
        static Found ended(long position) {
            return new Found(null, false, false, 0, position, null);
        }

        /** With what the journal says, which alone knows the state of what has ended. */
        Found with(Story read) {
            MessageState known =
                    state != null ? state : read.close().map(CloseRecord::state).orElse(MessageState.QUEUED);
            return new Found(known, held, taken, lane, position, read);
        }
    }

    @Override
    public CompletableFuture<Optional<MessageView>> find(TaskId id) {
        return look(id).thenApply(found -> found.map(it -> MessageViews.of(it.state(), it.story())));
    }

    @Override
    public CompletableFuture<Withdrawal> cancel(TaskId id) {
        return look(id).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(Withdrawal.UNKNOWN);
            }
            Story story = found.get().story();
            if (found.get().state() == MessageState.SENT && handedOver.may(story, Asks.CANCEL)) {
                return cancelAtSmsc(story.id(), story);
            }
            return withdraw(found.get(), CHANGE_ATTEMPTS);
        });
    }

    /** It is withdrawn as it was found, or looked at once more. */
    private CompletableFuture<Withdrawal> withdraw(Found found, int attempts) {
        CompletableFuture<Optional<Withdrawal>> result = new CompletableFuture<>();
        command(() -> withdrawing.withdraw(found.story(), found.position(), result), result);
        return result.thenCompose(outcome -> outcome.isPresent()
                ? CompletableFuture.completedFuture(outcome.get())
                : attempts > 1
                        ? withdraw(found.story().id(), attempts - 1)
                        : CompletableFuture.completedFuture(Withdrawal.TOO_LATE));
    }

    private CompletableFuture<Withdrawal> withdraw(TaskId id, int attempts) {
        return look(id).thenCompose(found -> found.isPresent()
                ? withdraw(found.get(), attempts)
                : CompletableFuture.completedFuture(Withdrawal.ENDED));
    }

    @Override
    public CompletableFuture<Optional<CarrierView>> query(TaskId id) {
        return look(id).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            Story story = found.get().story();
            MessageView view = MessageViews.of(found.get().state(), story);
            if (!handedOver.may(story, Asks.QUERY)) {
                String why = story.sharesId()
                        ? "the SMSC has given it one message_id with others, in one submit_multi: it cannot be asked about one"
                        : "smsc." + story.smsc() + ".operations does not name query: its SMSC is not asked";
                return CompletableFuture.completedFuture(Optional.of(new CarrierView(view, List.of(), why)));
            }
            return handedOver
                    .query(story)
                    .thenApply(parts -> Optional.of(new CarrierView(
                            view, parts, parts.isEmpty() ? "the SMSC has given it no message_id yet" : "")));
        });
    }

    @Override
    public CompletableFuture<Changed> change(TaskId id, Change change) {
        return change(id, change, CHANGE_ATTEMPTS);
    }

    /** Something may happen to the message between the look and the change: then it is looked at again, so many times. */
    private CompletableFuture<Changed> change(TaskId id, Change change, int attempts) {
        return look(id).thenCompose(found -> {
            if (found.isEmpty()) {
                return refused(Withdrawal.UNKNOWN);
            }
            Story story = found.get().story();
            MessageState state = found.get().state();
            if (state == MessageState.SENT && handedOver.may(story, Asks.REPLACE)) {
                List<Fault> faults = amendments.seen(story, change);
                return faults.isEmpty()
                        ? replaceAtSmsc(story.id(), story, change)
                        : CompletableFuture.completedFuture(new Changed.Invalid(faults));
            }
            if (state.isFinal() || state == MessageState.SENT) {
                return refused(state.isFinal() ? Withdrawal.ENDED : Withdrawal.TOO_LATE);
            }
            Amendments.Drafted drafted = amendments.draft(story, change, books.clock.millis());
            if (drafted instanceof Amendments.Drafted.Refused no) {
                return CompletableFuture.completedFuture(no.answer());
            }
            Amendments.Drafted.Draft draft = (Amendments.Drafted.Draft) drafted;
            CompletableFuture<Optional<Changed>> result = new CompletableFuture<>();
            long asOf = found.get().position();
            command(() -> replace(story.id(), draft, asOf, result), result);
            return result.thenCompose(done -> done.isPresent()
                    ? CompletableFuture.completedFuture(done.get())
                    : attempts > 1 ? change(id, change, attempts - 1) : refused(Withdrawal.TOO_LATE));
        });
    }

    /** There, and then here: another SMSC that the message may go on to gets the new text, too. */
    private CompletableFuture<Changed> replaceAtSmsc(TaskId id, Story story, Change change) {
        return handedOver
                .replace(story, change)
                .thenCompose(done -> done instanceof Changed.Done
                        ? replacedAtSmsc(id, story.smsc(), change.text().orElseThrow(), done)
                        : CompletableFuture.completedFuture(done));
    }

    private CompletableFuture<Changed> replacedAtSmsc(TaskId id, String smsc, String text, Changed done) {
        return look(id).thenCompose(found -> {
            if (found.isEmpty() || found.get().state().isFinal()) {
                return CompletableFuture.completedFuture(done);
            }
            Story story = found.get().story();
            if (!story.smsc().equals(smsc)) {
                return refused(Withdrawal.TOO_LATE); // it has gone on meanwhile, as it was
            }
            long asOf = found.get().position();
            CompletableFuture<Boolean> result = new CompletableFuture<>();
            command(
                    () -> {
                        boolean noted = amendments.note(id, story, text, asOf);
                        door.afterForce(() -> result.complete(noted));
                    },
                    result);
            return result.thenCompose(
                    noted -> noted ? CompletableFuture.completedFuture(done) : replacedAtSmsc(id, smsc, text, done));
        });
    }

    @Override
    public CompletableFuture<Boolean> join(Whole whole) {
        return look(whole.stays()).thenCompose(found -> {
            CompletableFuture<Boolean> result = new CompletableFuture<>();
            Optional<Amendments.Drafted> drafted =
                    found.map(it -> amendments.draft(it.story(), whole, books.clock.millis()));
            if (drafted.isEmpty() || !(drafted.get() instanceof Amendments.Drafted.Draft draft)) {
                return CompletableFuture.completedFuture(false);
            }
            long asOf = found.get().position();
            command(
                    () -> {
                        boolean joined = joining.join(whole, draft, asOf);
                        door.afterWrite(() -> result.complete(joined));
                    },
                    result);
            return result.exceptionally(none -> false);
        });
    }

    private void replace(
            TaskId id, Amendments.Drafted.Draft draft, long asOf, CompletableFuture<Optional<Changed>> result) {
        Optional<Changed> done = amendments.replace(id, draft, asOf);
        if (done.isPresent() && done.get() == Amendments.PERHAPS_SENT) {
            withdrawing.goOn(id, asOf, () -> result.complete(done));
        } else {
            door.afterForce(() -> result.complete(done));
        }
    }

    private static CompletableFuture<Changed> refused(Withdrawal why) {
        return CompletableFuture.completedFuture(new Changed.Refused(why));
    }

    /** A receipt that says "deleted" may be faster than the answer: it means the same. */
    private CompletableFuture<Withdrawal> cancelAtSmsc(TaskId id, Story story) {
        CompletableFuture<Void> marked = new CompletableFuture<>();
        command(
                () -> {
                    deleting.asked(story);
                    door.afterForce(() -> marked.complete(null));
                },
                marked);
        return marked.thenCompose(noted -> handedOver.cancel(story)).thenCompose(deleted -> {
            CompletableFuture<Optional<Withdrawal>> result = new CompletableFuture<>();
            command(() -> cancelledAt(story, deleted, result), result);
            return result.thenCompose(outcome -> outcome.isEmpty()
                    ? withdraw(id, CHANGE_ATTEMPTS)
                    : outcome.get() == Withdrawal.ENDED
                            ? asItEnded(id)
                            : CompletableFuture.completedFuture(outcome.get()));
        });
    }

    private CompletableFuture<Withdrawal> asItEnded(TaskId id) {
        return look(id).thenApply(found -> found.filter(it -> it.state() == MessageState.CANCELLED)
                .map(it -> Withdrawal.CANCELLED)
                .orElse(Withdrawal.ENDED));
    }

    private void cancelledAt(Story story, HandedOver.Deleted deleted, CompletableFuture<Optional<Withdrawal>> result) {
        Withdrawal verdict = deleted.verdict();
        int at = books.ledger.find(story.accept().id());
        boolean open = books.isOpen(at);
        Lane lane = open ? books.lane(at) : null;
        if (lane != null && !lane.name().equals(story.smsc())) {
            result.complete(Optional.empty()); // it has gone on to another SMSC: what the first one says is not its end
            return;
        }
        if (open && verdict == Withdrawal.CANCELLED) {
            settlement.close(at, MessageState.CANCELLED, "", "withdrawn by the platform; deleted at the SMSC");
        } else if (open) {
            receipts.deleted(at, deleted.parts(), verdict != Withdrawal.UNANSWERED);
            if (verdict == Withdrawal.TOO_LATE) {
                deleting.refused(at, story);
            }
        }
        door.afterForce(() -> result.complete(Optional.of(open ? verdict : Withdrawal.ENDED)));
    }

    @Override
    public CompletableFuture<Optional<Explanation>> explain(TaskId id) {
        return look(id).thenApply(found -> found.map(f -> Explaining.of(id, account, f, books)));
    }

    private CompletableFuture<Optional<Found>> look(TaskId id) {
        CompletableFuture<Optional<Found>> result = new CompletableFuture<>();
        look(id, 0, result);
        return result.thenCompose(found -> found.flatMap(it -> Joining.into(it.story()))
                .map(this::look)
                .orElse(CompletableFuture.completedFuture(found)));
    }

    /** @param gone where nothing was found: what stands elsewhere now was moved before it was read */
    private void look(TaskId id, long gone, CompletableFuture<Optional<Found>> result) {
        Runnable question = () -> {
            int at = books.ledger.find(id.value());
            long position = books.lastRecordOf(id.value());
            if (position == 0 || position == gone) {
                result.complete(Optional.empty());
                return;
            }
            Found seen = at == Ledger.NONE ? Found.ended(position) : found(at, position);
            door.afterWrite(() -> later(() -> read(id, seen, result), result));
        };
        command(question, result);
    }

    private Found found(int at, long position) {
        Ledger ledger = books.ledger;
        return new Found(ledger.state(at), ledger.held(at), withdrawals.isTaken(at), ledger.lane(at), position, null);
    }

    /** Who asks must not wait for an answer when nobody is there to give it any more, nor when the command fails. */
    private void command(Runnable command, CompletableFuture<?> result) {
        Runnable told = () -> {
            try {
                command.run();
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
                throw e;
            }
        };
        if (!door.command(told)) {
            result.completeExceptionally(new IllegalStateException("too much waits for the journal"));
        } else if (door.isOver()) {
            result.completeExceptionally(new IllegalStateException("the bridge has stopped"));
        }
    }

    /** On the reading thread; too many questions at once are refused. */
    private void later(Runnable reading, CompletableFuture<?> result) {
        try {
            reader.execute(reading);
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new IllegalStateException("too many questions at once, or stopping", e));
        }
    }

    private void read(TaskId id, Found seen, CompletableFuture<Optional<Found>> result) {
        try {
            Optional<Story> story = Story.read(books.journal::read, seen.position());
            if (story.isEmpty()) {
                look(id, seen.position(), result);
                return;
            }
            result.complete(
                    story.filter(one -> one.accept().account().equals(account)).map(seen::with));
        } catch (RuntimeException | Error e) { // as where no memory beside the heap is left to read in
            result.completeExceptionally(e);
        }
    }
}
