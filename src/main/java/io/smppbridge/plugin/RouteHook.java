package io.smppbridge.plugin;

import io.smppbridge.OutboundSms;
import java.util.List;

/** Chooses among the SMSCs of the route that has taken a message. */
public interface RouteHook extends Plugin {
    /**
     * @param account whose message it is
     * @param smscs of the route, in the order of its tiers
     * @return one of them, or the empty string for no preference; never null. One without a bind or without room is not taken
     */
    String route(String account, OutboundSms sms, List<String> smscs);
}
