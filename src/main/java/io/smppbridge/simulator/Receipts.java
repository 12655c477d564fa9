package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.Optional;

/** Makes the receipts of a port: for whom who asked, with the outcome drawn, in the form and at the time of the script. */
@OwnedBy("smsc-sim")
final class Receipts {
    private static final int PREVIEW = 20;
    private static final byte[] NO_TEXT = {};

    private final PortCore port;
    private final ReceiptText writer = new ReceiptText();
    private final Draft draft = new Draft();

    Receipts(PortCore port) {
        this.port = port;
    }

    /** A message was taken and will be answered after {@code wait}; gives the wait that its receipt allows. */
    long accepted(Session session, SubmitView view, long number, long wait, Optional<StoredMessage> stored) {
        Behaviour behaviour = port.behaviour;
        boolean between = isAsked(behaviour.intermediate, (view.registeredDelivery & 0x10) != 0);
        if (behaviour.receipts == Wish.ASKED && (view.registeredDelivery & 0x03) == 0 && !between) {
            return wait;
        }
        Outcome outcome = behaviour.outcomes.draw(port.random);
        if (!behaviour.outcomeFor.isEmpty()) {
            outcome = behaviour.outcomeFor.of(view.destinationAddress(), outcome);
        }
        boolean last = behaviour.receipts == Wish.ALWAYS || isFinalAsked(view.registeredDelivery, outcome);
        long answered = Math.max(wait, behaviour.receiptLead);
        long after = behaviour.receiptLead >= 0
                ? answered - behaviour.receiptLead
                : answered + behaviour.receiptAfter.draw(port.random);
        Message message = new Message(session, view, number, stored.orElse(null));
        if (between) {
            long half = after > answered ? answered + (after - answered) / 2 : after;
            port.timeline.afterTurn(half, Due.of(() -> {
                if (message.isOpen()) {
                    send(message, Outcome.ENROUTE);
                }
            }));
        }
        if (last) {
            message.outcome = outcome;
            stored.ifPresent(kept -> kept.deleted = () -> send(message, Outcome.DELETED));
            port.timeline.afterTurn(after, message);
        }
        return answered;
    }

    /** What a receipt needs to know of its message; when its time comes, it is sent. */
    private final class Message extends Due {
        /** As the receipt has them. */
        final byte[] addresses;

        final byte[] preview;
        final Instant submitted = port.timeline.turnDay();
        final long number;
        final Outbox outbox;
        final int submitter;
        /** Null where messages are not kept. */
        final StoredMessage stored;

        Outcome outcome = Outcome.DELIVRD;

        Message(Session session, SubmitView view, long number, StoredMessage stored) {
            this.addresses = view.addressesBack();
            this.preview = preview(view);
            this.number = number;
            this.outbox = session.bind().outbox();
            this.submitter = session.number();
            this.stored = stored;
        }

        boolean isOpen() {
            return stored == null || stored.isOpen();
        }

        @Override
        void run() {
            if (stored == null || stored.end(outcome, port.timeline.turnDay())) {
                send(this, outcome);
            }
        }
    }

    private static boolean isAsked(Wish wish, boolean asked) {
        return wish == Wish.ALWAYS || wish == Wish.ASKED && asked;
    }

    /** Bits 1 and 0 of registered_delivery: 1 both, 2 failure only, 3 success only (5.0; reserved in 3.4). */
    private static boolean isFinalAsked(int registeredDelivery, Outcome outcome) {
        return switch (registeredDelivery & 0x03) {
            case 1 -> true;
            case 2 -> !outcome.isSuccess();
            case 3 -> outcome.isSuccess();
            default -> false;
        };
    }

    private void send(Message m, Outcome outcome) {
        Behaviour behaviour = port.behaviour;
        String id = behaviour.receiptId.orElse(behaviour.messageId).text(m.number);
        ReceiptText.Written w = writer.write(
                behaviour, new ReceiptText.Told(id, outcome, m.submitted, port.timeline.turnDay(), m.preview));
        Delivery.Content content =
                new Delivery.Content(true, m.addresses, esmClass(outcome), w.dataCoding(), w.text(), w.tlvs());
        for (int i = 0; i <= behaviour.receiptRepeat; i++) {
            port.counters.receiptsDue++;
            if (!PortCore.isTurn(port.counters.receiptsDue, behaviour.receiptDropEvery)) {
                m.outbox.offer(Delivery.receipt(
                                content, behaviour.receiptAsDataSm, draft, m.outbox, behaviour.receiptBind, m.submitter)
                        .saying(outcome, id));
            }
        }
    }

    /** One receipt by hand: any id, any state, for any message. */
    void send(
            Optional<String> systemId, String id, Outcome outcome, ReceivedSubmit.Party from, ReceivedSubmit.Party to) {
        Instant now = port.timeline.today();
        ReceiptText.Written w = writer.write(port.behaviour, new ReceiptText.Told(id, outcome, now, now, NO_TEXT));
        sendContent(
                systemId, new Delivery.Content(true, from, to, esmClass(outcome), w.dataCoding(), w.text(), w.tlvs()));
    }

    void sendContent(Optional<String> systemId, Delivery.Content content) {
        Outbox outbox = port.outbox(systemId.orElse(""));
        port.counters.receiptsDue++;
        outbox.offer(Delivery.receipt(content, port.behaviour.receiptAsDataSm, draft, outbox, ReceiptBind.ANY, 0));
    }

    private int esmClass(Outcome outcome) {
        if (!port.behaviour.receiptMark) {
            return 0;
        }
        return outcome == Outcome.ENROUTE ? Smpp.ESM_INTERMEDIATE : Smpp.ESM_RECEIPT;
    }

    private static byte[] preview(SubmitView view) {
        boolean latin = view.dataCoding != 8 && (view.esmClass & Smpp.ESM_UDHI) == 0;
        return latin ? view.preview(PREVIEW) : NO_TEXT;
    }
}
