package io.smppbridge.settings;

import java.util.List;

/**
 * One rule that changes messages before a route is sought ({@code rewrite.<name>.*}); all that fit are applied, in the order of their
 * {@code order}, then of the file.
 *
 * @param field what it changes
 * @param pattern of RE2; every place where it is found is replaced
 * @param replacement with {@code $1} for the first group
 * @param accounts only messages of these; empty for any
 * @param prefixes only messages to numbers that begin so, as rules before this one have left them; empty for any
 */
public record RewriteConfig(
        String name,
        int order,
        Field field,
        String pattern,
        String replacement,
        List<String> accounts,
        List<String> prefixes) {
    /** What can be changed. */
    public enum Field {
        TO,
        FROM,
        TEXT
    }

    public RewriteConfig {
        accounts = List.copyOf(accounts);
        prefixes = List.copyOf(prefixes);
    }
}
