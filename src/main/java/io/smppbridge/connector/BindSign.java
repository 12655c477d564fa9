package io.smppbridge.connector;

import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.OwnedBy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows people how a bind stands: in the stats, and in the log where it comes and goes. */
@OwnedBy("the bind's owner")
final class BindSign {
    private static final Logger LOG = LoggerFactory.getLogger(BindSign.class);
    private static final long SECOND = 1_000_000_000L;

    private final String smsc;
    private final String name;
    private final SmscStats.BindState shown;
    /** Whether it stood until the last time it went down. */
    private boolean lost;
    /** What the last try came to, and the seconds until the next one as they are shown. */
    private String failure = "";

    private long tenthsLeft;

    BindSign(SmscStats stats, String name) {
        this.smsc = stats.smsc();
        this.name = name;
        this.shown = stats.bind(name);
    }

    String text() {
        return shown.text;
    }

    void text(String text) {
        shown.text = text;
    }

    void idle() {
        shown.text = "idle";
        shown.failing = false;
    }

    void up() {
        shown.bound = true;
        shown.failing = false;
        shown.text = "bound";
        LOG.info("{} {}: bound", smsc, name);
    }

    /** @param hasStood whether it stood and was not given up in order */
    void down(boolean hasStood) {
        lost = hasStood;
        shown.bound = false;
        if (lost) {
            shown.losses.increment();
        }
    }

    /** It is given up, and has not ended yet. */
    void closing(String why) {
        down(false);
        shown.text = "closing: " + why;
    }

    /** Whole seconds, and tenths below one. */
    static String seconds(long nanos) {
        long tenths = tenths(nanos);
        return tenths < 10 ? "0." + tenths : Long.toString((nanos + SECOND / 2) / SECOND);
    }

    private static long tenths(long nanos) {
        return Math.max(1, (nanos + SECOND / 20) / (SECOND / 10));
    }

    /** The first line of an outage can be told from those of the tries that follow; without a pause there is nothing to tell. */
    void waiting(CloseCause cause, int status, String detail, long pauseNanos) {
        if (pauseNanos == 0) {
            return;
        }
        shown.failing = true;
        failure = what(cause, status, detail);
        tenthsLeft = 0;
        waits(pauseNanos);
        tell(cause, status, shown.text);
    }

    /** It waits for its next try still. */
    void waits(long leftNanos) {
        long tenths = tenths(leftNanos);
        if (leftNanos > 0 && tenths != tenthsLeft) {
            tenthsLeft = tenths;
            shown.text = failure + ", next try in " + seconds(leftNanos) + " s";
        }
    }

    /** It is not made anew from here. */
    void over(boolean toTell, CloseCause cause, int status, String detail) {
        if (toTell) {
            tell(cause, status, what(cause, status, detail));
        }
    }

    private static String what(CloseCause cause, int status, String detail) {
        return cause == CloseCause.BIND_REFUSED ? "refused " + StatusTable.name(status) : detail;
    }

    private void tell(CloseCause cause, int status, String text) {
        if (cause == CloseCause.BIND_REFUSED && Backoff.isCredentials(status)) {
            LOG.error("{} {}: {}; check system-id and password", smsc, name, text);
        } else {
            LOG.warn("{} {}: {}: {}", smsc, name, lost ? "bind lost" : "no bind", text);
        }
    }
}
