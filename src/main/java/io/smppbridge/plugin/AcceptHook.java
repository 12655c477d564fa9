package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;

/** Looks at a message before rewriting and routing. */
public interface AcceptHook extends Plugin {
    /**
     * @return {@link Verdict.Change} with all that the message is to be, best made by {@code sms.with(…)}: what it leaves out is left out,
     *     but for the clientRef, which stays where it names none
     */
    Verdict accept(String account, OutboundSms sms);
}
