package io.smppbridge.pipeline;

import io.smppbridge.InboundSms;
import io.smppbridge.records.MessageRecord;
import io.smppbridge.records.Taker;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.InboundConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who takes what comes in, by one configuration. Immutable. */
@ThreadSafe
final class Takers {
    private final InboundRoutes routes;
    private final Map<String, AccountConfig> accounts;
    private final String inProcessAccount;
    private final Map<String, String> endpoints = new HashMap<>();
    /** Of all whom the configuration has, also those that take receipts alone. */
    private final Set<String> there = new HashSet<>();

    Takers(
            InboundRoutes routes,
            Map<String, AccountConfig> accounts,
            Collection<String> webhooks,
            String inProcessAccount) {
        this.routes = routes;
        this.accounts = new LinkedHashMap<>(accounts);
        this.inProcessAccount = inProcessAccount;
        there.add(Endpoints.LISTENER);
        webhooks.forEach(webhook -> there.add(Endpoints.webhook(webhook)));
        accounts.forEach((name, account) -> {
            endpoints.put(name, endpoint(name, account));
            there.add(Endpoints.callbacks(name));
            if (account.esme().binding()) {
                there.add(Endpoints.esme(name));
            }
        });
    }

    private String endpoint(String name, AccountConfig account) {
        if (!account.webhook().isEmpty()) {
            return Endpoints.webhook(account.webhook());
        }
        if (account.esme().binding()) {
            return Endpoints.esme(name);
        }
        return name.equals(inProcessAccount) ? Endpoints.LISTENER : "";
    }

    /** Where an account's events go when a message names no callback; empty for nowhere. */
    String endpointOf(String account) {
        String known = endpoints.get(account);
        return known != null ? known : account.equals(inProcessAccount) ? Endpoints.LISTENER : "";
    }

    /** Whether there is anybody of an endpoint's name. */
    boolean isThere(String endpoint) {
        return there.contains(endpoint);
    }

    /** Of a message that has just come: the first inbound route that fits; else the first account that takes MO; else the listener in the same process. */
    Taker of(InboundSms sms) {
        return named(sms).orElseGet(this::usual);
    }

    /**
     * Of one that may have been written down before this start: it stays whose it was, and goes where that account hands over today. While
     * there is nobody of that name it goes to whom a route names, and else it waits.
     */
    Taker of(MessageRecord record) {
        Taker before = record.taker();
        if (!before.isSomebody()) {
            return of(record.message());
        }
        String now = endpoints.getOrDefault(before.account(), "");
        if (!now.isEmpty()) {
            return new Taker(before.account(), now);
        }
        return isThere(before.endpoint()) ? before : named(record.message()).orElse(before);
    }

    private Optional<Taker> named(InboundSms sms) {
        Optional<InboundConfig.Route> route = routes.find(sms);
        if (route.isPresent() && !route.get().webhook().isEmpty()) {
            String webhook = route.get().webhook();
            return Optional.of(new Taker(ownerOf(webhook), Endpoints.webhook(webhook)));
        }
        String endpoint = route.map(it -> endpointOf(it.account())).orElse("");
        return endpoint.isEmpty()
                ? Optional.empty()
                : Optional.of(new Taker(route.get().account(), endpoint));
    }

    private Taker usual() {
        for (Map.Entry<String, AccountConfig> entry : accounts.entrySet()) {
            String endpoint = endpointOf(entry.getKey());
            if (entry.getValue().receivesInbound() && !endpoint.isEmpty()) {
                return new Taker(entry.getKey(), endpoint);
            }
        }
        return new Taker(
                inProcessAccount, Endpoints.LISTENER, false); // for want of an account that takes what comes in
    }

    private String ownerOf(String webhook) {
        return accounts.values().stream()
                .filter(account -> account.webhook().equals(webhook))
                .map(AccountConfig::name)
                .findFirst()
                .orElse("");
    }
}
