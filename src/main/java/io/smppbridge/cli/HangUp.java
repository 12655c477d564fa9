package io.smppbridge.cli;

import io.smppbridge.threads.ThreadSafe;

/** HUP, which would end the process while nobody hears it: what comes before there is a bridge to reload is done once there is one. */
@ThreadSafe
final class HangUp {
    private Runnable reload;
    private boolean early;

    /** The signal is there. */
    void came() {
        Runnable now;
        synchronized (this) {
            now = reload;
            early = now == null;
        }
        if (now != null) {
            now.run();
        }
    }

    /** From now on each signal does this; and it is done at once if one has come already. */
    void serve(Runnable reload) {
        boolean owed;
        synchronized (this) {
            this.reload = reload;
            owed = early;
            early = false;
        }
        if (owed) {
            reload.run();
        }
    }
}
