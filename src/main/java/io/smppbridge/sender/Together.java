package io.smppbridge.sender;

import io.smppbridge.bag.Task;
import io.smppbridge.threads.OwnedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends several messages of one text as one submit_multi. For the rate each of them counts, as a carrier's rate is messages that its
 * network has to carry, not requests; for the window the one PDU counts, as it has one answer. Each is noted as under way by itself, so
 * that after a break each is decided about by itself.
 */
@OwnedBy("the sender thread")
final class Together {
    private static final Logger LOG = LoggerFactory.getLogger(Together.class);

    private final Sender sender;
    private final Account account;
    private final Hand hand;
    private final Envelope envelope;
    private final Permits permits;
    private HoldUp.Reason why = HoldUp.Reason.NOTHING_WAITS;

    Together(Sender sender, Hand hand, Envelope envelope, Permits permits) {
        this.sender = sender;
        this.account = sender.account;
        this.hand = hand;
        this.envelope = envelope;
        this.permits = permits;
    }

    /** What the last call that submitted nothing waits for. */
    HoldUp.Reason why() {
        return why;
    }

    /**
     * Composes them; those that are submitted are no longer in hand.
     *
     * @param gathered several, no more than the gate gives at once
     * @return how many; 0 when they have to wait
     */
    int submit(SenderBind bind, Gathered gathered) {
        gathered.keep(Math.max(2, account.gate.share(gathered.size(), sender, sender.now)));
        long ticket = account.gate.reserve(gathered.size(), sender, sender.now);
        if (ticket == RateGate.NOT_NOW) {
            why = HoldUp.Reason.RATE;
            return 0;
        }
        permits.remember(bind, ticket, gathered.size());
        int noted = note(gathered);
        if (noted == 0) {
            why = HoldUp.Reason.JOURNAL;
            return 0;
        }
        gathered.keep(noted);
        try {
            int sequence = bind.keeper
                    .connector()
                    .submit(envelope.fill(gathered, account.terms.config().text(), sender.nowMs));
            bind.window.open(sequence, gathered, sender.now);
        } catch (RuntimeException e) {
            failed(bind, gathered, e);
            return 0;
        }
        for (int i = 0; i < noted; i++) {
            gathered.task(i).parts().submitted(0);
            hand.poll();
        }
        sender.counts.submitted(noted);
        bind.dirty = true;
        return noted;
    }

    /** Notes each of them as under way, as far as there is room for notes. */
    private int note(Gathered gathered) {
        for (int i = 0; i < gathered.size(); i++) {
            Task task = gathered.task(i);
            int flight = sender.flights.sent(task.id(), 0, task.refusals + task.unanswered + 1, sender.nowMs);
            if (flight == Flights.FULL) {
                return i;
            }
            gathered.flight(i, flight);
        }
        return gathered.size();
    }

    /** Whose fault it is, each finds out alone. */
    private void failed(SenderBind bind, Gathered gathered, RuntimeException fault) {
        for (int i = 0; i < gathered.size(); i++) {
            sender.flights.drop(gathered.flight(i));
            gathered.task(i).alone = true;
        }
        if (fault instanceof IllegalArgumentException) {
            LOG.warn(
                    "{}: {} messages cannot go in one submit_multi: {}",
                    sender.name(),
                    gathered.size(),
                    fault.getMessage());
            why = HoldUp.Reason.JOURNAL; // again in a moment
        } else {
            bind.keeper.close("cannot write: " + fault);
            why = HoldUp.Reason.NO_BIND;
        }
    }
}
