package io.smppbridge.settings;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in <code>${VARIABLE}</code> and <code>${VARIABLE:default}</code> from the environment. What a variable holds is taken as it is,
 * never filled in again; <code>$${</code> stands for <code>${</code>.
 */
final class Expansion {
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\$\\{|\\$\\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?\\}|)");

    private Expansion() {}

    /**
     * @param text filled in
     * @param missing what is wrong, if anything
     */
    record Filled(String text, Optional<String> missing) {}

    static Filled fill(String text, Map<String, String> environment) {
        if (text.indexOf("${") < 0) {
            return new Filled(text, Optional.empty());
        }
        Matcher match = REFERENCE.matcher(text);
        StringBuilder filled = new StringBuilder();
        Optional<String> missing = Optional.empty();
        while (match.find()) {
            String with;
            if (match.group().equals("$${")) {
                with = "${";
            } else if (match.group(1) == null) {
                with = "";
                missing = Optional.of("${VARIABLE} or ${VARIABLE:default}, and $${ for a plain ${");
            } else {
                Optional<String> value = Optional.ofNullable(environment.get(match.group(1)))
                        .or(() -> Optional.ofNullable(match.group(2)));
                with = value.orElse("");
                if (value.isEmpty()) {
                    missing = Optional.of("environment variable " + match.group(1) + " to be set");
                }
            }
            match.appendReplacement(filled, Matcher.quoteReplacement(with));
        }
        match.appendTail(filled);
        return new Filled(filled.toString(), missing);
    }
}
