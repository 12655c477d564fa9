package io.smppbridge.esme;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.Status;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
    /** PDUs without an answer, by sequence number, oldest first. */
    private final Map<Integer, Flight> flights = new LinkedHashMap<>();
    /** What an event of several PDUs has beyond the window. */
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** An event on its way, in one PDU or several. */
    private static final class Flight {
        final Outlet.Said said;
        long sentNanos;
        int open;
        int status = Status.ROK;

        Flight(Outlet.Said said, int open) {
            this.said = said;
            this.open = open;
        }
    }

    private record Waiting(Flight flight, Deliveries.Pdu pdu) {}

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
    void send(Event event, Outlet.Said said) {
        if (!session.isReceiving()) {
            reserved.decrementAndGet();
            said.returned();
            return;
        }
        if (event instanceof Event.Alert told) {
            Deliveries.alert(session.out(), session.nextSequence(), told.alert());
            session.answered();
            reserved.decrementAndGet();
            said.taken(); // SMPP has no answer to it
            return;
        }
        List<Deliveries.Pdu> pdus;
        try {
            Account account = session.account();
            pdus = Deliveries.of(event, account.config(), session.version(), account.references(), account.words());
        } catch (RuntimeException e) {
            LOG.error("{}: an event cannot be said in SMPP", session, e);
            reserved.decrementAndGet();
            said.refused("it cannot be said in SMPP: " + e);
            return;
        }
        if (pdus.isEmpty()) { // it has not asked to hear of it
            reserved.decrementAndGet();
            said.taken();
            return;
        }
        Flight flight = new Flight(said, pdus.size());
        reserved.addAndGet(pdus.size() - 1); // its first one's place is taken already
        pdus.forEach(pdu -> waiting.add(new Waiting(flight, pdu)));
        write();
    }

    /** Writes what waits as far as the window allows; of a PDU that has a place already there is always one to write. */
    private void write() {
        int window = session.account().binds().window();
        boolean any = false;
        while (!waiting.isEmpty() && flights.size() < window) {
            Waiting next = waiting.poll();
            int sequence = session.nextSequence();
            next.flight.sentNanos = session.loop().ticker.nanos();
            flights.put(sequence, next.flight);
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
        Flight flight = flights.remove(sequence);
        if (flight == null) {
            return false;
        }
        flight.open--;
        if (flight.status == Status.ROK) {
            flight.status = status;
        }
        reserved.decrementAndGet();
        write();
        if (flight.open == 0) {
            say(flight);
        }
        return true;
    }

    private static void say(Flight flight) {
        if (flight.status == Status.ROK) {
            flight.said.taken();
            return;
        }
        String why = "deliver_sm_resp with command_status 0x" + Integer.toHexString(flight.status);
        switch (flight.status) {
            case Status.RSYSERR, Status.RMSGQFUL, Status.RTHROTTLED, ESME_RESERVED_TEMPORARY ->
                flight.said.busy(why, 0);
            default -> flight.said.refused(why);
        }
    }

    /** Whether the oldest has waited too long. */
    boolean overdue(long now, long withinNanos) {
        return !flights.isEmpty() && now - flights.values().iterator().next().sentNanos > withinNanos;
    }

    int inFlight() {
        return reserved.get();
    }

    /** The session has ended: whatever has no answer comes again, in its order. */
    void end() {
        Set<Flight> lost = new LinkedHashSet<>(flights.values());
        waiting.forEach(one -> lost.add(one.flight));
        reserved.addAndGet(-flights.size() - waiting.size());
        flights.clear();
        waiting.clear();
        lost.forEach(flight -> flight.said.returned());
    }
}
