package io.smppbridge.settings;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What must not be open to strangers. */
final class ExposureRules {
    /** The key that the shipped example names for everybody to read. */
    static final String EXAMPLE_KEY = "sb_00000000000000e1_example-key-that-everybody-knows";
    /** The hash of the key that the shipped example names for everybody to read. */
    static final String EXAMPLE_HASH =
            "sha256:00000000000000e1:589e86cdf8120ce596a162ebb446f7838a38f3fec931c0fa5807d14a1658b435";

    private static final Set<Origin.Kind> FILES = EnumSet.of(Origin.Kind.FILE, Origin.Kind.CONF_D);

    private final Values values;
    private final Path main;
    private final Complaints complaints;

    ExposureRules(Values values, Path main, Complaints complaints) {
        this.values = values;
        this.main = main;
        this.complaints = complaints;
    }

    void check() {
        Scope node = values.node();
        List<String> hashes = values.each(Family.ACCOUNT).stream()
                .filter(account -> account.sound("key-hash"))
                .flatMap(account -> account.words("key-hash").stream())
                .toList();
        boolean unreadable = values.each(Family.ACCOUNT).stream().anyMatch(account -> !account.sound("key-hash"));
        intake(node, hashes, unreadable);
        stream(node, hashes, unreadable);
        admin(node);
        values.each(Family.WEBHOOK).forEach(this::webhook);
        readableSecrets();
    }

    private void intake(Scope node, List<String> hashes, boolean unreadable) {
        if (!node.sound("intake.http.enabled", "intake.http.host") || !node.flag("intake.http.enabled")) {
            return;
        }
        Value host = node.value("intake.http.host");
        boolean open = !Hosts.isLoopback(node.word("intake.http.host"));
        if (open && hashes.isEmpty() && !unreadable) {
            complaints.fault(
                    host,
                    "a loopback address as long as no account has a key",
                    "make one by ./bridge key and set account.<name>.key-hash");
        } else if (open && hashes.contains(EXAMPLE_HASH)) {
            complaints.fault(
                    host,
                    "a loopback address as long as an account has the key of the example, which everybody knows",
                    "make one by ./bridge key and set account.<name>.key-hash");
        } else if (hashes.isEmpty() && !unreadable) {
            complaints.warn(host, "no account has a key, so nobody can send by HTTP", "make one by ./bridge key");
        }
    }

    private void stream(Scope node, List<String> hashes, boolean unreadable) {
        if (!node.sound("intake.tcp.enabled", "intake.tcp.host", "intake.tcp.account")
                || !node.flag("intake.tcp.enabled")
                || Hosts.isLoopback(node.word("intake.tcp.host"))) {
            return;
        }
        if (!node.word("intake.tcp.account").isEmpty()) {
            complaints.fault(
                    node.value("intake.tcp.account"),
                    "none while intake.tcp.host is not loopback",
                    "clients from elsewhere log in with a key");
        }
        if (hashes.contains(EXAMPLE_HASH) || hashes.isEmpty() && !unreadable) {
            complaints.fault(
                    node.value("intake.tcp.host"),
                    "a loopback address as long as no account has a key, or one has that of the example",
                    "make one by ./bridge key and set account.<name>.key-hash");
        }
    }

    private void admin(Scope node) {
        if (!node.sound("admin.enabled", "admin.host", "admin.key-hash") || !node.flag("admin.enabled")) {
            return;
        }
        List<Scope> operators = values.each(Family.OPERATOR);
        List<String> hashes = Stream.concat(
                        Stream.of(node.word("admin.key-hash")).filter(hash -> !hash.isEmpty()),
                        operators.stream()
                                .filter(operator -> operator.sound("key-hash"))
                                .flatMap(operator -> operator.words("key-hash").stream()))
                .toList();
        boolean unreadable = operators.stream().anyMatch(operator -> !operator.sound("key-hash"));
        if (!Hosts.isLoopback(node.word("admin.host"))
                && (hashes.isEmpty() && !unreadable || hashes.contains(EXAMPLE_HASH))) {
            complaints.fault(
                    node.value("admin.host"),
                    "a loopback address as long as there is no admin.key-hash and no operator, or one has the key of the example",
                    "make a key by ./bridge key and set admin.key-hash or operator.<name>.key-hash");
        }
    }

    private void webhook(Scope webhook) {
        if (!webhook.sound("url", "allow-private")) {
            return;
        }
        URI url = webhook.get("url", URI.class);
        Optional<String> never = TargetPolicy.complaintOfText(url, true);
        if (never.isPresent()) {
            complaints.fault(
                    webhook.value("url"), "a name, or an address that a webhook may go to", "it is " + never.get());
            return;
        }
        boolean outside = TargetPolicy.complaintOfText(url, false).isEmpty() && !Hosts.isPrivate(url.getHost());
        if (!outside && !webhook.flag("allow-private")) {
            complaints.fault(
                    webhook.value("url"),
                    "https to a public address",
                    "or set " + webhook.prefix() + "allow-private = true if the platform is on your own network");
        }
    }

    /** A secret in clear in a file that everybody may read; harmless only for a simulator beside us. */
    private void readableSecrets() {
        Stream<Value> carriers = values.each(Family.SMSC).stream()
                .filter(smsc -> !smsc.sound("host") || !Hosts.isLoopback(smsc.word("host")))
                .flatMap(smsc -> Stream.of(smsc.value("password"), smsc.value("outbind-password")));
        Stream<Value> webhooks = values.each(Family.WEBHOOK).stream()
                .filter(webhook -> !webhook.sound("url")
                        || !Hosts.isLoopback(webhook.get("url", URI.class).getHost()))
                .flatMap(webhook -> Stream.of(webhook.value("secret"), webhook.value("old-secret")));
        Stream<Value> ofJournal = Stream.of(values.node().value("journal.key"));
        Map<String, Boolean> readable = new HashMap<>();
        Stream.of(carriers, webhooks, ofJournal)
                .flatMap(secrets -> secrets)
                .filter(Value::inClear)
                .filter(value -> FILES.contains(value.origin().kind()))
                .filter(value -> readable.computeIfAbsent(value.origin().name(), this::isForEverybody))
                .forEach(value -> complaints.warn(
                        value,
                        "everybody on this machine may read " + value.origin().name(),
                        "chmod o-r it, or use " + value.key() + KeySpec.FILE + " or ${VARIABLE}"));
    }

    private boolean isForEverybody(String file) {
        try {
            return SecretFile.worldReadable(main.resolveSibling(file));
        } catch (IOException unknown) {
            return false;
        }
    }
}
