package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.util.List;

/** A sending and the events in it: hears the answer on any thread, and brings it to its endpoint on the lane. */
@OwnedBy("its endpoint's lane, but for accept and quietly")
final class Flight implements HandOver.Answered, Runnable {
    private static final HandOver.Sending NOT_BEGUN = () -> new HandOver.Answer.Failed("not begun", false, 0);

    final List<Entry> entries;
    /** When it is given up, on the ticker. */
    final long deadline;

    private final Endpoint endpoint;
    HandOver.Sending sending = NOT_BEGUN;
    /** Handed over by the lane's mailbox. */
    private HandOver.Answer answer;

    /** Its neighbours among those under way; {@link Flights} alone looks at them. */
    Flight before;

    Flight after;
    boolean underWay;

    Flight(Endpoint endpoint, List<Entry> entries, long deadline) {
        this.endpoint = endpoint;
        this.entries = entries;
        this.deadline = deadline;
    }

    @Override
    public void accept(HandOver.Answer said) {
        answer = said;
        endpoint.lane().execute(this);
    }

    @Override
    public void quietly(HandOver.Answer said) {
        answer = said;
        endpoint.lane().post(this);
    }

    @Override
    public void run() {
        endpoint.landed(this, answer);
    }
}
