package io.smppbridge.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What holds for which destination: patterns with {@code *} (any digits) and {@code ?} (one), first match wins.
 *
 * @param <T> what a pattern leads to
 */
record Rules<T>(List<Rule<T>> rules) {
    record Rule<T>(String pattern, T then) {}

    Rules {
        rules = List.copyOf(rules);
    }

    static <T> Rules<T> none() {
        return new Rules<>(List.of());
    }

    /** Reads {@code 4670*=RINVDSTADR, *13=RSYSERR}. */
    static <T> Rules<T> parse(String text, Function<String, T> value) {
        List<Rule<T>> rules = new ArrayList<>();
        for (String part : text.split(",")) {
            if (part.isBlank()) {
                continue;
            }
            int eq = part.indexOf('=');
            if (eq < 1) {
                throw new IllegalArgumentException("expected pattern=outcome pairs, separated by commas");
            }
            rules.add(new Rule<>(
                    part.substring(0, eq).strip(),
                    value.apply(part.substring(eq + 1).strip())));
        }
        return new Rules<>(rules);
    }

    Rules<T> plus(String pattern, T then) {
        List<Rule<T>> more = new ArrayList<>(rules);
        more.add(new Rule<>(pattern, then));
        return new Rules<>(more);
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /** What the first matching rule says, or the default. */
    T of(String destination, T otherwise) {
        for (Rule<T> rule : rules) {
            if (matches(rule.pattern, 0, destination, 0)) {
                return rule.then;
            }
        }
        return otherwise;
    }

    private static boolean matches(String pattern, int p, String text, int t) {
        if (p == pattern.length()) {
            return t == text.length();
        }
        char c = pattern.charAt(p);
        if (c == '*') {
            for (int next = t; next <= text.length(); next++) {
                if (matches(pattern, p + 1, text, next)) {
                    return true;
                }
            }
            return false;
        }
        return t < text.length() && (c == '?' || c == text.charAt(t)) && matches(pattern, p + 1, text, t + 1);
    }
}
