package io.smppbridge.sender;

import io.smppbridge.settings.QuietHours;
import io.smppbridge.threads.OwnedBy;
import java.util.function.Function;

/** Knows whether quiet hours hold, of the SMSC and of accounts; worked out once a second and not for each message. */
@OwnedBy("the sender thread")
final class QuietWatch {
    private final Function<String, QuietHours> accounts;
    private QuietHours laneHours = QuietHours.NONE;
    private long laneSecond = -1;
    private long laneUntil;
    private long accountSecond = -1;
    private QuietHours accountHours = QuietHours.NONE;
    private long accountUntil;

    /** @param accounts the quiet hours of an account */
    QuietWatch(Function<String, QuietHours> accounts) {
        this.accounts = accounts;
    }

    /** When the SMSC's quiet hours end, in milliseconds since 1970; 0 when none hold. */
    long lane(QuietHours hours, long nowMs) {
        if (hours.isNone()) {
            laneUntil = 0;
            laneSecond = -1;
        } else if (nowMs / 1000 != laneSecond || hours != laneHours) { // others are others from the reload on
            laneSecond = nowMs / 1000;
            laneHours = hours;
            laneUntil = hours.until(nowMs);
        }
        return laneUntil;
    }

    /** The same of an account, by the hours that are in force this moment. */
    long account(String name, long nowMs) {
        QuietHours hours = accounts.apply(name);
        if (nowMs / 1000 != accountSecond || hours != accountHours) {
            accountSecond = nowMs / 1000;
            accountHours = hours;
            accountUntil = hours.until(nowMs);
        }
        return accountUntil;
    }

    /** The hours by which {@link #account} has answered last. */
    QuietHours hours() {
        return accountHours;
    }
}
