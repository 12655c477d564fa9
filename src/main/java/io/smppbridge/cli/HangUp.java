package io.smppbridge.cli;

import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;

/**
 * HUP, which would end the process while nobody hears it: what comes before there is a bridge to reload is done once there is one. What comes
 * while a reload is under way is followed by one more, however often it comes: each signal by a reload that has begun after it.
 */
@ThreadSafe
final class HangUp {
    private Runnable reload;
    private boolean owed;
    private boolean busy;

    /** The signal is there. */
    void came() {
        synchronized (this) {
            owed = true;
        }
        follow();
    }

    /** From now on signals are followed by this, and at once if one has come already. */
    void serve(Runnable reload) {
        synchronized (this) {
            this.reload = reload;
        }
        follow();
    }

    private void follow() {
        for (Optional<Runnable> next = begin(); next.isPresent(); next = begin()) {
            try {
                next.get().run();
            } finally {
                end();
            }
        }
    }

    private synchronized Optional<Runnable> begin() {
        if (!owed || busy || reload == null) {
            return Optional.empty();
        }
        owed = false;
        busy = true;
        return Optional.of(reload);
    }

    private synchronized void end() {
        busy = false;
    }
}
