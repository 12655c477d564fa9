package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;
import java.util.Objects;

/** What a plug-in says of a message. */
public sealed interface Verdict {
    /** It goes on as it is. */
    Verdict PASS = new Pass();

    /** It goes on as it is. */
    record Pass() implements Verdict {}

    /** It goes on as this. */
    record Change(OutboundSms sms) implements Verdict {
        public Change {
            Objects.requireNonNull(sms, "sms");
        }
    }

    /**
     * It is refused.
     *
     * @param reason a sentence for the platform, of which {@link #LONGEST_REASON} characters are told; none is told as such
     */
    record Refuse(String reason) implements Verdict {
        public Refuse {
            String given = reason == null || reason.isBlank() ? "no reason given" : reason;
            boolean half =
                    given.length() > LONGEST_REASON && Character.isHighSurrogate(given.charAt(LONGEST_REASON - 1));
            reason = given.substring(0, Math.min(given.length(), half ? LONGEST_REASON - 1 : LONGEST_REASON));
        }
    }

    /** It is kept with the message, and told with each of its events. */
    int LONGEST_REASON = 500;
}
