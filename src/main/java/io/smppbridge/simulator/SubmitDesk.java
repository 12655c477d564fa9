package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
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
        if (in.getInt(at + 4) == Smpp.SUBMIT_MULTI) {
            multiArrived(session, in, at, length, now);
        } else {
            oneArrived(session, in, at, length, now);
        }
    }

    private void oneArrived(Session session, ByteBuf in, int at, int length, long now) {
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
        int command = dataSm ? Smpp.DATA_SM_RESP : Smpp.SUBMIT_SM_RESP;
        answer(new Answer(session, command, sequence, status, number), wait);
        if (PortCore.isTurn(counters.submits, behaviour.breakEvery)) {
            session.breakOff(behaviour.breakHow);
        }
    }

    /** One text for several: each destination is judged by itself, those that are taken get one message_id in common. */
    private void multiArrived(Session session, ByteBuf in, int at, int length, long now) {
        int sequence = in.getInt(at + 12);
        session.submitOpened();
        int status = view.lookMulti(in, at, length, behaviour.submitMulti);
        int destinations = status == SmppStatus.ROK ? view.destinations() : 1;
        boolean silent = behaviour.silence != Silence.NONE;
        long number = silent || status != SmppStatus.ROK ? 0 : nextNumber++;
        long wait = behaviour.respondAfter.isZero() ? 0 : behaviour.respondAfter.draw(port.random);
        ByteBuf refused = Unpooled.buffer(64).writeByte(0);
        for (int i = 0; i < destinations; i++) {
            counters.submitArrived(now, port.timeline);
            if (silent || status != SmppStatus.ROK) {
                continue;
            }
            view.choose(i);
            int own = judge(now);
            if (own == SmppStatus.ROK) {
                counters.accepted(now);
                wait = taken(session, number, wait);
            } else {
                counters.refused(own);
                refused.setByte(0, refused.getByte(0) + 1);
                view.writeDestination(refused);
                refused.writeInt(own);
            }
            remember(session, SmppStatus.ROK, now, sequence, own, own == 0 ? behaviour.messageId.text(number) : "");
        }
        if (silent) {
            counters.silenced++;
            return;
        }
        if (status != SmppStatus.ROK) {
            counters.refused(status);
        }
        Answer answer = new Answer(session, Smpp.SUBMIT_MULTI_RESP, sequence, status, number);
        answer.tail = ByteBufUtil.getBytes(refused);
        answer(answer, wait);
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
        if (!behaviour.sourceTypes.isEmpty() && !isTaken(behaviour.sourceTypes, view.source())) {
            return SmppStatus.RINVSRCTON;
        }
        if (!behaviour.destinationTypes.isEmpty() && !isTaken(behaviour.destinationTypes, view.destination())) {
            return SmppStatus.RINVDSTTON;
        }
        if (PortCore.isTurn(counters.submits, behaviour.failEvery) || port.chance(behaviour.failShare)) {
            return behaviour.failStatus;
        }
        return SmppStatus.ROK;
    }

    /** By TON and NPI; an address that is left out has none. */
    private static boolean isTaken(Set<String> types, ReceivedSubmit.Party party) {
        return party.address().isEmpty() || types.contains(party.ton() + "/" + party.npi());
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
            port.memory.submit(view.record(now, session, sequence, status, id), port.timeline.today());
        }
    }

    /** One response, when its time has come. */
    static final class Answer extends Due {
        private static final byte[] NO_TAIL = {};

        final Session session;
        final int command;
        final int sequence;
        final int status;
        final long number;

        /** What stands behind the message_id: of a submit_multi, those that were refused. */
        byte[] tail = NO_TAIL;

        Answer(Session session, int command, int sequence, int status, long number) {
            this.session = session;
            this.command = command;
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
