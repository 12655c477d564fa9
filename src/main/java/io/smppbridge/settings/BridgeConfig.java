package io.smppbridge.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything an administrator can set, checked.
 *
 * @param smscs by name, in the file's order
 * @param routing how SMSCs are chosen
 * @param accounts by name
 * @param webhooks by name
 * @param esme the SMPP server
 * @param inbound what becomes of subscribers' messages
 * @param plugins what was added from jars
 * @param dropIn listeners that speak as other gateways do
 * @param datagram messages by UDP
 */
public record BridgeConfig(
        NodeConfig node,
        JournalConfig journal,
        HttpConfig http,
        TcpConfig tcp,
        AdminConfig admin,
        Map<String, AccountConfig> accounts,
        Map<String, SmscConfig> smscs,
        RoutingConfig routing,
        Map<String, WebhookConfig> webhooks,
        HandbackConfig handback,
        EsmeConfig esme,
        OutbindConfig outbind,
        PduLogConfig pduLog,
        InboundConfig inbound,
        PluginConfig plugins,
        DropInConfig dropIn,
        DatagramConfig datagram) {

    /** The routes in the order in which they are tried. */
    public List<RouteConfig> routes() {
        return routing.routes();
    }

    /**
     * Reads a file with all that belongs to it. Layers, from weak to strong: defaults, {@code smsc-defaults.*}, the file and what it
     * includes, {@code conf.d/*.properties} beside it, environment variables, overrides. Opens nothing but those files and the secret
     * and PEM files they name, no socket, resolves no name. Any thread; takes milliseconds.
     *
     * @param file the main file; everything relative is relative to its directory
     * @param environment usually {@link System#getenv()}
     * @param overrides key to value, from {@code --set key=value}
     * @return the config, or every fault in it
     */
    public static LoadOutcome load(Path file, Map<String, String> environment, Map<String, String> overrides) {
        return ConfigLoader.load(file, environment, overrides);
    }
}
