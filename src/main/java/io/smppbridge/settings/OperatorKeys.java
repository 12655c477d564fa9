package io.smppbridge.settings;

import io.smppbridge.settings.AdminConfig.Operator;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.settings.ValueType.BadValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys of operators, each with an API key and rights of his own. */
final class OperatorKeys {
    private static final String KEY = "key-hash";
    private static final String RIGHTS = "rights";

    private static final Map<String, Right> WORDS = Arrays.stream(Right.values())
            .collect(Collectors.toMap(right -> right.name().toLowerCase(Locale.ROOT), right -> right));

    static final List<KeySpec> TABLE = List.of(
            KeySpec.of(Family.OPERATOR, KEY, Types.KEY_HASHES, "", "hashes of the operator's keys, any of which opens")
                    .secretly(),
            KeySpec.of(
                    Family.OPERATOR,
                    RIGHTS,
                    Types.list("read, operate, configure, content, several by comma", OperatorKeys::right),
                    "read",
                    "what they may: read (status and lists, with every key), operate (what moves single messages, events and"
                            + " receipts), configure (reload, erase), content (numbers and texts in clear)"));

    private OperatorKeys() {}

    private static Object right(String text) throws BadValue {
        Right right = WORDS.get(text);
        if (right == null) {
            throw new BadValue();
        }
        return right;
    }

    static AdminConfig bind(Values values) {
        Scope node = values.node();
        Map<String, Operator> operators = new LinkedHashMap<>();
        values.each(Family.OPERATOR)
                .forEach(operator -> operators.put(
                        operator.name(), new Operator(operator.words(KEY), Set.copyOf(rights(operator)))));
        return new AdminConfig(
                node.flag("admin.enabled"),
                node.word("admin.host"),
                node.count("admin.port"),
                node.word("admin.key-hash"),
                node.time("admin.counters-every"),
                Map.copyOf(operators));
    }

    private static Set<Right> rights(Scope operator) {
        Set<Right> rights = EnumSet.of(Right.READ);
        for (Object right : operator.get(RIGHTS, List.class)) {
            rights.add((Right) right);
        }
        return rights;
    }

    /** What the values have to do with one another. */
    static void check(Values values, Complaints complaints) {
        Scope node = values.node();
        Map<String, String> holders = new HashMap<>();
        if (node.sound("admin.key-hash") && !node.word("admin.key-hash").isEmpty()) {
            holders.put(node.word("admin.key-hash"), "admin.key-hash");
        }
        for (Scope operator : values.each(Family.OPERATOR)) {
            if (operator.name().equals(AdminConfig.CHIEF)) {
                complaints.fault(
                        operator.value(KEY),
                        "another name than " + AdminConfig.CHIEF + ", which is the holder of admin.key-hash",
                        "call it by whom it is for");
            } else if (operator.sound(KEY) && operator.words(KEY).isEmpty()) {
                complaints.warn(
                        operator.value(KEY), "an operator without a key can do nothing", "make one by ./bridge key");
            } else if (operator.sound(KEY)) {
                operator.words(KEY).forEach(hash -> {
                    String other = holders.putIfAbsent(hash, "operator." + operator.name());
                    if (other != null && !other.equals("operator." + operator.name())) {
                        complaints.fault(
                                operator.value(KEY),
                                "a key of its own",
                                "it is that of " + other + "; make one by ./bridge key");
                    }
                });
            }
        }
    }
}
