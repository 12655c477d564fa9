package io.smppbridge.settings;

import io.smppbridge.settings.NodeConfig.Durability;
import io.smppbridge.settings.SmscConfig.Binds;
import io.smppbridge.settings.SmscConfig.Operations.Asks;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.SmscConfig.Uncertain.Policy;
import io.smppbridge.tlv.TlvSpec;
import io.smppbridge.tlv.Tlvs;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Puts values without faults into the records. */
final class Binder {
    private Binder() {}

    static BridgeConfig bind(Values values, Path directory, RoutingConfig routing) {
        Scope node = values.node();
        return new BridgeConfig(
                node(node),
                journal(node, directory),
                http(node),
                tcp(node),
                OperatorKeys.bind(values),
                all(values, Family.ACCOUNT, Binder::account),
                all(values, Family.SMSC, smsc -> smsc(smsc, directory)),
                routing,
                all(values, Family.WEBHOOK, webhook -> webhook(webhook, directory)),
                handback(node),
                EsmeBinder.server(values, directory),
                outbind(values),
                new PduLogConfig(
                        directory
                                .resolve(node.get("pdulog.directory", Path.class))
                                .normalize(),
                        node.size("pdulog.file-size"),
                        node.count("pdulog.files"),
                        PduLogKeys.bind(values)),
                InboundKeys.bind(values),
                plugins(node, directory),
                DropInKeys.bind(node),
                DatagramKeys.bind(node));
    }

    private static OutbindConfig outbind(Values values) {
        Map<String, OutbindConfig.Peer> peers = new LinkedHashMap<>();
        values.each(Family.SMSC).stream()
                .filter(smsc -> smsc.get("receive", Binds.Receive.class) == Binds.Receive.OUTBIND)
                .forEach(smsc -> peers.put(
                        smsc.name(),
                        new OutbindConfig.Peer(
                                smsc.words("outbind-from"),
                                smsc.word("outbind-system-id"),
                                smsc.secret("outbind-password"))));
        Scope node = values.node();
        return new OutbindConfig(
                node.flag("outbind.enabled"), node.word("outbind.host"), node.count("outbind.port"), Map.copyOf(peers));
    }

    private static PluginConfig plugins(Scope node, Path directory) {
        String jars = node.word("plugin.directory");
        return new PluginConfig(
                jars.isEmpty() ? Optional.empty() : Optional.of(directory.resolve(jars)),
                node.words("plugin.names"),
                node.time("plugin.answer-within"),
                node.count("plugin.at-once"),
                node.flag("plugin.on-failure"));
    }

    private static <T> Map<String, T> all(Values values, Family family, Function<Scope, T> one) {
        Map<String, T> all = new LinkedHashMap<>();
        values.each(family).forEach(scope -> all.put(scope.name(), one.apply(scope)));
        return Collections.unmodifiableMap(all);
    }

    private static NodeConfig node(Scope node) {
        return new NodeConfig(
                node.word("middleware.account"),
                node.get("middleware.durability", Durability.class),
                node.time("bridge.validity"),
                node.time("bridge.drain-within"),
                node.count("pipeline.ring-size"),
                node.size("pipeline.hot-bytes"),
                node.count("pipeline.client-refs"),
                node.time("pipeline.reference-life"),
                node.count("pipeline.streams"),
                node.time("pipeline.streams-kept"),
                node.count("pipeline.history"),
                node.time("pipeline.receipt-within"),
                node.count("pipeline.awaiting-receipts"),
                node.count("pipeline.unmatched-receipts"),
                node.time("pipeline.slow-answers"),
                node.get("pipeline.wait", NodeConfig.Idle.class),
                node.count("smpp.threads"),
                node.word("log.format"),
                node.word("log.level"));
    }

    private static JournalConfig journal(Scope node, Path directory) {
        return new JournalConfig(
                directory.resolve(node.get("journal.directory", Path.class)).normalize(),
                Math.toIntExact(node.size("journal.segment-size")),
                node.count("journal.spare-segments"),
                node.size("journal.reserve"),
                node.count("journal.reserve-share"),
                node.size("journal.keep"),
                node.time("journal.force-within"),
                node.time("retention.content"),
                node.get("journal.key", JournalKeys.class));
    }

    private static TcpConfig tcp(Scope node) {
        return new TcpConfig(
                node.flag("intake.tcp.enabled"),
                node.word("intake.tcp.host"),
                node.count("intake.tcp.port"),
                node.count("intake.tcp.threads"),
                node.count("intake.tcp.connections"),
                Math.toIntExact(node.size("intake.tcp.max-frame")),
                node.time("intake.tcp.ack-every"),
                node.time("intake.tcp.silence"),
                node.count("intake.tcp.window"),
                node.word("intake.tcp.account"),
                node.word("intake.tcp.to"),
                node.get("intake.tcp.durability", Durability.class));
    }

    private static HttpConfig http(Scope node) {
        return new HttpConfig(
                node.flag("intake.http.enabled"),
                node.word("intake.http.host"),
                node.count("intake.http.port"),
                node.count("intake.http.threads"),
                node.count("intake.http.connections"),
                Math.toIntExact(node.size("intake.http.max-body")),
                Math.toIntExact(node.size("intake.http.max-header")),
                node.count("intake.http.max-batch"),
                node.count("intake.http.max-depth"),
                node.time("intake.http.header-within"),
                node.time("intake.http.request-within"),
                node.get("intake.http.durability", Durability.class));
    }

    private static HandbackConfig handback(Scope node) {
        return new HandbackConfig(
                node.count("handback.threads"),
                node.time("handback.retry-min"),
                node.time("handback.retry-max"),
                node.count("handback.attempts"),
                node.time("handback.keep"),
                node.count("handback.hot-events"));
    }

    private static AccountConfig account(Scope account) {
        return new AccountConfig(
                account.name(),
                account.words("key-hash"),
                account.word("webhook"),
                account.flag("inbound"),
                account.word("from"),
                account.words("senders"),
                account.flag("smart-encoding"),
                EsmeBinder.account(account),
                quiet(account),
                account.rate("http.rate"),
                account.flag("consent"),
                DropInKeys.account(account));
    }

    private static WebhookConfig webhook(Scope webhook, Path directory) {
        return new WebhookConfig(
                webhook.name(),
                webhook.get("url", URI.class),
                webhook.secret("secret"),
                webhook.secret("old-secret"),
                webhook.flag("allow-private"),
                webhook.count("concurrency"),
                webhook.count("batch"),
                webhook.time("answer-within"),
                TlsRules.trust(webhook, directory));
    }

    private static SmscConfig smsc(Scope smsc, Path directory) {
        return new SmscConfig(
                smsc.name(),
                new SmscConfig.Link(
                        smsc.word("host"),
                        smsc.count("port"),
                        smsc.word("system-id"),
                        smsc.secret("password"),
                        smsc.word("system-type"),
                        smsc.word("address-range"),
                        smsc.count("version"),
                        TlsRules.of(smsc, directory),
                        smsc.get("transport", TransportKind.class)),
                new Binds(
                        smsc.get("bind", Binds.Mode.class),
                        smsc.get("receive", Binds.Receive.class),
                        smsc.count("senders"),
                        smsc.count("binds"),
                        smsc.flag("session"),
                        smsc.time("idle")),
                new SmscConfig.Pace(
                        smsc.rate("rate"),
                        smsc.count("burst"),
                        smsc.time("rate-guard"),
                        smsc.count("window"),
                        smsc.count("bunch"),
                        smsc.count("bag"),
                        smsc.time("part-gap-max")),
                new SmscConfig.Timers(
                        smsc.time("connect-within"),
                        smsc.time("bind-within"),
                        smsc.time("answer-within"),
                        smsc.count("answer-timers"),
                        smsc.time("enquire-link"),
                        smsc.time("unbind-within")),
                new SmscConfig.Reconnect(
                        smsc.time("reconnect-min"),
                        smsc.time("reconnect-max"),
                        smsc.time("reconnect-refused"),
                        smsc.time("reconnect-stable")),
                new SmscConfig.Retry(
                        smsc.count("retry-attempts"),
                        smsc.time("retry-min"),
                        smsc.time("retry-max"),
                        smsc.time("throttle-min"),
                        smsc.time("throttle-max"),
                        coded(smsc, SmscKeys.STATUS, StatusClass.class),
                        new RetryBudgets(
                                smsc.count("retry-unknown"),
                                smsc.count("retry-growth"),
                                coded(smsc, SmscKeys.ATTEMPTS, Integer.class),
                                coded(smsc, SmscKeys.PAUSE, Duration.class))),
                new SmscConfig.Uncertain(
                        smsc.get("uncertain", Policy.class), smsc.count("uncertain-max"), smsc.time("uncertain-wait")),
                new SmscConfig.Text(
                        smsc.get("long-message", LongMessage.class),
                        smsc.count("max-parts"),
                        smsc.get("alphabet", TextCoding.class),
                        coded(smsc, SmscKeys.MO_ALPHABET, TextCoding.class),
                        smsc.word("service-type"),
                        smsc.flag("pass-validity"),
                        new SmscConfig.Text.Shaping(
                                smsc.list("national-tables", Language.class),
                                smsc.flag("smart-encoding"),
                                smsc.flag("whole-graphemes")),
                        addresses(smsc),
                        new Passing(
                                smsc.get("time-form", Passing.Times.class),
                                smsc.get("time-zone", ZoneId.class),
                                smsc.flag("pass-schedule"),
                                smsc.list("pass-fields", Passing.Field.class))),
                new SmscConfig.Inbound(
                        smsc.word("message-id"),
                        smsc.time("poll-every"),
                        smsc.time("poll-silence"),
                        smsc.time("reassemble-within"),
                        smsc.time("receipt-park"),
                        smsc.get("time-zone", ZoneId.class),
                        smsc.flag("receipts-by-text"),
                        smsc.get("receipt-verdict", SmscConfig.Verdict.class),
                        smsc.get("message-id-part", IdPart.class),
                        smsc.time("repeat-within"),
                        ReceiptKeys.grammar(smsc)),
                new SmscConfig.Operations(tlvs(smsc), asks(smsc), smsc.flag("submit-with"), smsc.count("submit-multi")),
                new Leaving(
                        smsc.flag("order"),
                        quiet(smsc),
                        new Leaving.Floors(smsc.count("floor-low"), smsc.count("floor-normal"))));
    }

    @SuppressWarnings("unchecked")
    static QuietHours quiet(Scope scope) {
        return new QuietHours(scope.get("quiet-hours", List.class), scope.get("quiet-zone", ZoneId.class));
    }

    private static Set<Asks> asks(Scope smsc) {
        Set<Asks> asks = EnumSet.noneOf(Asks.class);
        for (Object one : smsc.get("operations", List.class)) {
            asks.add((Asks) one);
        }
        return asks;
    }

    /** The TLVs that an SMSC knows; those whose keys are faulty are left out. */
    static Tlvs tlvs(Scope smsc) {
        Map<String, TlvSpec> vendor = new LinkedHashMap<>();
        Map<String, String> usual = new LinkedHashMap<>();
        for (Value value : smsc.values().coded(smsc)) {
            String name = Keys.tlv(value.key());
            if (value.spec().leaf().equals("tlv." + KeySpec.TLV)) {
                value.typed()
                        .flatMap(any -> TlvSpec.vendor(name, value.text()))
                        .ifPresent(spec -> vendor.put(name, spec));
            } else if (value.spec().leaf().equals("tlv-default." + KeySpec.TLV)
                    && !value.text().isEmpty()) {
                usual.put(name, value.text());
            }
        }
        return new Tlvs(vendor, usual);
    }

    private static Addresses addresses(Scope smsc) {
        Addresses set = new Addresses(
                tonNpi(smsc, "address-alphanumeric"),
                tonNpi(smsc, "address-short"),
                tonNpi(smsc, "address-national"),
                tonNpi(smsc, "address-international"),
                tonNpi(smsc, "address-recipient"),
                smsc.count("short-code-digits"),
                smsc.flag("sender-alphabet"));
        return set.isAsGiven() ? Addresses.AS_GIVEN : set;
    }

    private static Optional<Addresses.TonNpi> tonNpi(Scope smsc, String leaf) {
        return smsc.get(leaf, Optional.class).map(Addresses.TonNpi.class::cast);
    }

    private static <T> Map<Integer, T> coded(Scope smsc, String leaf, Class<T> type) {
        Map<Integer, T> all = new LinkedHashMap<>();
        for (Value value : smsc.values().coded(smsc)) {
            if (value.spec().leaf().equals(leaf)) {
                all.put(
                        Keys.code(value.key()).orElseThrow(),
                        type.cast(value.typed().orElseThrow()));
            }
        }
        return Collections.unmodifiableMap(all);
    }
}
