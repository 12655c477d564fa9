package io.smppbridge.settings;

import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.word;

import com.google.re2j.Pattern;
import io.smppbridge.settings.RewriteConfig.Field;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/** The keys of what changes messages before a route is sought: rewriting rules, and each account's region. */
final class RewriteKeys {
    private static final java.util.regex.Pattern GROUP = java.util.regex.Pattern.compile("\\\\.|\\$(\\d+)?");

    static final List<KeySpec> TABLE = List.of(
            key("field", oneOf(Field.class), "", "what it changes; octets, such as an ESME's, have no text")
                    .mandatorily(),
            key("pattern", RouteTypes.PATTERN, "", "every place where this is found is replaced")
                    .mandatorily(),
            key("replace", word(0, 1_000), "", "what stands there instead; $1 is what the first group has found"),
            key(
                    "order",
                    count(0, 1_000_000),
                    "100",
                    "rules are applied from the lowest on, equal ones in the order of the file"),
            key("account", Types.NAMES, "", "only messages of these accounts; empty for any"),
            key("prefix", Types.DIGITS, "", "only messages to numbers that begin with one of these; empty for any"),
            KeySpec.of(
                    Family.ACCOUNT,
                    "region",
                    RouteTypes.REGION,
                    "",
                    "country in which its destinations without country code are meant; they are made international; empty for none"));

    private RewriteKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.REWRITE, leaf, type, fallback, meaning);
    }

    /** Complains of replacements that name groups which their pattern has not. */
    static void check(Values values, Complaints complaints) {
        for (Scope rule : values.each(Family.REWRITE)) {
            if (!rule.sound("pattern", "replace")) {
                continue;
            }
            int groups = Pattern.compile(rule.word("pattern")).groupCount();
            Matcher group = GROUP.matcher(rule.word("replace"));
            while (group.find()) {
                boolean good = group.group().startsWith("\\")
                        || group.group(1) != null
                                && group.group(1).length() <= 2
                                && Integer.parseInt(group.group(1)) <= groups;
                if (!good) {
                    complaints.fault(
                            rule.value("replace"),
                            "$0..$" + groups + " as the pattern has groups, and \\$ for a plain $",
                            "");
                    break;
                }
            }
        }
    }

    static List<RewriteConfig> rules(Values values) {
        return values.each(Family.REWRITE).stream()
                .map(rule -> new RewriteConfig(
                        rule.name(),
                        rule.count("order"),
                        rule.get("field", Field.class),
                        rule.word("pattern"),
                        rule.word("replace"),
                        rule.words("account"),
                        rule.words("prefix")))
                .sorted(Comparator.comparingInt(RewriteConfig::order))
                .toList();
    }

    /** Of the accounts that have one. */
    static Map<String, String> regions(Values values) {
        Map<String, String> regions = new LinkedHashMap<>();
        values.each(Family.ACCOUNT).stream()
                .filter(account -> !account.word("region").isEmpty())
                .forEach(account -> regions.put(account.name(), account.word("region")));
        return regions;
    }
}
