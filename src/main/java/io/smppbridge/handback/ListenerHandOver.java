package io.smppbridge.handback;

import io.smppbridge.InboundListener;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Calls the platform's listener, on the lane that belongs to it alone: a listener that never returns keeps nobody else waiting. */
final class ListenerHandOver implements HandOver {
    private final InboundListener listener;

    ListenerHandOver(InboundListener listener) {
        this.listener =
                Objects.requireNonNull(listener, "listener is null, expected whom to tell; the one before stays");
    }

    @Override
    public Readiness readiness() {
        return Readiness.READY;
    }

    @Override
    public Sending send(List<Event> events, Answered answered) {
        Answer answer;
        try {
            Event event = events.get(0);
            if (event instanceof Event.Inbound inbound) {
                listener.onMessage(inbound.message());
            } else if (event instanceof Event.State state) {
                listener.onReceipt(state.receipt());
            } else if (event instanceof Event.Alert told) {
                listener.onAlert(told.alert());
            }
            answer = Answer.Taken.TAKEN;
        } catch (Exception | Error e) {
            // Of whatever kind: it is the platform's, and this thread is the only one that it hears by.
            // The class only: the platform's exception may quote the text or the number.
            answer = new Answer.Refused("the listener threw " + e.getClass().getName());
        }
        // What the listener leaves behind is no word to the lane, which may have to wait for the next event's content.
        Thread.interrupted();
        answered.accept(answer);
        Answer known = answer;
        return () -> known;
    }

    @Override
    public int concurrency() {
        return 1;
    }

    @Override
    public int batch() {
        return 1;
    }

    @Override
    public Duration answerWithin() {
        return Duration.ofDays(1); // the call has returned before anybody looks at this
    }
}
