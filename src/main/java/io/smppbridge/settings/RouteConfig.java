package io.smppbridge.settings;

import java.util.List;

/**
 * One rule of the routing table ({@code route.<name>.*}); routes are tried in the order of their {@code order}, then of the file.
 *
 * @param prefixes the destination starts with one of these digits ({@code route.<name>.prefix}); empty for any
 * @param accounts {@code route.<name>.account}; empty for any
 * @param senders {@code route.<name>.from}; empty for any
 * @param smscs where to, in turn ({@code route.<name>.smsc})
 */
public record RouteConfig(
        String name,
        int order,
        List<String> prefixes,
        List<String> accounts,
        List<String> senders,
        List<String> smscs) {
    public RouteConfig {
        prefixes = List.copyOf(prefixes);
        accounts = List.copyOf(accounts);
        senders = List.copyOf(senders);
        smscs = List.copyOf(smscs);
    }
}
