package io.smppbridge.esme;

import io.smppbridge.settings.EsmeConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;

/** When a session has to end because nothing comes, and when the ESME is to be asked whether it lives. */
@OwnedBy("its event loop")
final class Deadlines {
    private static final long FAREWELL_NANOS = 1_000_000_000L;

    private final long openedNanos;
    private long heardNanos;
    private boolean heard;
    /** When the enquire_link that has no answer was sent; 0 for none. */
    private long askedNanos;
    /** Since when its socket takes nothing; 0 for now. */
    private long stuckNanos;

    private long leftNanos;
    private boolean saidAll;

    Deadlines(long now) {
        this.openedNanos = now;
        this.heardNanos = now;
    }

    /** A PDU has come. */
    void heard() {
        heard = true;
    }

    /** The clock is looked at once for all that one reading brings. */
    void readingEnded(Ticker ticker) {
        if (heard) {
            heard = false;
            heardNanos = ticker.nanos();
        }
    }

    void asked(long now) {
        askedNanos = now == 0 ? 1 : now;
    }

    /** It lives. */
    void lives() {
        askedNanos = 0;
    }

    void writable(boolean takes, long now) {
        stuckNanos = takes ? 0 : now == 0 ? 1 : now;
    }

    void left(long now) {
        leftNanos = now;
    }

    /** The last word has been said: the ESME is given the time to read it, and to close. */
    void farewell(long now) {
        leftNanos = now;
        saidAll = true;
    }

    /** Why a session that is not bound has to end; empty when it may stay. */
    String unboundEnd(long now, EsmeConfig.Listener config, boolean leaving) {
        if (leaving) {
            long within = saidAll ? FAREWELL_NANOS : config.answerWithin().toNanos();
            return now - leftNanos > within ? saidAll ? "the last word is said" : "no answer to unbind" : "";
        }
        return now - openedNanos > config.bindWithin().toNanos() ? "no bind in time" : "";
    }

    /** Why a session that is bound has to end; empty when it may stay. */
    String boundEnd(long now, EsmeConfig.Listener config, DeliverSide deliveries) {
        long within = config.answerWithin().toNanos();
        if (stuckNanos != 0 && now - stuckNanos > within) {
            return "it reads nothing";
        }
        if (deliveries.overdue(now, within)) {
            return "no answer to deliver_sm";
        }
        return askedNanos != 0 && now - askedNanos > within ? "no answer to enquire_link" : "";
    }

    boolean toAsk(long now, EsmeConfig.Listener config) {
        return askedNanos == 0 && now - heardNanos > config.enquireLink().toNanos();
    }
}
