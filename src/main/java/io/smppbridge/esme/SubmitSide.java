package io.smppbridge.esme;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The messages of one session: those that one read from the socket brings go to the bridge together, and are answered together when they
 * are safe.
 */
@OwnedBy("its event loop")
final class SubmitSide {
    /** Messages handed over at once. */
    private static final int MOST = 256;

    private final Session session;
    private final SubmitReader reader;
    private final Names names;
    private List<Asked> asked = new ArrayList<>(0);
    private List<OutboundSms> messages = new ArrayList<>(0);
    private int pending;

    /** Makes the message_id that the destinations of a submit_multi have in common. Any event loop. */
    interface Names {
        String next();
    }

    /** A request that waits for its answer. */
    private record Asked(int command, int sequence, int count, Multi multi, Optional<Gathering.Held> part) {}

    /** What a submit_multi needs beside. */
    private record Multi(String name, List<Party> to, List<PduWriter.Unsuccess> unsuccess) {}

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
            ShortMessage m =
                    switch (command) {
                        case Command.DATA_SM -> ShortMessage.data(body);
                        case Command.SUBMIT_MULTI -> ShortMessage.multi(body);
                        default -> ShortMessage.submit(body);
                    };
            session.notes().read(command, m);
            int count = m.to().size();
            Account account = session.account();
            if (pending + count > Math.max(account.config().window(), count) || !account.takeRate(count)) {
                session.refused("throttled");
                session.bare(Command.responseTo(command), Status.RTHROTTLED, sequence);
                return;
            }
            if (command == Command.SUBMIT_MULTI) {
                multi(m, sequence);
            } else {
                single(reader.read(m, m.to().get(0), "", account), command, sequence);
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
        Optional<Gathering.Held> part = Optional.empty();
        if (account.config().gather().reassemble()) {
            Gathering.Entered entered = account.gathering()
                    .enter(sms, account.config().gather(), session.loop().ticker.nanos(), reader.now());
            if (entered instanceof Gathering.Entered.Again again) {
                Asked repeat = new Asked(command, sequence, 1, null, Optional.empty());
                pending++;
                again.part().whenTold(outcome -> session.loop().run(() -> answerRepeat(repeat, outcome)));
                return;
            }
            if (entered instanceof Gathering.Entered.Awaits awaits) {
                part = Optional.of(awaits.part());
            }
        }
        messages.add(part.map(Gathering.Held::waiting).orElse(sms));
        asked.add(new Asked(command, sequence, 1, null, part));
        pending++;
    }

    private void multi(ShortMessage m, int sequence) throws Unfit {
        String name = names.next();
        List<Party> to = new ArrayList<>(m.to().size());
        List<PduWriter.Unsuccess> unsuccess = new ArrayList<>(0);
        for (Party one : m.to()) {
            try {
                messages.add(reader.read(m, one, name, session.account()));
                to.add(one);
            } catch (Unfit e) {
                unsuccess.add(new PduWriter.Unsuccess(one, e.status()));
            }
        }
        if (to.isEmpty()) {
            throw new Unfit(unsuccess.get(0).status());
        }
        asked.add(
                new Asked(Command.SUBMIT_MULTI, sequence, to.size(), new Multi(name, to, unsuccess), Optional.empty()));
        pending += to.size();
    }

    /** Hands over what has been read. */
    void send() {
        if (messages.isEmpty()) {
            return;
        }
        List<Asked> requests = asked;
        List<OutboundSms> list = messages;
        asked = new ArrayList<>(requests.size());
        messages = new ArrayList<>(list.size());
        session.account().door().send(list, outcomes -> session.loop().run(() -> answer(requests, outcomes)));
    }

    private void answer(List<Asked> requests, SendOutcome[] outcomes) {
        gather(requests, outcomes);
        if (session.isClosed()) {
            return;
        }
        int at = 0;
        for (Asked request : requests) {
            if (request.multi == null) {
                one(request, outcomes[at]);
            } else {
                many(request, outcomes, at);
            }
            at += request.count;
        }
        pending -= outcomes.length; // not before all are written: then an unbind may be answered
        session.answered();
    }

    private void answerRepeat(Asked request, SendOutcome outcome) {
        if (!session.isClosed()) {
            one(request, outcome);
            pending--;
            session.answered();
        }
    }

    /** Parts are accepted whether or not anybody is there to hear of it. */
    private void gather(List<Asked> requests, SendOutcome[] outcomes) {
        int at = 0;
        for (Asked request : requests) {
            if (request.part.isPresent()) {
                gather(request.part.get(), outcomes[at]);
            }
            at += request.count;
        }
    }

    private void gather(Gathering.Held part, SendOutcome outcome) {
        Account account = session.account();
        if (outcome instanceof SendOutcome.Acceptance accepted) {
            account.gathering()
                    .accepted(part, accepted.id())
                    .ifPresent(whole -> account.messages().join(whole));
        } else {
            account.gathering().refused(part);
        }
        part.tell(outcome);
    }

    private void one(Asked request, SendOutcome outcome) {
        int command = Command.responseTo(request.command);
        if (outcome instanceof SendOutcome.Acceptance accepted) {
            String id = MessageIds.text(
                    accepted.id(), session.account().config().receipts().answered());
            PduWriter.named(session.out(), command, request.sequence, id);
            session.notes().named(command, request.sequence, id);
        } else {
            session.bare(command, Statuses.of((SendOutcome.Refusal) outcome), request.sequence);
        }
    }

    private void many(Asked request, SendOutcome[] outcomes, int from) {
        Multi multi = request.multi;
        List<PduWriter.Unsuccess> unsuccess = new ArrayList<>(multi.unsuccess);
        int refused = 0;
        for (int i = 0; i < request.count; i++) {
            if (outcomes[from + i] instanceof SendOutcome.Refusal refusal) {
                refused++;
                unsuccess.add(new PduWriter.Unsuccess(multi.to.get(i), Statuses.of(refusal)));
            }
        }
        if (refused == request.count) {
            int status = unsuccess.get(unsuccess.size() - 1).status();
            session.bare(Command.responseTo(Command.SUBMIT_MULTI), status, request.sequence);
            return;
        }
        List<TaskId> taken = new ArrayList<>(request.count - refused);
        for (int i = 0; i < request.count; i++) {
            if (outcomes[from + i] instanceof SendOutcome.Acceptance accepted) {
                taken.add(accepted.id());
            }
        }
        session.account().multis().put(multi.name, taken);
        PduWriter.multi(session.out(), request.sequence, multi.name, unsuccess);
        session.notes().multi(request.sequence, multi.name, unsuccess);
    }
}
