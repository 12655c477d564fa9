package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;

/** Looks at a message before rewriting and routing. */
public interface AcceptHook extends Plugin {
    Verdict accept(String account, OutboundSms sms);
}
