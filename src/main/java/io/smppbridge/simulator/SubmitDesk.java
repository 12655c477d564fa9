package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;
import java.util.Set;

/** Decides what happens to each submit_sm and data_sm of a port: refused or taken, answered when, with which id, and what follows. */
@OwnedBy("smsc-sim")
final class SubmitDesk {
    /** In a record: the script left it unanswered. */
    private static final int UNANSWERED = -1;

    private final PortCore port;
    private final Behaviour behaviour;
    private final Counters counters;
    private final SubmitView view = new SubmitView();
    private final RateGate gate = new RateGate();
    private long nextNumber;
    private int queued;

    SubmitDesk(PortCore port) {
        this.port = port;
        this.behaviour = port.behaviour;
        this.counters = port.counters;
    }

    void numberFrom(long number) {
        nextNumber = number;
    }

    void arrived(Session session, ByteBuf in, int at, int length, long now) {
        boolean dataSm = in.getInt(at + 4) == Smpp.DATA_SM;
        int sequence = in.getInt(at + 12);
        counters.submitArrived(now, port.timeline);
        session.submitOpened();
        int sound = view.look(in, at, length, dataSm);
        if (behaviour.silence != Silence.NONE) {
            counters.silenced++;
            remember(session, sound, now, sequence, UNANSWERED, "");
            return;
        }
        int status = sound != SmppStatus.ROK ? sound : judge(now);
        long number = 0;
        long wait = behaviour.respondAfter.isZero() ? 0 : behaviour.respondAfter.draw(port.random);
        if (status == SmppStatus.ROK) {
            number = nextNumber++;
            counters.accepted(now);
            wait = taken(session, number, wait);
        } else {
            counters.refused(status);
        }
        if (port.memory.keepsSubmits()) {
            remember(session, sound, now, sequence, status, status == 0 ? behaviour.messageId.text(number) : "");
        }
        answer(new Answer(session, dataSm, sequence, status, number), wait);
        if (PortCore.isTurn(counters.submits, behaviour.breakEvery)) {
            session.breakOff(behaviour.breakHow);
        }
    }

    private int judge(long now) {
        if (behaviour.rate > 0 && !gate.admits(behaviour.rate, now)) {
            return SmppStatus.RTHROTTLED;
        }
        if (behaviour.queueSize > 0 && queued >= behaviour.queueSize) {
            return SmppStatus.RMSGQFUL;
        }
        if (!behaviour.refuse.isEmpty()) {
            int status = behaviour.refuse.of(view.destinationAddress(), SmppStatus.ROK);
            if (status != SmppStatus.ROK) {
                return status;
            }
        }
        if (!isTaken(behaviour.sourceTypes, view.source())) {
            return SmppStatus.RINVSRCTON;
        }
        if (!isTaken(behaviour.destinationTypes, view.destination())) {
            return SmppStatus.RINVDSTTON;
        }
        if (PortCore.isTurn(counters.submits, behaviour.failEvery) || port.chance(behaviour.failShare)) {
            return behaviour.failStatus;
        }
        return SmppStatus.ROK;
    }

    /** By TON and NPI; an address that is left out has none. */
    private static boolean isTaken(Set<String> types, ReceivedSubmit.Party party) {
        return types.isEmpty() || party.address().isEmpty() || types.contains(party.ton() + "/" + party.npi());
    }

    /** What follows a message that was taken; gives the wait of its response, which a receipt that overtakes may lengthen. */
    private long taken(Session session, long number, long wait) {
        long answered = wait;
        Optional<StoredMessage> stored = port.store.isOpen()
                ? Optional.of(port.store.keep(behaviour.messageId.text(number), view, session))
                : Optional.empty();
        if (behaviour.receipts != Wish.NEVER) {
            answered = port.receipts.accepted(session, view, number, wait, stored);
        }
        if (stored.isPresent()) {
            // Later than its receipt, if it has one, which ends it first.
            long end = answered + behaviour.receiptAfter.draw(port.random) + 1;
            port.timeline.after(end, Due.of(() -> stored.get().end(Outcome.DELIVRD, port.timeline.today())));
        }
        if (behaviour.queueSize > 0) {
            queued++;
            port.timeline.after(answered + behaviour.receiptAfter.draw(port.random), Due.of(() -> queued--));
        }
        if (behaviour.loopback) {
            port.mo.loopback(session, view);
        }
        return answered;
    }

    private void answer(Answer answer, long wait) {
        if (PortCore.isTurn(counters.submits, behaviour.dropEvery) || port.chance(behaviour.dropShare)) {
            counters.dropped++;
            answer.session.submitClosed();
        } else if (wait == 0) {
            answer.run();
        } else {
            port.timeline.after(wait, answer);
        }
    }

    private void remember(Session session, int sound, long now, int sequence, int status, String id) {
        if (sound == SmppStatus.ROK && port.memory.keepsSubmits()) {
            port.memory.submit(view.record(now, session, sequence, status, id));
        }
    }

    /** One response, when its time has come. */
    static final class Answer extends Due {
        final Session session;
        final int command;
        final int sequence;
        final int status;
        final long number;

        Answer(Session session, boolean dataSm, int sequence, int status, long number) {
            this.session = session;
            this.command = dataSm ? Smpp.DATA_SM_RESP : Smpp.SUBMIT_SM_RESP;
            this.sequence = sequence;
            this.status = status;
            this.number = number;
        }

        @Override
        void run() {
            session.answers().give(this);
        }
    }
}
