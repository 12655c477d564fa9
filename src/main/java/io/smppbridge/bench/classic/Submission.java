package io.smppbridge.bench.classic;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.wire.ShortMessage;

/**
 * A message under way: as it came, and as it goes out.
 *
 * @param bornNanos when it was read, for the time that its acceptance took
 * @param expiresMs when it is worth sending no more, in milliseconds since 1970
 */
record Submission(
        long id, String smsc, ShortMessage message, OutboundSms sms, Parts part, long bornNanos, long expiresMs) {}
