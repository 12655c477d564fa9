package io.smppbridge.app;

import io.smppbridge.journal.JournalException;
import io.smppbridge.settings.ConfigFault;
import io.smppbridge.settings.LoadOutcome;
import java.util.stream.Collectors;

/** Why the bridge does not start or go on: a sentence for people, and the exit code for whoever started it. */
public final class BridgeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Usage or configuration. */
    public static final int CONFIGURATION = 2;
    /** A listener's address cannot be had. */
    public static final int UNAVAILABLE = 69;
    /** Nothing moves any more: a thread that everything waits for hangs. */
    public static final int STUCK = 70;
    /** The journal cannot be used. */
    public static final int JOURNAL = 74;

    private final int exitCode;

    public BridgeException(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public BridgeException(int exitCode, String message) {
        this(exitCode, message, null);
    }

    /** All faults of a configuration at once. */
    static BridgeException of(LoadOutcome.Faulty faulty) {
        return new BridgeException(
                CONFIGURATION,
                faulty.faults().stream().map(ConfigFault::text).collect(Collectors.joining(System.lineSeparator())));
    }

    /** Why a start failed: with its exit code when it was for the journal. */
    static RuntimeException of(RuntimeException e) {
        if (e instanceof JournalException journal) {
            return of(journal);
        }
        return e.getCause() instanceof JournalException journal ? of(journal) : e;
    }

    static BridgeException of(JournalException e) {
        boolean setting =
                switch (e.kind()) {
                    case NOT_WRITABLE, LOCKED, KEY -> true;
                    default -> false;
                };
        return new BridgeException(setting ? CONFIGURATION : JOURNAL, e.getMessage(), e);
    }

    public int exitCode() {
        return exitCode;
    }

    /** All faults, one a line. */
}
