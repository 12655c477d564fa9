package io.smppbridge.esme;

import io.smppbridge.Messages;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.SmppTime;
import io.smppbridge.wire.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * query_sm, cancel_sm and replace_sm: each about one message of the session's own account, named by its id. To the account, another's
 * message does not exist.
 */
@OwnedBy("its event loop")
final class Asking {
    private final Session session;
    private final SubmitReader times;
    private int pending;

    Asking(Session session, SubmitReader times) {
        this.session = session;
        this.times = times;
    }

    /** Questions without an answer. */
    int pending() {
        return pending;
    }

    void take(int command, int sequence, BodyReader body) {
        if (pending >= session.account().config().window()) {
            session.bare(Command.responseTo(command), Status.RTHROTTLED, sequence);
            return;
        }
        try {
            if (command == Command.CANCEL_SM) {
                body.text();
            }
            String text = body.text();
            session.notes().read(text, Party.read(body));
            if (command == Command.CANCEL_SM) {
                Party.read(body); // names nothing that the id does not, but a body that is cut within it is no request
            }
            switch (command) {
                case Command.QUERY_SM -> query(text, ids(text, command), sequence);
                case Command.CANCEL_SM -> cancel(ids(text, command), sequence);
                default -> replace(id(text, command), sequence, body);
            }
        } catch (MalformedBody e) {
            session.bare(Command.responseTo(command), e.status(), sequence);
        } catch (Unfit e) {
            session.bare(Command.responseTo(command), e.status(), sequence);
        }
    }

    /** Without an id, cancel_sm would mean all messages between two addresses, of which no list is kept. */
    private static TaskId id(String text, int command) throws Unfit {
        if (text.isEmpty() && command == Command.CANCEL_SM) {
            throw new Unfit(Status.RCANCELFAIL);
        }
        try {
            return MessageIds.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Unfit(Status.RINVMSGID);
        }
    }

    /** The message of that id, or those of a submit_multi. */
    private List<TaskId> ids(String text, int command) throws Unfit {
        List<TaskId> several = session.account().multis().of(text);
        return several.isEmpty() ? List.of(id(text, command)) : several;
    }

    private void query(String text, List<TaskId> ids, int sequence) {
        pending++;
        all(ids, id -> session.account().messages().find(id))
                .whenComplete((found, error) -> answer(() -> {
                    List<Messages.MessageView> views = error != null
                            ? List.of()
                            : found.stream().flatMap(Optional::stream).toList();
                    if (views.isEmpty()) {
                        int status = error != null ? Status.RQUERYFAIL : Status.RINVMSGID;
                        session.bare(Command.responseTo(Command.QUERY_SM), status, sequence);
                        return;
                    }
                    Instant ended = Multis.ended(views);
                    String finalDate = ended.equals(Instant.EPOCH) ? "" : SmppTime.absolute(ended);
                    int state = Statuses.state(Multis.whole(views).state());
                    PduWriter.queried(session.out(), sequence, text, finalDate, state, 0);
                    session.notes().queried(sequence, text, finalDate, state);
                }));
    }

    /** Those of a submit_multi are cancelled one by one; that is a success only when it is one for all. */
    private void cancel(List<TaskId> ids, int sequence) {
        pending++;
        all(ids, this::cancel)
                .whenComplete((outcomes, error) -> answer(() -> session.bare(
                        Command.responseTo(Command.CANCEL_SM),
                        error != null ? Status.RCANCELFAIL : worst(outcomes),
                        sequence)));
    }

    /** It is the journal thread that says what became of it, and that waits for nobody who puts parts together. */
    private CompletableFuture<Messages.Withdrawal> cancel(TaskId id) {
        Account account = session.account();
        return account.messages().cancel(id).thenApply(outcome -> {
            if (outcome == Messages.Withdrawal.CANCELLED) {
                session.loop().post(() -> account.gathering().withdrawn(id));
            }
            return outcome;
        });
    }

    private static int worst(List<Messages.Withdrawal> outcomes) {
        return outcomes.stream()
                .mapToInt(Asking::cancelled)
                .filter(status -> status != Status.ROK)
                .findFirst()
                .orElse(Status.ROK);
    }

    private static <T> CompletableFuture<List<T>> all(
            List<TaskId> ids, Function<TaskId, CompletableFuture<T>> question) {
        List<CompletableFuture<T>> each = ids.stream().map(question).toList();
        return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new))
                .thenApply(done -> each.stream().map(CompletableFuture::join).toList());
    }

    private static int cancelled(Messages.Withdrawal outcome) {
        return switch (outcome) {
            case CANCELLED -> Status.ROK;
            case UNKNOWN -> Status.RINVMSGID;
            default -> Status.RCANCELFAIL;
        };
    }

    /** Without data_coding: the new octets are in the coding of the old ones. What is left empty stays as it was. */
    private void replace(TaskId id, int sequence, BodyReader body) throws MalformedBody, Unfit {
        String schedule = body.text();
        String validity = body.text();
        body.octet(); // registered_delivery: whoever has asked for a receipt gets it
        body.octet(); // sm_default_msg_id
        byte[] octets = ShortMessage.text(body);
        Messages.Change change = new Messages.Change(
                Optional.empty(),
                octets.length == 0 ? Optional.empty() : Optional.of(octets),
                Optional.empty(),
                schedule.isEmpty() ? Optional.empty() : Optional.of(times.schedule(schedule)),
                validity.isEmpty() ? Optional.empty() : Optional.of(times.until(validity)));
        pending++;
        session.account()
                .messages()
                .change(id, change)
                .whenComplete((changed, error) -> answer(() -> session.bare(
                        Command.responseTo(Command.REPLACE_SM),
                        error != null ? Status.RREPLACEFAIL : replaced(changed),
                        sequence)));
    }

    private static int replaced(Messages.Changed changed) {
        if (changed instanceof Messages.Changed.Done) {
            return Status.ROK;
        }
        if (changed instanceof Messages.Changed.Invalid invalid) {
            return Statuses.of(new SendOutcome.Invalid(invalid.faults()));
        }
        boolean unknown = ((Messages.Changed.Refused) changed).why() == Messages.Withdrawal.UNKNOWN;
        return unknown ? Status.RINVMSGID : Status.RREPLACEFAIL;
    }

    private void answer(Runnable write) {
        session.loop().run(() -> {
            pending--;
            if (!session.isClosed()) {
                write.run();
                session.answered();
            }
        });
    }
}
