package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gathers everything that is wrong, so that all of it can be told at once. */
final class Complaints {
    private final List<ConfigFault> faults = new ArrayList<>();
    private final List<ConfigWarning> warnings = new ArrayList<>();
    private final List<String> files = new ArrayList<>();
    private final Map<ConfigFault, String> keys = new HashMap<>();
    private final Set<ConfigFault> unread = new HashSet<>();

    /** A line that cannot be read, and the key with which it begins. */
    void flaw(ConfigFault fault, String key) {
        faults.add(fault);
        keys.put(fault, key);
    }

    /** Something that is wrong with a file as a whole, so that it is not known what it says. */
    void unread(String key, String value, String expected, Origin origin) {
        unread(new ConfigFault(key, value, expected, "", origin));
    }

    /** The same, where there is a remedy. */
    void unread(ConfigFault fault) {
        faults.add(fault);
        unread.add(fault);
    }

    /** What it is about; empty for a whole file. */
    Optional<String> keyOf(ConfigFault fault) {
        return unread.contains(fault) ? Optional.empty() : Optional.of(keys.getOrDefault(fault, fault.key()));
    }

    /** Faults are told in the order in which files were opened. */
    void opened(String file) {
        files.add(file);
    }

    void fault(ConfigFault fault) {
        faults.add(fault);
    }

    void fault(String key, String value, String expected, Origin origin) {
        faults.add(new ConfigFault(key, value, expected, "", origin));
    }

    /** A value that cannot be used, by itself or beside others. */
    void fault(Value value, String expected, String remedy) {
        faults.add(new ConfigFault(value.key(), value.shown(), expected, remedy, value.origin()));
    }

    /** A value that cannot go with another one; if nobody said it, the place of the other is the one to look at. */
    void fault(Value value, String expected, String remedy, Value other) {
        boolean said = value.origin().kind() != Origin.Kind.DEFAULT;
        String shown = said ? value.shown() : value.shown() + " (default)";
        faults.add(new ConfigFault(value.key(), shown, expected, remedy, said ? value.origin() : other.origin()));
    }

    /** A value that another one makes necessary; if nobody said it, the place of the other is the one to look at. */
    void needed(Value value, String expected, String remedy, Value other) {
        if (value.origin().kind() != Origin.Kind.DEFAULT) {
            fault(value, expected, remedy);
        } else {
            faults.add(new ConfigFault(value.key(), ConfigFault.MISSING, expected, remedy, other.origin()));
        }
    }

    void warn(Value value, String concern, String remedy) {
        warnings.add(new ConfigWarning(value.key(), value.shown(), concern, remedy, value.origin()));
    }

    void warn(ConfigWarning warning) {
        warnings.add(warning);
    }

    List<ConfigFault> faults() {
        return faults.stream()
                .sorted(Comparator.comparing(
                                (ConfigFault fault) -> fault.origin().kind())
                        .thenComparing(fault -> files.indexOf(fault.file()))
                        .thenComparing(ConfigFault::line))
                .distinct()
                .toList();
    }

    List<ConfigWarning> warnings() {
        return List.copyOf(warnings);
    }
}
