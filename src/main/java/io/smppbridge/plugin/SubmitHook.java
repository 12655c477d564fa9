package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;

/**
 * Looks at a message that is about to be submitted to its SMSC. Called once for each SMSC that the message comes to, and again after a restart
 * unless it was tried there. A change holds for that SMSC only. Reference, priority, times, wishes and tags cannot be changed.
 */
public interface SubmitHook extends Plugin {
    /**
     * @param account whose message it is
     * @param smsc where it goes
     * @return never null
     */
    Verdict beforeSubmit(String account, OutboundSms sms, String smsc);
}
