package io.smppbridge.settings;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Overrides from environment variables: {@code SMPP_BRIDGE_} and the key in upper case, every other character as {@code _}; keys of
 * named things also without the prefix ({@code SMSC_ACME_PASSWORD}).
 */
final class Environment {
    static final String PREFIX = "SMPP_BRIDGE_";
    private static final Set<String> NOT_KEYS = Set.of(PREFIX + "CONFIG", PREFIX + "HOME", PREFIX + "OPTS");

    private final Map<String, String> variables;
    private final Set<String> used = new HashSet<>();

    Environment(Map<String, String> variables) {
        this.variables = variables;
    }

    Map<String, String> variables() {
        return variables;
    }

    Optional<Raw> override(String key, Family family) {
        String variable = variable(key);
        Optional<Raw> prefixed = of(key, PREFIX + variable);
        return prefixed.isPresent() || family == Family.NODE ? prefixed : of(key, variable);
    }

    private Optional<Raw> of(String key, String variable) {
        String value = variables.get(variable);
        if (value == null || isServiceLink(value)) {
            return Optional.empty();
        }
        used.add(variable);
        return Optional.of(new Raw(key, value, Origin.environment(variable)));
    }

    /** Container platforms put {@code ACME_PORT=tcp://10.0.0.1:80} into the environment for every service: not meant for us. */
    private static boolean isServiceLink(String value) {
        return value.startsWith("tcp://") || value.startsWith("udp://");
    }

    /** Asked of some thousand keys at each start, so without a regular expression. */
    private static String variable(String key) {
        char[] name = key.toUpperCase(Locale.ROOT).toCharArray();
        for (int i = 0; i < name.length; i++) {
            boolean kept = name[i] >= 'A' && name[i] <= 'Z' || name[i] >= '0' && name[i] <= '9';
            name[i] = kept ? name[i] : '_';
        }
        return new String(name);
    }

    /** Warns of variables that look as if they were meant for us, but fit no key. */
    void warnOfUnused(Complaints complaints) {
        variables.keySet().stream()
                .filter(name -> name.startsWith(PREFIX) && !used.contains(name) && !NOT_KEYS.contains(name))
                .filter(name -> !name.matches(".*_(SERVICE_HOST|SERVICE_PORT.*|PORT(_\\d+_(TCP|UDP).*)?)"))
                .sorted()
                .forEach(name -> complaints.warn(new ConfigWarning(
                        name,
                        ConfigFault.HIDDEN,
                        "fits no key",
                        "it is not used; keys of things that the file does not name cannot be set so",
                        Origin.environment(name))));
    }
}
