package io.smppbridge.connector;

import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.settings.SmscConfig.Reconnect;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before a bind is made anew: doubling with jitter between the floor and the cap; slow at once where the credentials
 * were refused, quick with a cap of its own where the SMSC still holds the former bind, and not at all where the former was given up in order.
 */
@OwnedBy("the bind's owner")
final class Backoff {
    private static final double JITTER = 0.25;
    private static final Duration ALREADY_BOUND_CAP = Duration.ofSeconds(10);

    private final RandomGenerator random;
    private Reconnect config;
    private int failures;
    private boolean refused;

    Backoff(Reconnect config, RandomGenerator random) {
        this.config = config;
        this.random = random;
    }

    void apply(Reconnect newConfig) {
        config = newConfig;
    }

    long stableNanos() {
        return config.stable().toNanos();
    }

    /** The bind has held long enough: the next pause is the shortest again. */
    void reset() {
        failures = 0;
    }

    /** @param inOrder whether it stood, and was given up: those that are made for a bunch, or a poll, never hold for long */
    void gone(boolean inOrder) {
        failures = inOrder ? 0 : failures;
    }

    /** The pause after one more failure, in nanoseconds; 0 where there was none: wanted again while it was given up. */
    long next(CloseCause cause, int status) {
        if (cause == CloseCause.UNBOUND) {
            return 0;
        }
        refused = cause == CloseCause.BIND_REFUSED && isCredentials(status);
        if (refused) {
            failures = 0;
            return jitter(
                    config.refused().toNanos(),
                    config.refused().toNanos(),
                    2 * config.refused().toNanos());
        }
        long floor = config.min().toNanos();
        long cap = config.max().toNanos();
        if (cause == CloseCause.BIND_REFUSED && status == CommandStatus.RALYBND) {
            cap = Math.max(floor, Math.min(cap, ALREADY_BOUND_CAP.toNanos()));
        }
        long plain = failures >= 40 ? cap : (long) Math.min((double) cap, (double) floor * (1L << failures));
        failures = Math.min(failures + 1, 40);
        return jitter(plain, floor, cap);
    }

    /** The longest pause that there could be now after a failure like the last one, in nanoseconds. */
    long longest() {
        return refused ? 2 * config.refused().toNanos() : config.max().toNanos();
    }

    /** Statuses that another try in a moment cannot cure and that may lock the account. */
    static boolean isCredentials(int status) {
        return status == CommandStatus.RINVPASWD
                || status == CommandStatus.RINVSYSID
                || status == CommandStatus.RBINDFAIL;
    }

    /** Whether it says that the SMSC took no bind. */
    static boolean isFailedBind(CloseCause cause) {
        return switch (cause) {
            case CONNECT_FAILED, BIND_REFUSED, BIND_TIMEOUT -> true;
            case PEER_CLOSED, UNBOUND, CLOSED_HERE, PROTOCOL_ERROR -> false;
        };
    }

    private long jitter(long plain, long floor, long cap) {
        // Mirrored at the bounds, so that many binds that fail together do not gather there.
        long offset = (long) (plain * JITTER * (2 * random.nextDouble() - 1));
        long mirrored = plain + offset < floor || plain + offset > cap ? plain - offset : plain + offset;
        return Math.max(floor, Math.min(cap, mirrored));
    }
}
