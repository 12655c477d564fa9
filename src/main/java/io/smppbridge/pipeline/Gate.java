package io.smppbridge.pipeline;

import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Whether messages are accepted now, and if not, why. Closed until it is opened. */
@ThreadSafe
final class Gate {
    /** What is told while no bag has room, or {@code nearly} none. */
    @FunctionalInterface
    interface Full {
        Optional<Refusal> full(boolean nearly);
    }

    private static final Optional<NotAccepting> NO_SPACE = Optional.of(new NotAccepting(
            "the disk of the journal is nearly full or makes no room; make space, or see the log",
            Duration.ofSeconds(5)));

    private static final Optional<NotAccepting> GONE = Optional.of(
            new NotAccepting("files of the journal have been deleted or moved; see the log", Duration.ofSeconds(5)));

    private static final Optional<NotAccepting> FAILED =
            Optional.of(new NotAccepting("the journal has failed", Duration.ofSeconds(5)));

    private final BooleanSupplier failed;
    private final BooleanSupplier space;
    private final BooleanSupplier whole;
    private final Full full;
    private volatile Optional<NotAccepting> closed =
            Optional.of(new NotAccepting("the bridge is starting", Duration.ofSeconds(1)));

    /**
     * @param failed whether the journal can be used no more, which it finds out before anybody has closed this; asked where there is no space
     * @param space whether the disk has room for a journal that can be used; asked for every request
     * @param whole whether the journal's files are there; asked where there is no space
     * @param full what is told while no bag has room for any message
     */
    Gate(BooleanSupplier failed, BooleanSupplier space, BooleanSupplier whole, Full full) {
        this.failed = failed;
        this.space = space;
        this.whole = whole;
        this.full = full;
    }

    void open() {
        closed = Optional.empty();
    }

    /** For good, as the journal can be used no more. */
    void closeFailed() {
        closed = FAILED;
    }

    void close(String reason, Duration retryAfter) {
        closed = Optional.of(new NotAccepting(reason, retryAfter));
    }

    /** What is told to whoever comes with any message at all; empty while some may be taken. */
    Optional<Refusal> refusesAll(boolean nearlyFull) {
        Optional<NotAccepting> now = closed();
        return now.isPresent() ? Optional.of(now.get()) : full.full(nearlyFull);
    }

    /** What callers are told; empty while messages are accepted. */
    Optional<NotAccepting> closed() {
        Optional<NotAccepting> now = closed;
        if (now.isPresent() || space.getAsBoolean()) {
            return now;
        }
        if (failed.getAsBoolean()) {
            return FAILED;
        }
        return whole.getAsBoolean() ? NO_SPACE : GONE;
    }
}
