package io.smppbridge.smpp;

import io.smppbridge.settings.SmscConfig;
import java.net.UnknownHostException;

/** Says why there is no bind, where it was tried, and which keys to look at. */
final class Advice {
    private Advice() {}

    static String notConnected(SmscConfig smsc, Throwable why) {
        if (why instanceof UnknownHostException) {
            return at(smsc) + " failed: no address is known for this name (check smsc." + smsc.name() + ".host)";
        }
        return at(smsc) + " failed: " + (why.getMessage() == null ? why.toString() : why.getMessage()) + check(smsc);
    }

    static String notConnectedWithin(SmscConfig smsc) {
        return at(smsc) + " failed: no answer within "
                + smsc.timers().connectWithin().toMillis() / 1000.0 + " s" + check(smsc);
    }

    /** @param first whether the peer has said nothing else yet */
    static String badLength(SmscConfig smsc, int length, boolean first) {
        String fault = "command_length " + Integer.toUnsignedString(length) + ", expected 16.." + GuardedReader.LONGEST;
        return first
                ? fault + ": what answers at " + smsc.link().host() + ":"
                        + smsc.link().port() + " does not look like SMPP (check smsc." + smsc.name()
                        + ".host and .port)"
                : fault;
    }

    private static String at(SmscConfig smsc) {
        return "connect to " + smsc.link().host() + ":" + smsc.link().port();
    }

    private static String check(SmscConfig smsc) {
        return " (check smsc." + smsc.name() + ".host and .port; is the SMSC up?)";
    }
}
