package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Writes what people read about keys, from the table of keys: the example file and the reference. */
public final class SettingsReference {
    private static final int WIDTH = 110;

    private static final String HEAD = """
            # smpp-bridge: every key, with its meaning, unit, range and default.
            #
            # This file works as it is with two simulated SMSCs on this machine:
            #   ./bridge smsc-sim --port 2775        (and a second one with --port 2776)
            #   ./bridge check config/bridge.properties
            #   ./bridge run config/bridge.properties
            #
            # A line that begins with '#' and a key shows the default. Values may hold ${VARIABLE} or ${VARIABLE:default} from the
            # environment. Any key can be overridden by an environment variable: SMPP_BRIDGE_ and the key in capitals, other characters
            # as _ (SMPP_BRIDGE_JOURNAL_DIRECTORY for journal.directory); only keys of a named thing (smsc.one.password) go without
            # that prefix too (SMSC_ONE_PASSWORD). And by --set key=value. More files: include = other.properties, and conf.d/*.properties beside this one.
            # Every secret can stand in a file of its own that not everybody may read: <key>-file = path.
            #
            # "live" takes effect on reload (SIGHUP), "rebind" makes the binds of that SMSC anew, "restart" needs a new start.
            """;

    private static final Map<String, List<Line>> EXAMPLE = Map.of(
            "smsc",
            List.of(
                    new Line("one", "host", "127.0.0.1"),
                    new Line("one", "port", "2775"),
                    new Line("one", "system-id", "smppclient1"),
                    new Line("one", "password", "${SMSC_ONE_PASSWORD:password}"),
                    new Line("one", "rate", "100/s"),
                    new Line("two", "host", "127.0.0.1"),
                    new Line("two", "port", "2776"),
                    new Line("two", "system-id", "smppclient2"),
                    new Line("two", "password", "${SMSC_TWO_PASSWORD:password}"),
                    new Line("two", "rate", "5"),
                    new Line("two", "senders", "2"),
                    new Line("two", "profile", "nearby")),
            "profile",
            List.of(new Line("nearby", "extends", "standard"), new Line("nearby", "connect-within", "5s")),
            "account",
            List.of(
                    new Line("shop", "key-hash", ExposureRules.EXAMPLE_HASH),
                    new Line("shop", "webhook", "shop"),
                    new Line("shop", "from", "Shop")),
            "esme",
            List.of(new Line("smpp", "", "")),
            "operator",
            List.of(new Line("support", "", "")),
            "webhook",
            List.of(
                    new Line("shop", "url", "http://127.0.0.1:8088/sms"),
                    new Line("shop", "secret", "${WEBHOOK_SECRET:example-secret-for-loopback-only}"),
                    new Line("shop", "allow-private", "true")),
            "route",
            List.of(
                    new Line("sweden", "prefix", "46"),
                    new Line("sweden", "smsc", "one"),
                    new Line("sweden", "order", "10"),
                    new Line("rest", "smsc", "two, one"),
                    new Line("rest", "order", "900")),
            "inbound",
            List.of(new Line("votes", "keyword", "vote"), new Line("votes", "account", "shop")),
            "rewrite",
            List.of(
                    new Line("dialled", "field", "to"),
                    new Line("dialled", "pattern", "^00"),
                    new Line("dialled", "order", "10")),
            "",
            List.of(new Line("", "journal.directory", "../data")));

    /** What stands behind the '#' where the default depends on other keys. */
    private static final Map<String, String> DERIVED = Map.of(
            "window",
            "10",
            "binds",
            "1",
            "receive",
            "transceiver",
            "status.<code>",
            "throttled",
            "attempts.<code>",
            "3",
            "pause.<code>",
            "1m",
            "tlv.<tlv>",
            "0x1400:text:30",
            "tlv-default.<tlv>",
            "1101234560000012345",
            "mo-alphabet.<code>",
            "latin1");

    private record Line(String name, String leaf, String value) {}

    private SettingsReference() {}

    /** The text of {@code config/bridge.properties}. */
    public static String exampleFile() {
        StringBuilder text = new StringBuilder(HEAD);
        family(text, Family.SMSC, "One account at one SMSC: smsc.<name>.*; for all of them: smsc-defaults.*");
        family(
                text,
                Family.PROFILE,
                "A carrier's ways, to be named in smsc.<name>.profile: profile.<name>.* holds any key of an SMSC except "
                        + "host, system-id, password, rate and other secrets; ./bridge profiles shows those that come with the bridge");
        family(text, Family.ROUTE, "Which messages go where: route.<name>.*");
        family(text, Family.REWRITE, "What is changed in messages before a route is sought: rewrite.<name>.*");
        family(text, Family.INBOUND, "Where subscribers' messages (MO) go: inbound.<name>.*");
        family(
                text,
                Family.ACCOUNT,
                "Who sends: account.<name>.*; the key of this example is " + ExposureRules.EXAMPLE_KEY
                        + ", good for loopback only: make your own by ./bridge key");
        family(text, Family.WEBHOOK, "Where receipts and MO are posted: webhook.<name>.*");
        family(text, Family.ESME, "Where ESMEs connect by SMPP: esme.<name>.*; naming one makes it listen");
        family(
                text,
                Family.OPERATOR,
                "Who else may use the operator's listener, each with a key of his own and some rights: operator.<name>.*");
        String part = "";
        for (KeySpec spec : Keys.of(Family.NODE)) {
            String begin = spec.leaf().substring(0, spec.leaf().indexOf('.'));
            if (!begin.equals(part)) {
                title(text, TITLES.get(begin));
                part = begin;
            }
            block(text, spec, spec.leaf(), said(spec, ""));
        }
        return text.toString();
    }

    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("bridge", "The bridge as a whole"),
            Map.entry("journal", "The journal, which makes accepted messages survive"),
            Map.entry("retention", "How long contents are kept"),
            Map.entry("pipeline", "The way of messages through the bridge"),
            Map.entry("middleware", "Messages sent in process"),
            Map.entry("plugin", "Plug-ins"),
            Map.entry("routing", "The choice of SMSCs"),
            Map.entry("log", "The log"),
            Map.entry("intake", "Messages by HTTP and SMPP"),
            Map.entry("admin", "The operator's listener: health, metrics, status, levers"),
            Map.entry("handback", "Handing receipts and MO to the platform"),
            Map.entry("outbind", "SMSCs that call the bridge"),
            Map.entry("smpp", "Binds over Netty"),
            Map.entry("consent", "STOP and START"),
            Map.entry("pdulog", "PDU logs: what went over the wire"));

    private static void title(StringBuilder text, String title) {
        text.append("\n\n");
        wrap(text, "## ", title);
    }

    private static void family(StringBuilder text, Family family, String title) {
        title(text, title);
        List<Line> lines = EXAMPLE.get(family.word());
        String first = lines.get(0).name;
        for (KeySpec spec : Keys.of(family)) {
            String key = family.prefix(first)
                    + spec.leaf()
                            .replace(KeySpec.CODE, "0x58")
                            .replace(KeySpec.TLV, "dlt_entity_id")
                            .replace(KeySpec.WORD, "OK");
            block(text, spec, key, said(spec, first));
        }
        String last = first;
        for (Line line : lines) {
            boolean blockLess = family == Family.PROFILE && !line.leaf.equals(Profiles.EXTENDS);
            if (blockLess || !line.name.equals(first)) {
                text.append(line.name.equals(last) ? "" : "\n");
                text.append(family.prefix(line.name))
                        .append(line.leaf)
                        .append(" = ")
                        .append(line.value)
                        .append('\n');
                last = line.name;
            }
        }
    }

    private static List<String> said(KeySpec spec, String name) {
        return EXAMPLE.get(spec.family().word()).stream()
                .filter(line -> line.name.equals(name) && line.leaf.equals(spec.leaf()))
                .map(Line::value)
                .toList();
    }

    private static void block(StringBuilder text, KeySpec spec, String key, List<String> said) {
        text.append('\n');
        String standard =
                spec.mandatory() ? "must be set" : spec.derived().isPresent() ? "default " + spec.fallback() : "";
        wrap(text, "# ", spec.meaning());
        wrap(
                text,
                "# ",
                join(
                        spec.type().expected(),
                        standard,
                        spec.reload().word(),
                        spec.secret() ? "or " + leafFile(spec) : ""));
        String shown = DERIVED.getOrDefault(spec.family() == Family.SMSC ? spec.leaf() : "", spec.fallback());
        String line = said.isEmpty() ? "#" + key + " = " + shown : key + " = " + said.get(0);
        text.append(line.stripTrailing()).append('\n');
    }

    private static String leafFile(KeySpec spec) {
        return spec.leaf() + KeySpec.FILE;
    }

    private static String join(String... parts) {
        return String.join(
                "; ", Arrays.stream(parts).filter(part -> !part.isEmpty()).toList());
    }

    private static void wrap(StringBuilder text, String before, String sentence) {
        StringBuilder line = new StringBuilder(before);
        for (String word : sentence.split(" ")) {
            if (line.length() + word.length() > WIDTH) {
                text.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(before);
            }
            line.append(word).append(' ');
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** The text of {@code docs/settings.md}. */
    public static String markdown() {
        StringBuilder text = new StringBuilder(SettingsIntroduction.TEXT);
        table(text, "SMSCs: `smsc.<name>.*`, for all of them `smsc-defaults.*`", Keys.of(Family.SMSC));
        table(
                text,
                "Profiles: `profile.<name>.*`, with the keys of SMSCs except those that must be set and secrets",
                Keys.of(Family.PROFILE));
        table(text, "Routes: `route.<name>.*`", Keys.of(Family.ROUTE));
        table(text, "Rewriting: `rewrite.<name>.*`", Keys.of(Family.REWRITE));
        table(text, "Inbound routes: `inbound.<name>.*`", Keys.of(Family.INBOUND));
        table(text, "Accounts: `account.<name>.*`", Keys.of(Family.ACCOUNT));
        table(text, "Webhooks: `webhook.<name>.*`", Keys.of(Family.WEBHOOK));
        table(text, "Listeners for ESMEs: `esme.<name>.*`", Keys.of(Family.ESME));
        table(text, "Operators: `operator.<name>.*`", Keys.of(Family.OPERATOR));
        table(text, "The bridge itself", Keys.of(Family.NODE));
        return text.toString();
    }

    private static void table(StringBuilder text, String title, List<KeySpec> specs) {
        text.append("\n## ")
                .append(title)
                .append("\n\n| key | value | default | change | meaning |\n|---|---|---|---|---|\n");
        for (KeySpec spec : specs) {
            List<String> cells = new ArrayList<>();
            cells.add("`" + spec.leaf() + "`" + (spec.secret() ? " or `" + leafFile(spec) + "`" : ""));
            cells.add(spec.type().expected());
            cells.add(standard(spec));
            cells.add(spec.reload().word());
            cells.add(spec.meaning());
            text.append("| ");
            text.append(String.join(
                    " | ", cells.stream().map(SettingsReference::cell).toList()));
            text.append(" |\n");
        }
    }

    private static String standard(KeySpec spec) {
        if (spec.mandatory()) {
            return "**must be set**";
        }
        if (spec.derived().isPresent()) {
            return spec.fallback();
        }
        return spec.fallback().isEmpty() ? "(none)" : "`" + spec.fallback() + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("sha256:<salt>:<hash>", "`sha256:<salt>:<hash>`");
    }
}
