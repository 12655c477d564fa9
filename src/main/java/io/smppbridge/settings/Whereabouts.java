package io.smppbridge.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the bridge of a configuration is found, for commands that ask one that runs: it goes on with what it has read, whatever has become of
 * its file since, so faults about other keys keep nobody from asking it. Immutable.
 */
public final class Whereabouts {
    private static final String INCLUDE = "include";
    private static final int FEW_MISTAKES = 2;

    private final Optional<ConfigLoader.Checked> checked;
    private final Complaints complaints;

    private Whereabouts(Optional<ConfigLoader.Checked> checked, Complaints complaints) {
        this.checked = checked;
        this.complaints = complaints;
    }

    /** What a command wants to know, and the keys that say it. */
    public enum Need {
        /** The operator's listener, and the key that lies in the journal's directory. */
        OPERATOR("admin.enabled", "admin.host", "admin.port", "journal.directory"),
        /** That key alone, as the user says where the listener is. */
        OPERATOR_KEY("journal.directory"),
        /** Where messages are taken by HTTP. */
        HTTP("intake.http.enabled", "intake.http.host", "intake.http.port"),
        /** The file of counters. */
        COUNTERS("journal.directory", "admin.counters-every");

        private final Set<String> keys;

        Need(String... keys) {
            this.keys = Set.of(keys);
        }
    }

    /**
     * A listener.
     *
     * @param port 0 for one that only the log tells
     */
    public record Listener(boolean enabled, String host, int port) {}

    /**
     * Reads what {@link BridgeConfig#load} reads, and opens nothing else. Any thread; takes milliseconds.
     *
     * @param environment usually {@link System#getenv()}
     */
    public static Whereabouts read(Path file, Map<String, String> environment) {
        Complaints complaints = new Complaints();
        return new Whereabouts(ConfigLoader.check(file, environment, Map.of(), complaints), complaints);
    }

    /** All that is wrong with the configuration. */
    public List<ConfigFault> faults() {
        return complaints.faults();
    }

    /**
     * What keeps it from being known: faults of these very keys, keys that may be meant for one of them, files that could not be read, and
     * one without an SMSC. As long as there is any, nothing else may be asked about it.
     */
    public List<ConfigFault> faults(Need need) {
        return complaints.faults().stream()
                .filter(fault ->
                        checked.isEmpty() || isAbout(need, fault, checked.get().values()))
                .toList();
    }

    private boolean isAbout(Need need, ConfigFault fault, Values values) {
        Optional<String> key = complaints.keyOf(fault);
        if (key.isEmpty()) {
            return true; // of a whole file: what it would have said is not known
        }
        if (need.keys.contains(key.get())) {
            return true;
        }
        if (Keys.find(key.get()).isPresent()) {
            return false;
        }
        Optional<String> near = Keys.nearest(key.get(), values);
        if (near.filter(it -> it.equals(INCLUDE) || need.keys.contains(it)).isPresent()) {
            return true;
        }
        boolean clear = near.filter(it -> Nearest.distance(it, key.get()) <= FEW_MISTAKES)
                .isPresent();
        return !clear
                && need.keys.stream()
                        .anyMatch(own -> !values.node().said(own) && group(own).equals(group(key.get())));
    }

    /** {@code intake.http.} of {@code intake.http.port}. */
    private static String group(String key) {
        return key.substring(0, key.lastIndexOf('.') + 1);
    }

    /** {@link Need#OPERATOR}. */
    public Listener operator() {
        return listener("admin.");
    }

    /** {@link Need#HTTP}. */
    public Listener http() {
        return listener("intake.http.");
    }

    private Listener listener(String prefix) {
        Scope node = known().values().node();
        return new Listener(node.flag(prefix + "enabled"), node.word(prefix + "host"), node.count(prefix + "port"));
    }

    /** The journal's directory; all needs but {@link Need#HTTP}. */
    public Path journal() {
        return known().journal();
    }

    /** Whether a bridge with this configuration writes its counters down; {@link Need#COUNTERS}. */
    public boolean writesCounters() {
        return !known().values().node().time("admin.counters-every").isZero();
    }

    /** The hashes of the accounts' keys, as far as they can be read. */
    public List<String> keyHashes() {
        return known().values().each(Family.ACCOUNT).stream()
                .filter(account -> account.sound("key-hash"))
                .flatMap(account -> account.words("key-hash").stream())
                .toList();
    }

    private ConfigLoader.Checked known() {
        return checked.orElseThrow(() -> new IllegalStateException("the configuration could not be read"));
    }
}
