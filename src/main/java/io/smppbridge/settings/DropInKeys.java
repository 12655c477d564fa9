package io.smppbridge.settings;

import static io.smppbridge.settings.Reload.RESTART;
import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.HOST;
import static io.smppbridge.settings.Types.LISTEN_PORT;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import io.smppbridge.settings.ValueType.BadValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The keys of the listeners that speak as other gateways do. */
final class DropInKeys {
    private static final String USER = DropInAccount.PREFIX + "user";
    private static final String PASSWORD = DropInAccount.PREFIX + "password-hash";

    private static final ValueType HOSTS = Types.list(
            "host names or addresses, IPv6 in brackets, a port behind a colon where it matters, several by comma",
            DropInKeys::host);

    static final List<KeySpec> TABLE = List.of(
            node("intake.kannel.enabled", FLAG, "false", "whether messages are taken as Kannel's smsbox takes them"),
            node("intake.kannel.host", HOST, "127.0.0.1", "address to listen on for /cgi-bin/sendsms"),
            node("intake.kannel.port", LISTEN_PORT, "13013", "TCP port for /cgi-bin/sendsms"),
            node("intake.jasmin.enabled", FLAG, "false", "whether messages are taken as Jasmin's HTTP API takes them"),
            node("intake.jasmin.host", HOST, "127.0.0.1", "address to listen on for /send and /secure/send"),
            node("intake.jasmin.port", LISTEN_PORT, "1401", "TCP port for /send and /secure/send"),
            node(
                    "intake.dropin.callback-within",
                    time("100ms", "5m"),
                    "30s",
                    "time for a platform to answer a callback of Kannel's or Jasmin's form"),
            node("intake.dropin.callbacks", count(1, 1_000), "16", "callbacks of one account under way at once"),
            account(
                    "user",
                    word(0, 64),
                    "",
                    "user name that it sends to Kannel's and Jasmin's listener; empty: it uses neither"),
            account(
                            "password-hash",
                            EsmeTypes.PASSWORD_HASHES,
                            "",
                            "hashes of its passwords there, any of which opens; ./bridge key --password FILE makes one")
                    .secretly(),
            account(
                    "callback-hosts",
                    HOSTS,
                    "",
                    "hosts that its dlr-url may name, such as app.example.com or 10.0.0.5:8080; empty: none"));

    private DropInKeys() {}

    private static KeySpec node(String key, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.NODE, key, type, fallback, meaning).after(RESTART);
    }

    private static KeySpec account(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.ACCOUNT, DropInAccount.PREFIX + leaf, type, fallback, meaning);
    }

    /** As a URL names it, for that is what it is compared with. */
    private static String host(String text) throws BadValue {
        try {
            URI url = new URI("http://" + text);
            int port = url.getPort();
            if (url.getHost() != null
                    && port != 0
                    && port <= 65_535
                    && text.equals(url.getHost() + (port < 0 ? "" : ":" + port))) {
                return text;
            }
        } catch (URISyntaxException noHost) {
            // Told below.
        }
        throw new BadValue();
    }

    static DropInConfig bind(Scope node) {
        return new DropInConfig(
                listener(node, "intake.kannel."),
                listener(node, "intake.jasmin."),
                node.time("intake.dropin.callback-within"),
                node.count("intake.dropin.callbacks"));
    }

    private static DropInConfig.Listener listener(Scope node, String prefix) {
        return new DropInConfig.Listener(
                node.flag(prefix + "enabled"), node.word(prefix + "host"), node.count(prefix + "port"));
    }

    static DropInAccount account(Scope account) {
        return new DropInAccount(
                account.word(USER), account.words(PASSWORD), account.words(DropInAccount.PREFIX + "callback-hosts"));
    }

    /** What the values have to do with one another. */
    static void check(Values values, Complaints complaints) {
        Map<String, Scope> byUser = new HashMap<>();
        for (Scope account : values.each(Family.ACCOUNT)) {
            if (!account.sound(USER, PASSWORD) || account.word(USER).isEmpty()) {
                continue;
            }
            if (account.words(PASSWORD).isEmpty()) {
                complaints.needed(
                        account.value(PASSWORD),
                        "at least one hash, as the account has a dropin.user",
                        "make one by ./bridge key --password FILE",
                        account.value(USER));
            }
            Scope twin = byUser.putIfAbsent(account.word(USER), account);
            if (twin != null) {
                complaints.fault(account.value(USER), "another user than that of account " + twin.name(), "");
            }
        }
        Scope node = values.node();
        for (String listener : List.of("intake.kannel.enabled", "intake.jasmin.enabled")) {
            if (byUser.isEmpty() && node.sound(listener) && node.flag(listener)) {
                complaints.warn(
                        node.value(listener),
                        "no account may use it",
                        "set account.<name>.dropin.user and account.<name>.dropin.password-hash");
            }
        }
    }
}
