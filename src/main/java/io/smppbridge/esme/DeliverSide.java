package io.smppbridge.esme;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.text.Part;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The deliver_sm of one session: what is on its way, and what the ESME says of it. */
@OwnedBy("its event loop, but for reserve")
final class DeliverSide {
    private static final Logger LOG = LoggerFactory.getLogger(DeliverSide.class);
    private static final int ESME_RESERVED_TEMPORARY = 0x64;

    private final Session session;
    /** Events taken on, by whichever thread hands them over. */
    private final AtomicInteger reserved = new AtomicInteger();
    /** PDUs without an answer, by sequence number, oldest first. */
    private final Map<Integer, Flight> flights = new LinkedHashMap<>();

    /** An event on its way, in one PDU or several. */
    private static final class Flight {
        final Outlet.Said said;
        final long sentNanos;
        int open;
        int status = Status.ROK;

        Flight(Outlet.Said said, int open, long sentNanos) {
            this.said = said;
            this.open = open;
            this.sentNanos = sentNanos;
        }
    }

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
        if (!Deliveries.isWanted(event)) {
            reserved.decrementAndGet();
            said.taken();
            return;
        }
        Deliveries.Content content;
        try {
            content = Deliveries.of(event, session.account().config(), session.version());
        } catch (RuntimeException e) {
            LOG.error("{}: an event cannot be said in SMPP", session, e);
            reserved.decrementAndGet();
            said.refused("it cannot be said in SMPP: " + e);
            return;
        }
        Flight flight =
                new Flight(said, content.parts().size(), session.loop().ticker.nanos());
        for (Part part : content.parts()) {
            int sequence = session.nextSequence();
            flights.put(sequence, flight);
            PduWriter.deliver(
                    session.out(), sequence, content.envelope(), part.octets(), part.payload(), content.tlvs());
        }
        session.answered();
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
        if (flight.open == 0) {
            reserved.decrementAndGet();
            say(flight);
        }
        return true;
    }

    private static void say(Flight flight) {
        String why = "deliver_sm_resp with command_status 0x" + Integer.toHexString(flight.status);
        switch (flight.status) {
            case Status.ROK -> flight.said.taken();
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
        List<Flight> lost = new ArrayList<>();
        for (Flight flight : flights.values()) {
            if (lost.isEmpty() || lost.get(lost.size() - 1) != flight) { // parts of one event stand together
                lost.add(flight);
            }
        }
        flights.clear();
        for (Flight flight : lost) {
            reserved.decrementAndGet();
            flight.said.returned();
        }
    }
}
