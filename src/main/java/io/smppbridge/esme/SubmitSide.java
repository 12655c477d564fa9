package io.smppbridge.esme;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.settings.EsmeReceipts.IdForm;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The messages of one session: those that one read from the socket brings go to the bridge together, and are answered together when they
 * are safe.
 */
@OwnedBy("its event loop")
final class SubmitSide {
    /** Messages handed over at once. */
    private static final int MOST = 256;

    /** Lists of requests that are kept for the next ones. */
    private static final int KEPT = 8;

    private static final String IN_DOUBT = "what it has handed over last may be sent, or not: the journal has failed";

    private final Session session;
    private final SubmitReader reader;
    private final Names names;
    private final ShortMessage read = new ShortMessage();
    private final byte[] id = new byte[MessageIds.LONGEST];
    /** Lists of requests that have been answered, for the next ones. */
    private final ArrayDeque<Asked> answered = new ArrayDeque<>(1);

    private Asked asked = new Asked(this);
    private final List<OutboundSms> messages = new ArrayList<>();
    /** The sender of the message read last. */
    private Address sender = Address.NONE;

    private int pending;

    /** Makes the message_id that the destinations of a submit_multi have in common. Any event loop. */
    interface Names {
        String next();
    }

    SubmitSide(Session session, SubmitReader reader, Names names) {
        this.session = session;
        this.reader = reader;
        this.names = names;
    }

    /** Messages without an answer. */
    int pending() {
        return pending;
    }

    /** Reads a submit_sm, data_sm or submit_multi; what cannot be handed on is answered at once. */
    void take(int command, int sequence, BodyReader body) {
        try {
            ShortMessage m = read;
            m.read(command, body);
            session.notes().read(command, m);
            int count = m.destinations();
            Account account = session.account();
            if (pending + count > Math.max(account.config().window(), count) || !account.takeRate(count)) {
                session.refused("throttled");
                session.bare(Command.responseTo(command), Status.RTHROTTLED, sequence);
                return;
            }
            if (command == Command.SUBMIT_MULTI) {
                multi(m, sequence);
            } else {
                OutboundSms sms = reader.read(m, 0, sender, "", account);
                sender = sms.from();
                single(sms, command, sequence);
            }
        } catch (MalformedBody e) {
            session.refused("invalid");
            session.bare(Command.responseTo(command), e.status(), sequence);
        } catch (Unfit e) {
            session.refused("invalid");
            session.bare(Command.responseTo(command), e.status(), sequence);
        }
        if (messages.size() >= MOST) {
            send();
        }
    }

    private void single(OutboundSms sms, int command, int sequence) {
        Account account = session.account();
        pending++;
        if (!account.config().gather().reassemble()) {
            messages.add(sms);
            asked.add(command, sequence);
            return;
        }
        Gathering.Entered entered = account.gathering()
                .enter(sms, account.config().gather(), session.loop().ticker.nanos(), reader.now());
        if (entered instanceof Gathering.Entered.Again again) {
            again.part().whenTold(outcome -> session.loop().run(() -> answerAlone(command, sequence, outcome)));
        } else if (entered instanceof Gathering.Entered.Awaits awaits) {
            messages.add(awaits.part().waiting());
            asked.add(command, sequence, awaits.part());
        } else {
            messages.add(sms);
            asked.add(command, sequence);
        }
    }

    private void multi(ShortMessage m, int sequence) throws Unfit {
        String name = names.next();
        List<Party> to = new ArrayList<>(m.destinations());
        List<PduWriter.Unsuccess> unsuccess = new ArrayList<>(0);
        Map<String, String> passed = PassedTlvs.of(m.tlvs()); // once: there may be thousands of them, for hundreds
        for (int i = 0; i < m.destinations(); i++) {
            try {
                messages.add(reader.read(m, i, sender, name, session.account(), passed));
                to.add(m.to(i));
            } catch (Unfit e) {
                unsuccess.add(new PduWriter.Unsuccess(m.to(i), e.status()));
            }
        }
        if (to.isEmpty()) {
            throw new Unfit(unsuccess.get(0).status());
        }
        asked.add(Command.SUBMIT_MULTI, sequence, new Asked.Multi(name, to, unsuccess));
        pending += to.size();
    }

    /** Hands over what has been read. */
    void send() {
        if (messages.isEmpty()) {
            return;
        }
        Asked requests = asked;
        asked = answered.isEmpty() ? new Asked(this) : answered.pop();
        session.account().door().send(messages, requests);
        messages.clear();
    }

    /** All of them are decided. Any thread. */
    void answerOnLoop(Asked requests) {
        session.loop().run(requests);
    }

    void answer(Asked requests, SendOutcome[] outcomes) {
        gather(requests, outcomes);
        if (session.isClosed()) {
            return;
        }
        int at = 0;
        int later = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (isInDoubt(outcomes, at, requests.messages(i))) {
                session.close(IN_DOUBT);
                return;
            }
            if (bringsWhole(requests.part(i))) {
                answerBehindWhole(requests.part(i), requests.command(i), requests.sequence(i), outcomes[at]);
                later++;
            } else if (requests.multi(i) == null) {
                one(requests.command(i), requests.sequence(i), outcomes[at]);
            } else {
                many(requests.multi(i), requests.sequence(i), outcomes, at);
            }
            at += requests.messages(i);
        }
        requests.clear();
        if (answered.size() < KEPT) {
            answered.push(requests);
        }
        pending -= outcomes.length - later; // not before all are written: then an unbind may be answered
        session.answered();
    }

    private static boolean bringsWhole(Gathering.Held part) {
        return part != null && part.whole != null && !part.whole.isDone();
    }

    /** What its ESME submits after that answer is behind the message in the order of acceptance. */
    private void answerBehindWhole(Gathering.Held part, int command, int sequence, SendOutcome outcome) {
        part.whole.whenComplete((done, failure) -> session.loop().run(() -> answerAlone(command, sequence, outcome)));
    }

    private void answerAlone(int command, int sequence, SendOutcome outcome) {
        if (session.isClosed()) {
            return;
        }
        if (outcome.isInDoubt()) {
            session.close(IN_DOUBT);
            return;
        }
        one(command, sequence, outcome);
        pending--;
        session.answered();
    }

    /** Whether one of them may be sent all the same, for which SMPP has no word: any refusal would have the ESME submit it again. */
    private static boolean isInDoubt(SendOutcome[] outcomes, int from, int count) {
        for (int i = from; i < from + count; i++) {
            if (outcomes[i].isInDoubt()) {
                return true;
            }
        }
        return false;
    }

    /** Parts are accepted whether or not anybody is there to hear of it. */
    private void gather(Asked requests, SendOutcome[] outcomes) {
        int at = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (requests.part(i) != null) {
                gather(requests.part(i), outcomes[at]);
            }
            at += requests.messages(i);
        }
    }

    private void gather(Gathering.Held part, SendOutcome outcome) {
        Account account = session.account();
        if (outcome instanceof SendOutcome.Acceptance accepted) {
            account.gathering()
                    .accepted(part, accepted.id())
                    .ifPresent(whole -> part.whole = account.messages().join(whole));
        } else {
            account.gathering().refused(part);
        }
        part.tell(outcome);
    }

    private void one(int command, int sequence, SendOutcome outcome) {
        int response = Command.responseTo(command);
        if (outcome instanceof SendOutcome.Acceptance accepted) {
            IdForm form = session.account().config().receipts().answered();
            PduWriter.named(session.out(), response, sequence, id, MessageIds.write(accepted.id(), form, id));
            session.notes().named(response, sequence, accepted.id(), form);
        } else {
            session.bare(response, Statuses.of((SendOutcome.Refusal) outcome), sequence);
        }
    }

    private void many(Asked.Multi multi, int sequence, SendOutcome[] outcomes, int from) {
        int count = multi.to().size();
        List<PduWriter.Unsuccess> unsuccess = new ArrayList<>(multi.unsuccess());
        int refused = 0;
        for (int i = 0; i < count; i++) {
            if (outcomes[from + i] instanceof SendOutcome.Refusal refusal) {
                refused++;
                unsuccess.add(new PduWriter.Unsuccess(multi.to().get(i), Statuses.of(refusal)));
            }
        }
        if (refused == count) {
            int status = unsuccess.get(unsuccess.size() - 1).status();
            session.bare(Command.responseTo(Command.SUBMIT_MULTI), status, sequence);
            return;
        }
        List<TaskId> taken = new ArrayList<>(count - refused);
        for (int i = 0; i < count; i++) {
            if (outcomes[from + i] instanceof SendOutcome.Acceptance accepted) {
                taken.add(accepted.id());
            }
        }
        session.account().multis().put(multi.name(), taken);
        PduWriter.multi(session.out(), sequence, multi.name(), unsuccess);
        session.notes().multi(sequence, multi.name(), unsuccess);
    }
}
