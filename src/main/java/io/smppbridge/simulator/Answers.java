package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;

/** Writes the responses of one bind: in order, in reversed groups, twice, or under a wrong number. */
@OwnedBy("smsc-sim")
final class Answers {
    private static final int WRONG_BY = 1_000_000;
    private static final int MOST_CONGESTED = 100;

    private final PortCore port;
    private final Session session;
    private final List<SubmitDesk.Answer> group = new ArrayList<>();
    private long given;
    private long groups;

    Answers(PortCore port, Session session) {
        this.port = port;
        this.session = session;
    }

    void give(SubmitDesk.Answer answer) {
        if (port.behaviour.reorder < 2) {
            write(answer);
            return;
        }
        group.add(answer);
        if (group.size() >= port.behaviour.reorder) {
            release();
        } else if (group.size() == 1) {
            long mine = groups;
            port.timeline.after(port.behaviour.reorderWithin, Due.of(() -> {
                if (mine == groups) {
                    release();
                }
            }));
        }
    }

    /** Writes what is held back, last come first. */
    private void release() {
        groups++;
        for (int i = group.size() - 1; i >= 0; i--) {
            write(group.get(i));
        }
        group.clear();
    }

    private void write(SubmitDesk.Answer answer) {
        if (!session.isOpen()) {
            return;
        }
        if (port.behaviour.silence != Silence.NONE) {
            port.counters.silenced++;
            return;
        }
        given++;
        Behaviour behaviour = port.behaviour;
        boolean wrong = PortCore.isTurn(given, behaviour.wrongSequenceEvery);
        int times = PortCore.isTurn(given, behaviour.duplicateEvery) ? 2 : 1;
        for (int i = 0; i < times; i++) {
            int sequence = wrong ? answer.sequence + WRONG_BY : answer.sequence;
            Wire wire = session.wire();
            int at = wire.begin(answer.command, answer.status, sequence);
            if (answer.status == SmppStatus.ROK) {
                behaviour.messageId.write(wire.out(), answer.number);
                wire.out().writeBytes(answer.tail);
                if (session.bind().speaksTlvs()) {
                    wire.out().writeBytes(behaviour.responseTlvs);
                }
            } else if (behaviour.refusalBody) {
                wire.out().writeByte(0);
            }
            if (answer.status == SmppStatus.ROK || behaviour.refusalBody) {
                congestion(wire);
            }
            wire.end(at);
        }
        session.submitClosed();
    }

    /** How busy the SMSC is, to those who know what that means. */
    private void congestion(Wire wire) {
        Behaviour behaviour = port.behaviour;
        int state = behaviour.congestion;
        if (behaviour.congestionAt > 0) {
            state = Math.max(
                    state,
                    Math.min(
                            MOST_CONGESTED, MOST_CONGESTED * port.counters.arrivals.inside() / behaviour.congestionAt));
        }
        if (state >= 0 && session.bind().version() >= 0x50) {
            wire.out().writeShort(Smpp.TAG_CONGESTION_STATE).writeShort(1).writeByte(state);
        }
    }
}
