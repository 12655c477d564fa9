package io.smppbridge.pipeline;

import io.smppbridge.settings.AccountConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which webhooks a message may name: those of its account, and those that are no account's; another account's are not told of. */
@ThreadSafe
final class Webhooks {
    private final Set<String> all;
    private final Map<String, Set<String>> owners = new HashMap<>();

    Webhooks(Set<String> all, Collection<AccountConfig> accounts) {
        this.all = new TreeSet<>(all);
        accounts.forEach(account -> owners.computeIfAbsent(account.webhook(), webhook -> new HashSet<>())
                .add(account.name()));
    }

    Set<String> all() {
        return all;
    }

    boolean mayName(String account, String webhook) {
        Set<String> whose = owners.get(webhook);
        return all.contains(webhook) && (whose == null || whose.contains(account));
    }

    /** All that an account's messages may name, in the order of their names. */
    Set<String> of(String account) {
        return all.stream().filter(webhook -> mayName(account, webhook)).collect(Collectors.toCollection(TreeSet::new));
    }
}
