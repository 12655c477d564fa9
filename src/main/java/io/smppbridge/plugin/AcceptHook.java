package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;

/** Looks at a message when it is accepted, before rewriting and routing. Called for a repeated request too: answer alike both times. */
public interface AcceptHook extends Plugin {
    /**
     * @param account whose message it is
     * @return never null. {@link Verdict.Change} replaces the whole message, so make it by {@code sms.with(…)}: what a new one leaves out is
     *     lost, except for the clientRef
     */
    Verdict accept(String account, OutboundSms sms);
}
