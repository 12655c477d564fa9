package io.smppbridge.smpp;

import io.smppbridge.connector.Connector;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.threads.Ticker;
import java.net.Socket;

/**
 * Makes binds to one SMSC account, over whatever its settings say ({@code transport}).
 *
 * <p>Where the settings ask for TLS there is TLS or no bind; renewed PEM files are used from the next connection on.
 *
 * <p>TLVs go only to a peer that announced SMPP 3.4 or later in its bind_resp, unless {@code long-message = sar|payload} asks for them by
 * name. A submission that cannot be composed (a field too long, a TLV that the peer does not take) is answered at once with the fitting
 * command_status, on the owner's thread, as if the SMSC had refused it.
 */
public interface Transport extends Connector.Factory {
    /** Binds on a connection that the SMSC has made, taken by {@link OutbindDoor}: once, for it can only be used once. */
    Connector.Factory over(Socket called);

    /**
     * The one that the settings ask for.
     *
     * @param ticker stamps what is read, and tells the deadlines
     * @param tap given every PDU that is written or read
     * @param loops carry binds over Netty
     */
    static Transport of(SmscConfig smsc, Ticker ticker, PduTap tap, NettyLoops loops) {
        return smsc.link().transport() == TransportKind.NETTY
                ? new NettyTransport(smsc, ticker, tap, loops)
                : new JsmppTransport(smsc, ticker, tap);
    }
}
