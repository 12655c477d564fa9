package io.smppbridge.probe;

import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Mailbox;
import io.smppbridge.connector.Submission;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One bind that is driven by hand: what it sends is noted until it is answered, what it is sent is answered and kept. */
@OwnedBy("whoever probes")
final class ProbeBind {
    private static final long SHORTEST_PARK = 1_000_000;

    /** A submit_sm and what became of it. */
    static final class Sent {
        final byte[] octets;
        final long atNanos;
        /** command_status; -1 while there is no answer. */
        int status = -1;

        String messageId = "";
        long tookNanos;

        Sent(Submission submission, long atNanos) {
            this.octets = submission.octets;
            this.atNanos = atNanos;
        }

        boolean answered() {
            return status >= 0;
        }

        boolean taken() {
            return status == CommandStatus.ROK;
        }
    }

    /** Something that came, and when. */
    record Came(Delivery delivery, Instant at) {}

    private final Ticker ticker;
    private final InstantSource clock;
    private final Mailbox mailbox;
    private final Connector connector;
    private final Map<Integer, Sent> waiting = new HashMap<>();
    private final List<Came> came = new ArrayList<>();

    private boolean bound;
    private int version = -1;
    private Optional<String> ended = Optional.empty();
    private boolean unbindAsked;

    ProbeBind(Connector.Factory factory, Connector.BindAs as, Mailbox mailbox, Ticker ticker, InstantSource clock) {
        this.ticker = ticker;
        this.clock = clock;
        this.mailbox = mailbox;
        this.connector = factory.create(as, new Ear());
    }

    void open() {
        connector.open();
    }

    boolean isBound() {
        return bound && ended.isEmpty();
    }

    /** sc_interface_version, -1 when none was announced. */
    int version() {
        return version;
    }

    /** Why it is gone; empty while it is not. */
    Optional<String> ended() {
        return ended;
    }

    boolean unbindAsked() {
        return unbindAsked;
    }

    List<Came> came() {
        return came;
    }

    int unanswered() {
        return waiting.size();
    }

    /** Composes a submit_sm; it goes out with {@link #flush}. */
    Sent submit(Submission submission) {
        Sent sent = new Sent(submission, ticker.nanos());
        waiting.put(connector.submit(submission), sent);
        return sent;
    }

    void flush() {
        connector.flush();
    }

    /** What is still unanswered stays so. */
    void giveUpWaiting() {
        waiting.clear();
    }

    /** Does what has come until there is what is awaited, or time is up; false when it is. Nobody else may drain the mailbox. */
    boolean await(BooleanSupplier done, Duration within) {
        long until = ticker.nanos() + within.toNanos();
        while (true) {
            mailbox.drain();
            if (done.getAsBoolean()) {
                return true;
            }
            long left = until - ticker.nanos();
            if (left <= 0) {
                return false;
            }
            mailbox.park(Math.max(SHORTEST_PARK, Math.min(left, 50 * SHORTEST_PARK)));
        }
    }

    void unbind(Duration within) {
        if (isBound()) {
            connector.unbind();
            await(() -> ended.isPresent(), within);
        }
        connector.close("the probe is over");
    }

    /** Brings what the transport says to the thread that probes. */
    private final class Ear implements ConnectorListener {
        @Override
        public void bound(String smscSystemId, int interfaceVersion) {
            mailbox.post(() -> {
                bound = true;
                version = interfaceVersion;
            });
        }

        @Override
        public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
            mailbox.post(() -> {
                Sent sent = waiting.remove(sequence);
                if (sent != null) {
                    sent.status = commandStatus;
                    sent.messageId = messageId;
                    sent.tookNanos = readNanos - sent.atNanos;
                }
            });
        }

        @Override
        public void linkAlive(long readNanos) {
            // Nothing is concluded from it.
        }

        @Override
        public void delivered(Delivery delivery) {
            mailbox.offer(() -> {
                came.add(new Came(delivery, clock.instant()));
                connector.answer(delivery, CommandStatus.ROK);
                connector.flush();
            });
        }

        @Override
        public void unbindRequested() {
            mailbox.post(() -> unbindAsked = true);
        }

        @Override
        public void closed(CloseCause cause, int commandStatus, String detail) {
            mailbox.post(() -> ended = Optional.of(cause + ": " + detail));
        }
    }
}
