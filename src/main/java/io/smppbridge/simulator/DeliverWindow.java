package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The deliver_sm of one bind that await their answer, oldest first. */
@OwnedBy("smsc-sim")
final class DeliverWindow {
    private final PortCore port;
    private final Session session;
    private final Unanswered unanswered = new Unanswered();
    private boolean watched;

    DeliverWindow(PortCore port, Session session) {
        this.port = port;
        this.session = session;
    }

    int size() {
        return unanswered.size();
    }

    void send(Delivery delivery) {
        int sequence = session.nextSequence();
        delivery.attempts++;
        delivery.sentAt = port.timeline.turn();
        unanswered.add(sequence, delivery);
        if (delivery.receipt) {
            port.counters.receiptsSent++;
        } else {
            port.counters.moSent++;
        }
        Wire wire = session.wire();
        int at = wire.begin(delivery.command, SmppStatus.ROK, sequence);
        wire.out().writeBytes(delivery.body);
        if (session.bind().speaksTlvs() || delivery.command == Smpp.DATA_SM) {
            wire.out().writeBytes(delivery.tlvs);
        }
        wire.end(at);
        watch();
    }

    void answered(int sequence, int status) {
        Delivery delivery = unanswered.remove(sequence);
        if (delivery == null) {
            return;
        }
        Counters counters = port.counters;
        if (status == SmppStatus.ROK) {
            counters.receiptsAcked += delivery.receipt ? 1 : 0;
            counters.moAcked += delivery.receipt ? 0 : 1;
            if (!delivery.about.isEmpty() && port.memory.keepsReceipts()) {
                port.memory.receiptTaken(delivery, port.timeline.today());
            }
        } else {
            counters.receiptsRefused += delivery.receipt ? 1 : 0;
            counters.moRefused += delivery.receipt ? 0 : 1;
            delivery.outbox.again(delivery);
        }
        port.timeline.roomy(port);
    }

    /** One timer for all: it looks at the oldest. */
    private void watch() {
        Delivery oldest = unanswered.oldest();
        if (!watched && oldest != null) {
            watched = true;
            port.timeline.at(oldest.sentAt + port.behaviour.deliverWithin, Due.of(this::overdue));
        }
    }

    private void overdue() {
        watched = false;
        long since = port.timeline.now() - port.behaviour.deliverWithin;
        List<Delivery> late = new ArrayList<>();
        Delivery oldest = unanswered.oldest();
        while (oldest != null && oldest.sentAt - since <= 0) {
            late.add(unanswered.remove(oldest.sequence));
            oldest = unanswered.oldest();
        }
        port.counters.deliverTimeouts += late.size();
        for (Delivery delivery : late) {
            delivery.outbox.again(delivery);
        }
        watch();
        if (!late.isEmpty()) {
            port.pump();
        }
    }

    /** The bind ended: what it did not answer goes to the next. */
    void giveBack() {
        Map<Outbox, List<Delivery>> byOutbox = new LinkedHashMap<>();
        while (unanswered.oldest() != null) {
            Delivery delivery = unanswered.remove(unanswered.oldest().sequence);
            byOutbox.computeIfAbsent(delivery.outbox, o -> new ArrayList<>()).add(delivery);
        }
        byOutbox.forEach(Outbox::returned);
    }
}
