package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;
import java.util.Objects;

/** What a plug-in decides about a message: {@link #PASS}, {@link Change} or {@link Refuse}. */
public sealed interface Verdict {
    /** It goes on as it is. */
    Verdict PASS = new Pass();

    /** It goes on as it is. */
    record Pass() implements Verdict {}

    /** It goes on as {@code sms}. */
    record Change(OutboundSms sms) implements Verdict {
        public Change {
            Objects.requireNonNull(sms, "sms");
        }
    }

    /**
     * It is refused.
     *
     * @param reason a sentence for the platform, cut to {@link #LONGEST_REASON} characters; null or blank becomes "no reason given"
     */
    record Refuse(String reason) implements Verdict {
        public Refuse {
            String given = reason == null || reason.isBlank() ? "no reason given" : reason;
            boolean half =
                    given.length() > LONGEST_REASON && Character.isHighSurrogate(given.charAt(LONGEST_REASON - 1));
            reason = given.substring(0, Math.min(given.length(), half ? LONGEST_REASON - 1 : LONGEST_REASON));
        }
    }

    /** Characters of a reason that are kept with the message and reported with its events. */
    int LONGEST_REASON = 500;
}
