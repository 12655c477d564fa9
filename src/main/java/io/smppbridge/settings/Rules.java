package io.smppbridge.settings;

import io.smppbridge.settings.SmscConfig.Binds.Mode;
import io.smppbridge.settings.SmscConfig.Binds.Receive;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.tlv.TlvFault;
import io.smppbridge.tlv.Tlvs;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What values have to do with one another. A rule is left out where a value it needs is faulty already. */
final class Rules {
    private static final Set<String> OF_REFUSALS = Set.of(SmscKeys.STATUS, SmscKeys.ATTEMPTS, SmscKeys.PAUSE);

    private static final Pattern BEHIND = Pattern.compile("[^,\\s]\\s+#");

    private final Values values;
    private final Complaints complaints;
    private final Origin whole;

    Rules(Values values, Complaints complaints, Origin whole) {
        this.values = values;
        this.complaints = complaints;
        this.whole = whole;
    }

    void check() {
        Scope node = values.node();
        order(node, "handback.retry-min", "handback.retry-max");
        values.each(Family.SMSC).forEach(this::smsc);
        values.each(Family.WEBHOOK).forEach(this::webhook);
        twins();
        new RouteRules(values, complaints, whole)
                .check(
                        (value, name) -> exists(value, name, Family.SMSC),
                        (value, name) -> exists(value, name, Family.ACCOUNT));
        inbound(node);
        accounts(node);
        new AddressRules(values, complaints).check();
        values.all().forEach(this::comment);
        if (values.names(Family.SMSC)
                .isEmpty()) { // cut off, emptied or another program's: what else it would say is not known
            complaints.unread(new ConfigFault(
                    "smsc.<name>.host",
                    ConfigFault.MISSING,
                    "at least one SMSC",
                    "config/bridge.properties shows two",
                    whole));
        }
    }

    /** Without this the words behind a # would quietly be part of the last one. */
    private void comment(Value value) {
        boolean list = value.typed().filter(List.class::isInstance).isPresent();
        if (list && BEHIND.matcher(value.text()).find()) {
            complaints.warn(
                    value,
                    "a # behind a value begins no comment, it is part of the value",
                    "put the comment on a line of its own");
        }
    }

    private void smsc(Scope smsc) {
        order(smsc, "reconnect-min", "reconnect-max");
        order(smsc, "retry-min", "retry-max");
        order(smsc, "throttle-min", "throttle-max");
        quiet(smsc);
        binds(smsc);
        codes(smsc);
        password(smsc);
        window(smsc);
        partGap(smsc);
        tlvs(smsc);
        dataSm(smsc);
        longMessage(smsc);
        ReceiptKeys.check(smsc, complaints);
        if (smsc.sound("burst", "rate") && smsc.count("burst") > Math.max(1, smsc.rate("rate"))) {
            complaints.fault(smsc.value("burst"), "at most one second's worth of " + told(smsc, "rate"), "");
        }
        if (smsc.sound("bunch", "bag") && smsc.count("bunch") > smsc.count("bag")) {
            complaints.fault(smsc.value("bunch"), "no more than " + told(smsc, "bag"), "", smsc.value("bag"));
        }
        if (smsc.sound("enquire-link", "inactivity")) {
            Duration inactivity = smsc.time("inactivity");
            boolean late = smsc.time("enquire-link").compareTo(inactivity) >= 0;
            if (late && !inactivity.isZero()) {
                complaints.fault(
                        smsc.value("enquire-link"),
                        "less than " + told(smsc, "inactivity"),
                        "the SMSC would end the bind before we ask; half of it is usual",
                        smsc.value("inactivity"));
            }
        }
    }

    private void webhook(Scope webhook) {
        for (String key : List.of("secret", "old-secret")) {
            if (webhook.sound(key) && WebhookConfig.keyOf(webhook.secret(key)).isEmpty()) {
                complaints.fault(
                        webhook.value(key), "base64 of a key behind whsec_, or a secret that begins otherwise", "");
            }
        }
    }

    private void quiet(Scope scope) {
        if (scope.sound("quiet-hours", "quiet-zone") && Binder.quiet(scope).neverEnds()) {
            complaints.fault(
                    scope.value("quiet-hours"),
                    "hours that leave some of the week free",
                    "nothing but messages of high priority would ever be sent");
        }
    }

    private void binds(Scope smsc) {
        if (smsc.sound("binds", "senders") && smsc.count("binds") < smsc.count("senders")) {
            complaints.fault(
                    smsc.value("binds"), "at least " + told(smsc, "senders"), "each sender needs a bind of its own");
        }
        if (!smsc.sound("bind", "receive", "session")) {
            return;
        }
        boolean onSenders = smsc.get("receive", Receive.class) == Receive.TRANSCEIVER;
        if (onSenders && smsc.get("bind", Mode.class) == Mode.TRANSMITTER) {
            complaints.fault(
                    smsc.value("receive"),
                    "receiver, poll or off",
                    "a transmitter hears nothing: " + told(smsc, "bind"));
        }
        if (onSenders && smsc.flag("session")) {
            complaints.warn(
                    smsc.value("session"),
                    "receipts and MO come only while a bunch is being sent",
                    "set " + smsc.prefix() + "receive = receiver or poll");
        }
    }

    private void dataSm(Scope smsc) {
        if (smsc.sound("submit-with", "submit-multi") && smsc.flag("submit-with") && smsc.count("submit-multi") > 0) {
            complaints.fault(
                    smsc.value("submit-multi"),
                    "0 where data_sm carries the messages: a data_sm has one destination",
                    "see " + told(smsc, "submit-with"),
                    smsc.value("submit-with"));
        }
        if (smsc.sound("submit-with", "version") && smsc.flag("submit-with") && smsc.count("version") < 0x34) {
            complaints.fault(
                    smsc.value("submit-with"),
                    "submit_sm for an SMSC of SMPP 3.3, which has no data_sm",
                    "see " + told(smsc, "version"),
                    smsc.value("version"));
        }
    }

    /** Without its TLVs a part would be a text of its own, and a payload an empty one. */
    private void longMessage(Scope smsc) {
        if (!smsc.sound("long-message", "version") || smsc.count("version") >= 0x34) {
            return;
        }
        LongMessage form = smsc.get("long-message", LongMessage.class);
        if (form == LongMessage.SAR || form == LongMessage.PAYLOAD) {
            complaints.fault(
                    smsc.value("long-message"),
                    "a form without TLVs, such as udh8-or-16, for an SMSC of SMPP 3.3, which has none",
                    "see " + told(smsc, "version"),
                    smsc.value("version"));
        }
    }

    /** Each usual TLV must be one that this SMSC takes, with a value that it takes. */
    private void tlvs(Scope smsc) {
        Tlvs known = new Tlvs(Binder.tlvs(smsc).vendor(), Map.of());
        for (Value value : smsc.values().coded(smsc)) {
            if (!value.spec().leaf().equals("tlv-default." + KeySpec.TLV)
                    || value.text().isEmpty()) {
                continue;
            }
            try {
                known.encode(Map.of(Keys.tlv(value.key()), value.text()));
            } catch (TlvFault fault) {
                complaints.fault(value, "a TLV and value that the SMSC takes: " + fault.getMessage(), "");
            }
            if (smsc.sound("version") && smsc.count("version") < 0x34) {
                complaints.fault(
                        value, "no TLV for an SMSC of SMPP 3.3", "see " + told(smsc, "version"), smsc.value("version"));
            }
        }
    }

    /** What stands at the end of a key must be able to come. */
    private void codes(Scope smsc) {
        for (Value value : smsc.values().coded(smsc)) {
            String leaf = value.spec().leaf();
            if (leaf.equals(SmscKeys.MO_ALPHABET) && Keys.code(value.key()).orElseThrow() > 0xFF) {
                complaints.fault(value, "a data_coding 0..255 (0x00..0xFF) at the end of the key", "");
            } else if (OF_REFUSALS.contains(leaf) && Keys.code(value.key()).orElseThrow() == 0) {
                complaints.fault(
                        value, "a command_status of a refusal at the end of the key: 0 (ROK) always means taken", "");
            }
        }
    }

    private void password(Scope smsc) {
        if (smsc.sound("password", "long-password")
                && smsc.secret("password").reveal().length() > 8
                && !smsc.flag("long-password")) {
            complaints.fault(
                    smsc.value("password"),
                    "at most 8 characters, as SMPP 3.4 says",
                    "or set " + smsc.prefix() + "long-password = true if the SMSC takes it");
        }
    }

    /**
     * The SMSC answers the last message of a full window only after it worked off the others, at its rate. If that takes long compared
     * with the time we wait, a slow answer is mistaken for a lost one and the message is sent twice.
     */
    private void window(Scope smsc) {
        if (!smsc.sound("window", "rate", "binds", "answer-within") || smsc.count("window") == 1) {
            return;
        }
        double rate = smsc.rate("rate");
        int inFlight = smsc.count("window") * smsc.count("binds");
        double longest = smsc.time("answer-within").toMillis() / 1000.0 / 4;
        String sum = smsc.count("window") + " × " + smsc.count("binds") + " binds at " + told(smsc, "rate");
        if (inFlight / rate > longest) {
            complaints.fault(
                    smsc.value("window"),
                    "a window that the SMSC works off in a quarter of " + told(smsc, "answer-within"),
                    "it would take " + Math.round(inFlight / rate) + " s for " + sum + "; at most "
                            + Math.max(1, (int) (longest * rate / smsc.count("binds")))
                            + ", or a longer answer-within");
        } else if (inFlight > 3 * rate) {
            complaints.warn(
                    smsc.value("window"),
                    "more than three seconds' worth of messages wait for answers (" + sum + ")",
                    "a lost bind leaves that many messages uncertain; a smaller window is no slower");
        }
    }

    /** As many parts as a second's worth go out at once, the next ones when that second, or the time for one, has passed. */
    private void partGap(Scope smsc) {
        if (!smsc.sound("rate", "rate-guard", "part-gap-max", "max-parts")) {
            return;
        }
        double atOnce = Math.max(1, Math.ceil(smsc.rate("rate")));
        double seconds = atOnce / smsc.rate("rate") + smsc.time("rate-guard").toNanos() / 1e9;
        if (smsc.count("max-parts") > atOnce
                && seconds > smsc.time("part-gap-max").toNanos() / 1e9) {
            complaints.warn(
                    smsc.value("part-gap-max"),
                    "the parts of a long message will be " + Math.round(seconds * 10) / 10.0 + " s apart at "
                            + told(smsc, "rate"),
                    "no rate this low keeps them closer; a lower max-parts refuses such messages");
        }
    }

    private void twins() {
        Map<String, Scope> seen = new HashMap<>();
        for (Scope smsc : values.each(Family.SMSC)) {
            if (!smsc.sound("host", "port", "system-id")) {
                continue;
            }
            String account = smsc.word("host") + " " + smsc.count("port") + " " + smsc.word("system-id");
            Scope twin = seen.putIfAbsent(account, smsc);
            if (twin != null) {
                complaints.warn(
                        smsc.value("system-id"),
                        "the same account at the same SMSC as smsc." + twin.name(),
                        "their rates add up where the contract allows one for both, and the SMSC may send receipts of the one"
                                + " by a bind of the other, which knows no such message; name it once, with more binds");
            }
        }
    }

    private void inbound(Scope node) {
        for (Scope route : values.each(Family.INBOUND)) {
            if (route.sound("smsc")) {
                route.words("smsc").forEach(name -> exists(route.value("smsc"), name, Family.SMSC));
            }
            if (route.sound("account") && !route.word("account").isEmpty()) {
                exists(route.value("account"), route.word("account"), Family.ACCOUNT);
            }
            if (route.sound("webhook") && !route.word("webhook").isEmpty()) {
                exists(route.value("webhook"), route.word("webhook"), Family.WEBHOOK);
            }
        }
        if (node.sound("consent.account") && !node.word("consent.account").isEmpty()) {
            exists(node.value("consent.account"), node.word("consent.account"), Family.ACCOUNT);
        }
        InboundKeys.check(values, complaints);
    }

    private void accounts(Scope node) {
        for (Scope account : values.each(Family.ACCOUNT)) {
            quiet(account);
            if (account.sound("webhook") && !account.word("webhook").isEmpty()) {
                exists(account.value("webhook"), account.word("webhook"), Family.WEBHOOK);
            }
        }
        Value own = node.value("middleware.account");
        // Messages sent in process need no account: the standard name may stand for none.
        if (node.sound("middleware.account") && !own.text().equals(own.spec().fallback())) {
            exists(own, node.word("middleware.account"), Family.ACCOUNT);
        }
        streamAccount(node);
    }

    private void streamAccount(Scope node) {
        if (node.sound("intake.tcp.account") && !node.word("intake.tcp.account").isEmpty()) {
            exists(node.value("intake.tcp.account"), node.word("intake.tcp.account"), Family.ACCOUNT);
        }
    }

    private void exists(Value value, String name, Family family) {
        List<String> names = values.names(family);
        Scope node = values.node();
        boolean inProcess = family == Family.ACCOUNT
                && node.sound("middleware.account")
                && node.word("middleware.account").equals(name)
                && !value.spec().leaf().equals("middleware.account");
        if (inProcess || names.contains(name)) {
            return;
        }
        Optional<String> near = Nearest.of(name, names);
        String known = names.isEmpty() ? "none is set" : String.join(", ", names);
        complaints.fault(
                value,
                "the name of "
                        + (family == Family.SMSC ? "an SMSC" : family == Family.ACCOUNT ? "an account" : "a webhook")
                        + " of this configuration (" + known + ")",
                near.map(it -> "did you mean " + it + " for " + name + "?").orElse(""));
    }

    private void order(Scope scope, String less, String more) {
        if (scope.sound(less, more) && scope.time(less).compareTo(scope.time(more)) > 0) {
            complaints.fault(scope.value(less), "no more than " + told(scope, more), "", scope.value(more));
        }
    }

    private static String told(Scope scope, String leaf) {
        return leaf + " = " + scope.value(leaf).shown();
    }
}
