package io.smppbridge.settings;

import java.util.List;
import java.util.Map;

/**
 * Everything an administrator can set, checked.
 *
 * @param smscs by name, in the file's order
 * @param routes in the order in which they are tried
 * @param accounts by name
 * @param webhooks by name
 */
public record BridgeConfig(
        NodeConfig node,
        JournalConfig journal,
        HttpConfig http,
        AdminConfig admin,
        Map<String, AccountConfig> accounts,
        Map<String, SmscConfig> smscs,
        List<RouteConfig> routes,
        Map<String, WebhookConfig> webhooks,
        HandbackConfig handback) {}
