package io.smppbridge.sender;

import io.smppbridge.connector.StatusTable;
import io.smppbridge.threads.OwnedBy;
import java.time.Instant;

/** Tells people what holds a lane up: in one sentence in the stats, and nothing while messages flow freely. */
@OwnedBy("the sender thread")
final class HoldUp {
    private static final long SECOND = 1_000_000_000L;

    /** Why nothing more can be submitted at the moment. */
    enum Reason {
        NOTHING_WAITS,
        NO_BIND,
        PAUSED,
        RATE,
        WINDOW,
        JOURNAL,
        QUIET,
        PLUGINS
    }

    private Reason shown = Reason.NOTHING_WAITS;
    private long shownAt;
    /** Why there is no bind; empty for another reason. */
    private String shownBind = "";

    /** Written when the reason changes, or why there is no bind, and each second while it lasts. */
    void show(Reason reason, Sender sender) {
        String bind = reason == Reason.NO_BIND ? bind(sender) : "";
        boolean same = reason == shown && bind.equals(shownBind);
        if (same && (reason == Reason.NOTHING_WAITS || sender.now - shownAt < SECOND)) {
            return;
        }
        shownBind = bind;
        shown = reason;
        shownAt = sender.now;
        sender.account.stats.holdUp = sentence(reason, sender);
        sender.account.stats.effectiveRate = sender.account.gate.rate();
    }

    private static String sentence(Reason reason, Sender sender) {
        Account account = sender.account;
        switch (reason) {
            case NO_BIND:
                return "no bind: " + bind(sender);
            case PAUSED:
                long left = Math.max(0, account.throttle.until() - sender.now);
                return "paused by the SMSC (" + StatusTable.name(account.throttle.lastStatus()) + ") for "
                        + (left + SECOND - 1) / SECOND + " s";
            case RATE:
                long hundredths = Math.round(account.gate.rate() * 100);
                return "rate "
                        + (hundredths % 100 == 0
                                ? Long.toString(hundredths / 100)
                                : Double.toString(hundredths / 100.0))
                        + "/s";
            case WINDOW:
                return isOverdue(sender)
                        ? "an answer is overdue: nothing more is sent until the SMSC has caught up ("
                                + unanswered(sender) + " without an answer)"
                        : "window full: " + account.terms.config().pace().window() + " submissions without an answer";
            case JOURNAL:
                return "waiting for the journal to note outcomes";
            case PLUGINS:
                return "plug-ins look at " + account.clearance.aside() + " messages, and at no more at once";
            case QUIET:
                return "quiet hours until " + Instant.ofEpochMilli(sender.quietUntil()) + ", but for high priority";
            default:
                return "";
        }
    }

    private static String bind(Sender sender) {
        return sender.binds.isEmpty() ? "none yet" : sender.binds.get(0).keeper.text();
    }

    /** Whether each bind that stands is suspect. */
    private static boolean isOverdue(Sender sender) {
        boolean any = false;
        for (SenderBind bind : sender.binds) {
            if (bind.keeper.isOpen() && !bind.isSuspect(sender.now)) {
                return false;
            }
            any |= bind.keeper.isOpen();
        }
        return any;
    }

    private static int unanswered(Sender sender) {
        int all = 0;
        for (SenderBind bind : sender.binds) {
            all += bind.window.size();
        }
        return all;
    }
}
