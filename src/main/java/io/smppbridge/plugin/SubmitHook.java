package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;

/**
 * Looks at a message that is about to be submitted to its SMSC: once for each SMSC that it comes to, and again after a restart unless it
 * was tried there. What it changes holds for that SMSC only; reference, priority, times, wishes and tags stay as they are.
 */
public interface SubmitHook extends Plugin {
    /** @param smsc where it goes */
    Verdict beforeSubmit(String account, OutboundSms sms, String smsc);
}
