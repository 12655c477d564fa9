package io.smppbridge.esme;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.Status;

/** An event on its way to one session, in one PDU or several; work for the session's loop. */
@OwnedBy("the session's event loop, but for end")
final class Flight implements Runnable, Outlet.Attempt {
    final Event event;
    final Outlet.Said said;
    private final Session session;
    /** PDUs without an answer, those that have not been written included. */
    int open = 1;

    int status = Status.ROK;
    /** Of an event that is several receipts, the sequence number of each that has been written; else null. */
    int[] numbers;

    Flight(Session session, Event event, Outlet.Said said) {
        this.session = session;
        this.event = event;
        this.said = said;
    }

    @Override
    public void run() {
        session.deliveries().send(this);
    }

    @Override
    public void end() {
        session.loop().run(() -> session.close("a deliver_sm has got no answer"));
    }
}
