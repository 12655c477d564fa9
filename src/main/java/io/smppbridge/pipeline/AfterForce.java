package io.smppbridge.pipeline;

import io.smppbridge.bag.TaskBag;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.Handback;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What may only be said once the disk has it: credits and most flights freed after the write, answers and events after the force. */
@OwnedBy("journal thread")
final class AfterForce {
    private static final Logger LOG = LoggerFactory.getLogger(AfterForce.class);

    private record Answer(Inlet.Answer to, Delivery delivery, int status) {}

    private record Offer(String endpoint, long eventId, long position, Event event) {}

    private record Early(Long message, Offer offer) {}

    private final List<Outcomes.Flight> flights = new ArrayList<>();
    private final List<Outcomes.Flight> kept = new ArrayList<>();
    private final List<Runnable> readers = new ArrayList<>();
    private final List<Runnable> listeners = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private final List<Inlet.Answer> told = new ArrayList<>();
    private final List<Offer> offers = new ArrayList<>();
    /** Those about messages whose callers do not know them yet. */
    private final List<Early> early = new ArrayList<>();
    /** Which messages these are. */
    private final Set<Long> earlyMessages = new HashSet<>();

    private final Handback handback;
    private final SlowAnswers slow;
    /** Whose credits are to be given back; null before the first. */
    private TaskBag credited;

    private int credits;

    AfterForce(Handback handback, SlowAnswers slow) {
        this.handback = handback;
        this.slow = slow;
    }

    void free(Outcomes.Flight flight) {
        if (flight != Outcomes.Flight.NONE) {
            flights.add(flight);
        }
    }

    /**
     * A message holds its credit no longer. Those of a turn are given back together: intake takes them one by one, and would wait for this
     * thread's processor each time.
     */
    void credit(TaskBag bag) {
        if (bag != credited) {
            giveCredits();
            credited = bag;
        }
        credits++;
    }

    private void giveCredits() {
        if (credits > 0) {
            credited.release(credits);
            credits = 0;
        }
    }

    void answer(Inlet.Answer to, Delivery delivery, int status) {
        answers.add(new Answer(to, delivery, status));
    }

    /** To be run when everything appended so far can be read back. */
    void onWritten(Runnable reader) {
        readers.add(reader);
    }

    /** To be run when everything appended so far is forced. */
    void onForced(Runnable listener) {
        listeners.add(listener);
    }

    /** {@code event} may be null: then hand-back reads it from the journal. */
    void offer(String endpoint, long eventId, long position, Event event) {
        if (!endpoint.isEmpty()) {
            offers.add(new Offer(endpoint, eventId, position, event));
        }
    }

    /** The same about a message of the platform's own, whose answer is given before: now if it is kept back, else it is waited for. */
    void offerOf(long message, String endpoint, long eventId, long position, Event event) {
        if (slow.unanswered().holds(message) || !early.isEmpty() && earlyMessages.contains(message)) {
            Early one = new Early(message, new Offer(endpoint, eventId, position, event));
            earlyMessages.add(one.message());
            early.add(one);
            return;
        }
        slow.giveFirst(message);
        offer(endpoint, eventId, position, event);
    }

    /** Callers have been answered, and all that is written is forced: what waited for that may be told. */
    void answered() {
        if (!early.isEmpty()) {
            forced();
        }
    }

    private void offerEarly() {
        earlyMessages.clear();
        early.removeIf(one -> {
            Offer offer = one.offer();
            boolean waits =
                    earlyMessages.contains(one.message()) || slow.unanswered().holds(one.message());
            if (waits) {
                // What follows about it waits too, though its answer may be given by then.
                earlyMessages.add(one.message());
            } else {
                slow.giveFirst(one.message());
                offer(offer.endpoint(), offer.eventId(), offer.position(), offer.event());
            }
            return !waits;
        });
    }

    /** For a recovery, which offers everything in the table of events once, whoever entered it. */
    void forgetOffers() {
        offers.clear();
    }

    /** Someone waits for the force of what is written. */
    boolean isAwaited() {
        return !answers.isEmpty() || !listeners.isEmpty();
    }

    void written() {
        giveCredits();
        for (Outcomes.Flight flight : flights) {
            if (flight.isKeptUntilForced()) {
                kept.add(flight);
            } else {
                flight.free();
            }
        }
        flights.clear();
        runAll(readers);
    }

    private static void runAll(List<Runnable> told) {
        int count = told.size(); // what they ask for themselves is for the next time
        for (int i = 0; i < count; i++) {
            run(told.get(i));
        }
        if (count > 0) {
            told.subList(0, count).clear();
        }
    }

    private static void run(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException e) {
            LOG.warn("what waited for the disk could not be told", e);
        }
    }

    void forced() {
        if (!kept.isEmpty()) {
            kept.forEach(Outcomes.Flight::free);
            kept.clear();
        }
        runAll(listeners);
        if (!answers.isEmpty()) {
            answer();
        }
        if (!early.isEmpty()) {
            offerEarly();
        }
        slow.unanswered().forgetTold();
        if (!offers.isEmpty()) {
            for (Offer o : offers) {
                handback.offerQuietly(o.endpoint(), o.eventId(), o.position(), o.event());
            }
            offers.clear();
            handback.offered();
        }
    }

    /** All first, then a word to each bind: whoever is woken finds them together, and writes them together. */
    private void answer() {
        Inlet.Answer last = null; // those of one bind mostly follow each other
        for (Answer a : answers) {
            a.to().answer(a.delivery(), a.status());
            if (a.to() != last && !told.contains(a.to())) {
                told.add(a.to());
            }
            last = a.to();
        }
        answers.clear();
        told.forEach(Inlet.Answer::told);
        told.clear();
    }
}
