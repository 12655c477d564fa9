package io.smppbridge.settings;

import io.smppbridge.settings.SmscConfig.Binds.Receive;

/** What an SMSC that calls the bridge must have. */
final class OutbindRules {
    private OutbindRules() {}

    static void check(Values values, Complaints complaints) {
        Scope node = values.node();
        for (Scope smsc : values.each(Family.SMSC)) {
            boolean outbind = smsc.sound("receive", "outbind-from", "outbind-password", "tls")
                    && node.sound("outbind.enabled")
                    && smsc.get("receive", Receive.class) == Receive.OUTBIND;
            if (!outbind) {
                continue;
            }
            if (!node.flag("outbind.enabled")) {
                complaints.fault(
                        smsc.value("receive"), "transceiver, receiver, poll or off", "or set outbind.enabled = true");
            }
            if (smsc.words("outbind-from").isEmpty()) {
                complaints.fault(
                        smsc.value("outbind-from"),
                        "the addresses from which this SMSC calls",
                        "receive = outbind binds with a password to whoever calls from there",
                        smsc.value("receive"));
            }
            if (smsc.secret("outbind-password").isEmpty()) {
                complaints.fault(
                        smsc.value("outbind-password"), "the password that this SMSC shows", "", smsc.value("receive"));
            }
            if (smsc.flag("tls")) {
                complaints.fault(
                        smsc.value("receive"),
                        "receiver or poll",
                        "an outbind comes in clear text, and " + smsc.prefix() + "tls = on",
                        smsc.value("tls"));
            }
        }
    }
}
