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
     * @param reason a sentence for the platform
     */
    record Refuse(String reason) implements Verdict {}
}
