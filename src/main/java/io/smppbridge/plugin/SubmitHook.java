package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;

/** Looks at a message when its SMSC is known, before it is cut for that SMSC and written down. */
public interface SubmitHook extends Plugin {
    /** @param smsc where it goes */
    Verdict beforeSubmit(String account, OutboundSms sms, String smsc);
}
