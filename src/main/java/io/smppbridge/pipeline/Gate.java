package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Whether messages are accepted now, and if not, why. Closed until it is opened. */
@ThreadSafe
final class Gate {
    private static final Optional<NotAccepting> NO_SPACE =
            Optional.of(new NotAccepting("the disk of the journal is nearly full; make space", Duration.ofSeconds(5)));

    private final BooleanSupplier space;
    private volatile Optional<NotAccepting> closed =
            Optional.of(new NotAccepting("the bridge is starting", Duration.ofSeconds(1)));

    /** @param space whether the disk has room; asked for every request */
    Gate(BooleanSupplier space) {
        this.space = space;
    }

    void open() {
        closed = Optional.empty();
    }

    void close(String reason, Duration retryAfter) {
        closed = Optional.of(new NotAccepting(reason, retryAfter));
    }

    /** What callers are told; empty while messages are accepted. */
    Optional<NotAccepting> closed() {
        Optional<NotAccepting> now = closed;
        return now.isEmpty() && !space.getAsBoolean() ? NO_SPACE : now;
    }
}
