package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What differs between a configuration in force and a new one, and what it takes to bring the new one into force.
 *
 * @param keys changed keys of the bridge itself and of things that were and still are there
 * @param smscs SMSCs by name
 * @param accounts accounts by name
 * @param webhooks webhooks by name
 * @param esmes listeners of the SMPP server by name
 * @param operators those with a key of their own to the operator's listener, by name
 * @param routes whether the routing tables differ, outbound or inbound, be it only in their order
 */
public record ConfigChange(
        List<Changed> keys,
        Things smscs,
        Things accounts,
        Things webhooks,
        Things esmes,
        Things operators,
        boolean routes) {

    /**
     * One key whose value is another one now.
     *
     * @param from the old value, secrets masked
     * @param to the new value, secrets masked
     * @param origin where the new value was said
     */
    public record Changed(String key, String from, String to, Reload needs, Origin origin) {
        /** One line for a human. */
        public String text() {
            return Wording.printable(key + ": " + from + " -> " + to) + " (" + needs.word() + "), " + origin.text();
        }
    }

    /**
     * Named things.
     *
     * @param added only in the new configuration
     * @param removed only in the old one
     * @param changed in both, with another value somewhere
     */
    public record Things(Set<String> added, Set<String> removed, Set<String> changed) {
        boolean none() {
            return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
        }
    }

    /** Compares two configurations that were both loaded; values are compared, not their spelling: {@code 60s} is {@code 1m}. */
    public static ConfigChange between(LoadOutcome.Loaded old, LoadOutcome.Loaded fresh) {
        BridgeConfig was = old.config();
        BridgeConfig is = fresh.config();
        Things smscs = things(Family.SMSC, was.smscs(), is.smscs(), old, fresh);
        Things accounts = things(Family.ACCOUNT, was.accounts(), is.accounts(), old, fresh);
        Things webhooks = things(Family.WEBHOOK, was.webhooks(), is.webhooks(), old, fresh);
        Things esmes = things(Family.ESME, was.esme().listeners(), is.esme().listeners(), old, fresh);
        Things operators =
                things(Family.OPERATOR, was.admin().operators(), is.admin().operators(), old, fresh);
        List<Changed> keys = new ArrayList<>(changed(Family.NODE, "", old, fresh));
        smscs.changed.forEach(name -> {
            keys.addAll(changed(Family.SMSC, name, old, fresh));
            renewed(Family.SMSC, name, old, fresh).ifPresent(keys::add);
        });
        accounts.changed.forEach(name -> keys.addAll(changed(Family.ACCOUNT, name, old, fresh)));
        operators.changed.forEach(name -> keys.addAll(changed(Family.OPERATOR, name, old, fresh)));
        webhooks.changed.forEach(name -> {
            keys.addAll(changed(Family.WEBHOOK, name, old, fresh));
            renewed(Family.WEBHOOK, name, old, fresh).ifPresent(keys::add);
        });
        esmes.changed.forEach(name -> {
            keys.addAll(changed(Family.ESME, name, old, fresh));
            renewed(Family.ESME, name, old, fresh).ifPresent(keys::add);
        });
        return new ConfigChange(
                List.copyOf(keys),
                smscs,
                accounts,
                webhooks,
                esmes,
                operators,
                !was.routing().equals(is.routing()) || !was.inbound().equals(is.inbound()));
    }

    /** Nothing differs. */
    public boolean isEmpty() {
        return keys.isEmpty()
                && !routes
                && Stream.of(smscs, accounts, webhooks, esmes, operators).allMatch(Things::none);
    }

    /** Changed keys that only a start of the bridge brings into force; they keep their old value until then. */
    public List<Changed> needRestart() {
        return keys.stream().filter(key -> key.needs == Reload.RESTART).toList();
    }

    /** SMSCs that must be bound anew, one bind after the other. */
    public Set<String> rebinds() {
        return named(Reload.REBIND);
    }

    /** SMSCs whose senders only have to be told the new values. */
    public Set<String> live() {
        Set<String> live = new LinkedHashSet<>(named(Reload.LIVE));
        live.removeAll(rebinds());
        return live;
    }

    private Set<String> named(Reload needed) {
        return keys.stream()
                .filter(key -> key.needs == needed)
                .flatMap(key -> Keys.named(key.key).stream())
                .filter(it -> it.family() == Family.SMSC)
                .map(Keys.Named::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Things things(
            Family family, Map<String, ?> was, Map<String, ?> is, LoadOutcome.Loaded old, LoadOutcome.Loaded fresh) {
        Set<String> added = new LinkedHashSet<>(is.keySet());
        added.removeAll(was.keySet());
        Set<String> removed = new LinkedHashSet<>(was.keySet());
        removed.removeAll(is.keySet());
        Set<String> changed = is.keySet().stream()
                .filter(was::containsKey)
                .filter(name -> !changed(family, name, old, fresh).isEmpty()
                        || renewed(family, name, old, fresh).isPresent())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return new Things(added, removed, changed);
    }

    private static List<Changed> changed(Family family, String name, LoadOutcome.Loaded old, LoadOutcome.Loaded fresh) {
        Map<String, Value> was = old.settings().under(family, name);
        Map<String, Value> is = fresh.settings().under(family, name);
        Set<String> keys = new LinkedHashSet<>(is.keySet());
        keys.addAll(was.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(typed(was, key), typed(is, key)))
                .map(key -> changed(Optional.ofNullable(was.get(key)), Optional.ofNullable(is.get(key))))
                .toList();
    }

    /** Files of the same names that hold something else now: certificates are renewed in place. */
    private static Optional<Changed> renewed(
            Family family, String name, LoadOutcome.Loaded old, LoadOutcome.Loaded fresh) {
        Optional<?> was = held(family, name, old);
        Optional<?> is = held(family, name, fresh);
        if (was.isEmpty() || is.isEmpty() || was.equals(is)) {
            return Optional.empty();
        }
        boolean ofSmsc = family == Family.SMSC;
        String leaf = ofSmsc ? "tls" : family == Family.ESME ? "tls-certificate" : "tls-trust";
        Value by = fresh.settings().under(family, name).get(family.prefix(name) + leaf);
        return Optional.of(new Changed(
                by.key(),
                by.shown(),
                by.shown() + ", with other files",
                ofSmsc ? Reload.REBIND : Reload.LIVE,
                by.origin()));
    }

    /** What its certificates and keys are, or stands for that; empty without any. */
    private static Optional<?> held(Family family, String name, LoadOutcome.Loaded loaded) {
        return switch (family) {
            case SMSC -> loaded.config().smscs().get(name).link().tls().map(TlsConfig::print);
            case ESME -> loaded.config().esme().listeners().get(name).tls().map(EsmeConfig.Tls::print);
            case WEBHOOK -> loaded.config().webhooks().get(name).trust();
            default -> Optional.empty();
        };
    }

    private static Optional<Object> typed(Map<String, Value> values, String key) {
        return Optional.ofNullable(values.get(key)).flatMap(Value::typed);
    }

    private static Changed changed(Optional<Value> was, Optional<Value> is) {
        Value known = is.or(() -> was).orElseThrow();
        return new Changed(
                known.key(),
                was.map(Value::shown).orElse(""),
                is.map(Value::shown).orElse(""),
                known.spec().reload(),
                is.map(Value::origin).orElse(Origin.DEFAULT));
    }
}
