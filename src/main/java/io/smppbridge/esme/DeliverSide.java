package io.smppbridge.esme;

import io.smppbridge.Receipt;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.Status;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deliver_sm of one session: what is on its way, and what the ESME says of it. */
@OwnedBy("its event loop, but for reserve")
final class DeliverSide {
    private static final Logger LOG = LoggerFactory.getLogger(DeliverSide.class);
    private static final int ESME_RESERVED_TEMPORARY = 0x64;

    private final Session session;
    /** Places taken: one by each PDU under way or waiting, of events that whichever thread has handed over. */
    private final AtomicInteger reserved = new AtomicInteger();

    private final Outstanding outstanding = new Outstanding();
    /** What an event of several PDUs has beyond the window. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>(0);
    /** Whether something has been answered that hand-back has not been woken for. */
    private boolean quiet;

    /** @param place among all of its event */
    private record Waiting(Flight flight, Deliveries.Pdu pdu, int place) {}

    DeliverSide(Session session) {
        this.session = session;
    }

    /** Takes a place in the window, from any thread. */
    boolean reserve(int window) {
        while (true) {
            int now = reserved.get();
            if (now >= window) {
                return false;
            }
            if (reserved.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /** Sends an event that has a place. */
    void send(Flight flight) {
        Event event = flight.event;
        Outlet.Said said = flight.said;
        if (!session.isReceiving()) {
            reserved.decrementAndGet();
            said.returned();
            return;
        }
        if (event instanceof Event.Alert told) {
            if (session.version() < Deliveries.VERSION_34) {
                unwanted(said); // SMPP 3.3 has no such PDU
                return;
            }
            Deliveries.alert(session.out(), session.nextSequence(), told.alert());
            session.answered();
            reserved.decrementAndGet();
            said.taken(); // SMPP has no answer to it
            return;
        }
        Account account = session.account();
        if (event instanceof Event.State state
                && Deliveries.isOfOne(state.receipt())
                && hasPlace(account)
                && !session.notes().isOn()) {
            write(flight, state.receipt(), account);
            return;
        }
        List<Deliveries.Pdu> pdus;
        try {
            pdus = Deliveries.of(event, account.config(), session.version(), account.references(), account.words());
        } catch (RuntimeException e) {
            unsayable(said, e);
            return;
        }
        if (pdus.isEmpty()) {
            unwanted(said);
            return;
        }
        enqueue(flight, pdus, account);
    }

    /** All that an event takes; of several receipts those that the ESME has not taken before. */
    private void enqueue(Flight flight, List<Deliveries.Pdu> pdus, Account account) {
        boolean receipts = flight.event instanceof Event.State && pdus.size() > 1;
        flight.numbers = receipts ? new int[pdus.size()] : null;
        flight.open = 0;
        for (int place = 0; place < pdus.size(); place++) {
            if (!receipts || !account.partlyTaken().has(flight.event.id(), place)) {
                waiting.add(new Waiting(flight, pdus.get(place), place));
                flight.open++;
            }
        }
        if (flight.open == 0) {
            unwanted(flight.said);
            return;
        }
        reserved.addAndGet(flight.open - 1); // its first one's place is taken already
        write();
    }

    private void unsayable(Outlet.Said said, RuntimeException why) {
        LOG.error("{}: an event cannot be said in SMPP", session, why);
        reserved.decrementAndGet();
        said.refused("it cannot be said in SMPP: " + why);
    }

    /** It has not asked to hear of it, speaks an SMPP that has no words for it, or has it. */
    private void unwanted(Outlet.Said said) {
        reserved.decrementAndGet();
        said.taken();
    }

    /** Whether what comes may be written at once. */
    private boolean hasPlace(Account account) {
        return waiting.isEmpty() && outstanding.size() < account.binds().window();
    }

    /** Nearly all: a receipt of one message, straight into the buffer. */
    private void write(Flight flight, Receipt receipt, Account account) {
        Draft draft = session.loop().draft;
        try {
            if (!Deliveries.isWanted(receipt)) {
                unwanted(flight.said);
                return;
            }
            Deliveries.compose(draft, receipt, account.config().receipts(), account.words(), session.version());
        } catch (RuntimeException e) {
            unsayable(flight.said, e);
            return;
        }
        int sequence = session.nextSequence();
        Deliveries.number(draft, sequence);
        outstanding.put(sequence, flight, session.loop().nanos());
        draft.writeTo(session.out());
        session.answered();
    }

    /** Writes what waits as far as the window allows; of a PDU that has a place already there is always one to write. */
    private void write() {
        int window = session.account().binds().window();
        boolean any = false;
        while (!waiting.isEmpty() && outstanding.size() < window) {
            Waiting next = waiting.poll();
            int sequence = session.nextSequence();
            outstanding.put(sequence, next.flight, session.loop().nanos());
            if (next.flight.numbers != null) {
                next.flight.numbers[next.place] = sequence;
            }
            next.pdu.write(session.out(), sequence);
            session.notes().deliver(sequence, next.pdu);
            any = true;
        }
        if (any) {
            session.answered();
        }
    }

    /** The ESME has answered; false when nothing waits for that. */
    boolean answered(int sequence, int status) {
        Flight flight = outstanding.remove(sequence);
        if (flight == null) {
            return false;
        }
        flight.open--;
        if (flight.status == Status.ROK) {
            flight.status = status;
        }
        if (flight.numbers != null && status == Status.ROK) {
            tookOne(flight, sequence);
        }
        reserved.decrementAndGet();
        if (!waiting.isEmpty()) {
            write();
        }
        if (flight.open == 0) {
            say(flight);
        }
        quiet = true; // also where others of its event are to be answered: there is a place
        return true;
    }

    private void tookOne(Flight flight, int sequence) {
        for (int place = 0; place < flight.numbers.length; place++) {
            if (flight.numbers[place] == sequence) {
                session.account().partlyTaken().add(flight.event.id(), place);
            }
        }
    }

    /** Hand-back hears of all that one reading brings at its end. */
    void readingEnded() {
        if (quiet) {
            quiet = false;
            session.account().binds().wake();
        }
    }

    private void say(Flight flight) {
        if (flight.status == Status.ROK) {
            if (flight.numbers != null) {
                session.account().partlyTaken().forget(flight.event.id());
            }
            flight.said.takenQuietly();
            return;
        }
        String why = "deliver_sm_resp with command_status 0x" + Integer.toHexString(flight.status);
        switch (flight.status) {
            case Status.RMSGQFUL, Status.RTHROTTLED -> flight.said.full(why);
            case Status.RSYSERR, ESME_RESERVED_TEMPORARY -> flight.said.busy(why, 0);
            default -> flight.said.refused(why);
        }
    }

    /** Whether the oldest has waited too long. */
    boolean overdue(long now, long withinNanos) {
        return !outstanding.isEmpty() && outstanding.isOverdue(now, withinNanos);
    }

    int inFlight() {
        return reserved.get();
    }

    /** The session has ended: whatever has no answer comes again, in its order. */
    void end() {
        reserved.addAndGet(-outstanding.size() - waiting.size());
        Set<Flight> lost = new LinkedHashSet<>(outstanding.clear(session.lastSequence()));
        waiting.forEach(one -> lost.add(one.flight));
        waiting.clear();
        lost.forEach(flight -> flight.said.returned());
        readingEnded();
    }
}
