package io.smppbridge.settings;

import java.util.List;
import java.util.Map;

/**
 * The port at which SMSCs call the bridge ({@code outbind.*}, {@code smsc.<name>.outbind-*}).
 *
 * @param host {@code outbind.host}
 * @param port {@code outbind.port}
 * @param peers by SMSC, those with {@code receive = outbind}
 */
public record OutbindConfig(boolean enabled, String host, int port, Map<String, Peer> peers) {
    /**
     * An SMSC that may call.
     *
     * @param from addresses and ranges ({@code outbind-from})
     * @param systemId what it calls itself ({@code outbind-system-id}); empty for anything
     * @param password what it must show ({@code outbind-password})
     */
    public record Peer(List<String> from, String systemId, Secret password) {}
}
