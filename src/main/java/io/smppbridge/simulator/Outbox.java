package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.List;

/** The deliver_sm that wait for one account (or, with no name, for whoever is bound): kept while nobody is, up to a bound. */
@OwnedBy("smsc-sim")
final class Outbox {
    private final PortCore port;
    private final String systemId;
    private final ArrayDeque<Delivery> waiting = new ArrayDeque<>();
    private int turn;

    Outbox(PortCore port, String systemId) {
        this.port = port;
        this.systemId = systemId;
    }

    int size() {
        return waiting.size();
    }

    void offer(Delivery delivery) {
        if (waiting.isEmpty() && trySend(delivery)) {
            return;
        }
        if (waiting.size() >= port.behaviour.deliverQueue) {
            port.counters.deliverOverflow++;
            return;
        }
        waiting.add(delivery);
        callForReceiver();
    }

    /** Puts back what a bind did not answer, in its old order and before all others. */
    void returned(List<Delivery> unanswered) {
        for (int i = unanswered.size() - 1; i >= 0; i--) {
            waiting.addFirst(unanswered.get(i));
        }
        port.counters.deliverReturned += unanswered.size();
    }

    /** One that was refused for now, or not answered: another attempt, if it has one left. */
    void again(Delivery delivery) {
        if (delivery.attempts >= port.behaviour.deliverAttempts) {
            port.counters.deliverGivenUp++;
            return;
        }
        port.timeline.after(port.behaviour.deliverRetryAfter, Due.of(() -> offer(delivery)));
    }

    void pump() {
        while (!waiting.isEmpty() && trySend(waiting.peek())) {
            waiting.poll();
        }
        callForReceiver();
    }

    private void callForReceiver() {
        if (!waiting.isEmpty()
                && port.behaviour.outbind.isPresent()
                && port.sessions.stream().noneMatch(s -> s.receivesFor(systemId))) {
            port.outbind.wanted();
        }
    }

    private boolean trySend(Delivery delivery) {
        Session session = choose(delivery);
        if (session == null) {
            return false;
        }
        session.deliver(delivery);
        return true;
    }

    /** The next in turn with room; where a wish for the same or another bind can be met by any bind, only such a one. */
    private Session choose(Delivery delivery) {
        List<Session> sessions = port.sessions;
        boolean wished = delivery.preference != ReceiptBind.ANY && wishCanBeMet(delivery);
        for (int i = 0; i < sessions.size(); i++) {
            Session session = sessions.get((turn + i) % sessions.size());
            if (session.receivesFor(systemId) && session.hasRoom() && (!wished || meets(delivery, session))) {
                turn = (turn + i + 1) % sessions.size();
                return session;
            }
        }
        return null;
    }

    private boolean wishCanBeMet(Delivery delivery) {
        for (Session session : port.sessions) {
            if (session.receivesFor(systemId) && meets(delivery, session)) {
                return true;
            }
        }
        return false;
    }

    private static boolean meets(Delivery delivery, Session session) {
        return (session.number() == delivery.submitter) == (delivery.preference == ReceiptBind.SAME);
    }
}
