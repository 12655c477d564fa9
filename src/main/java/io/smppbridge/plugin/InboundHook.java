package io.smppbridge.plugin;

import io.smppbridge.InboundSms;

/** Hears of every message from a subscriber (MO), put together; changes nothing. */
public interface InboundHook extends Plugin {
    void onMessage(InboundSms sms);
}
