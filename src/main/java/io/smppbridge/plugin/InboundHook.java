package io.smppbridge.plugin;

import io.smppbridge.InboundSms;

/**
 * Hears of messages from subscribers (MO), put together; changes nothing. Not told again: what it misses by being late or throwing is missed.
 */
public interface InboundHook extends Plugin {
    void onMessage(InboundSms sms);
}
