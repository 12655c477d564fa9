package io.smppbridge.routing;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Fault;
import java.util.List;

/**
 * A message after rewriting.
 *
 * @param changes what was changed and by what, one line each, for whoever asks why; names no text
 * @param faults why it cannot go on as it has become; empty when it can
 */
public record Rewritten(OutboundSms sms, List<String> changes, List<Fault> faults) {
    public Rewritten {
        changes = List.copyOf(changes);
        faults = List.copyOf(faults);
    }
}
