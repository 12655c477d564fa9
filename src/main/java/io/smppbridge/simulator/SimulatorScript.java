package io.smppbridge.simulator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Turns a properties file into a {@link SimulatorConfig}, and lists all its faults at once. */
final class SimulatorScript {
    private static final List<String> TOP = List.of(
            "host", "http-port", "seed", "accounts", "listen", "record", "capture-file", "capture-ring", "message-log");

    private final TreeMap<String, String> left = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    SimulatorScript(Properties properties) {
        for (String key : properties.stringPropertyNames()) {
            left.put(key.strip(), properties.getProperty(key).strip());
        }
        try {
            SmppSimNames.translate(left);
        } catch (IllegalArgumentException e) {
            faults.add(e.getMessage());
        }
    }

    SimulatorConfig read() {
        String host = take("host", "127.0.0.1");
        int httpPort = number("http-port", "8884", -1, 65_535);
        long seed = number("seed", "1", 0, Integer.MAX_VALUE);
        int record = number("record", "0", 0, 10_000_000);
        Map<String, String> accounts = accounts(take("accounts", "smppclient1:password"));
        String file = take("capture-file", "");
        int ring = number("capture-ring", "0", 0, 1_000_000);
        String messages = take("message-log", "");
        List<SimulatorConfig.PortConfig> ports = ports();
        left.keySet().forEach(this::unknown);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", faults));
        }
        return new SimulatorConfig(
                host,
                httpPort,
                seed,
                accounts,
                ports,
                record,
                new SimulatorConfig.CaptureConfig(path(file), ring, path(messages)));
    }

    private void unknown(String key) {
        TreeSet<String> known = new TreeSet<>(BehaviourKeys.names());
        String[] words = key.split("\\.", 3);
        if (words.length == 3 && words[0].equals("port")) {
            known.add("listen");
            String prefix = "port." + words[1] + ".";
            known = known.stream().map(prefix::concat).collect(Collectors.toCollection(TreeSet::new));
        } else {
            known.addAll(TOP);
        }
        faults.add(key + ": " + Nearest.hint(key, known));
    }

    private static Optional<Path> path(String file) {
        return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    }

    private List<SimulatorConfig.PortConfig> ports() {
        Map<String, String> shared = new LinkedHashMap<>();
        for (String key : BehaviourKeys.names()) {
            if (left.containsKey(key)) {
                shared.put(key, checked("", key, left.remove(key)));
            }
        }
        TreeSet<String> names = new TreeSet<>();
        for (String key : left.keySet()) {
            String[] words = key.split("\\.", 3);
            if (words.length == 3 && words[0].equals("port")) {
                names.add(words[1]);
            }
        }
        List<SimulatorConfig.PortConfig> ports = new ArrayList<>();
        if (names.isEmpty()) {
            add(ports, () -> new SimulatorConfig.PortConfig("smsc", number("listen", "2775", 0, 65_535), fit(shared)));
        } else if (left.containsKey("listen")) {
            faults.add("listen = " + left.remove("listen") + ": expected none beside port.<name>.listen");
        }
        int next = 2775;
        for (String name : names) {
            Map<String, String> own = new LinkedHashMap<>(shared);
            String prefix = "port." + name + ".";
            int port = number(prefix + "listen", Integer.toString(next++), 0, 65_535);
            for (String key : BehaviourKeys.names()) {
                if (left.containsKey(prefix + key)) {
                    own.put(key, checked(prefix, key, left.remove(prefix + key)));
                }
            }
            add(ports, () -> new SimulatorConfig.PortConfig(name, port, fit(own)));
        }
        return ports;
    }

    /** A fault is noted, and the value kept out of the trial that follows. */
    private String checked(String prefix, String key, String value) {
        try {
            BehaviourKeys.set(new Behaviour(), key, value);
            return value;
        } catch (IllegalArgumentException e) {
            faults.add(prefix + e.getMessage());
            return UNFIT;
        }
    }

    private static final String UNFIT = "\u0000unfit";

    private static Map<String, String> fit(Map<String, String> behaviour) {
        behaviour.values().removeIf(UNFIT::equals);
        return behaviour;
    }

    private void add(List<SimulatorConfig.PortConfig> ports, Supplier<SimulatorConfig.PortConfig> port) {
        try {
            ports.add(port.get());
        } catch (IllegalArgumentException e) {
            faults.add(e.getMessage());
        }
    }

    private Map<String, String> accounts(String text) {
        Map<String, String> accounts = new LinkedHashMap<>();
        if (text.equals("any")) {
            return accounts;
        }
        for (String part : text.split(",")) {
            String[] words = part.strip().split(":", 2);
            if (words.length != 2 || words[0].isEmpty()) {
                faults.add("accounts: expected any, or system_id:password pairs separated by commas");
            } else {
                accounts.put(words[0], words[1]);
            }
        }
        return accounts;
    }

    private String take(String key, String otherwise) {
        String value = left.remove(key);
        return value == null ? otherwise : value;
    }

    private int number(String key, String otherwise, int low, int high) {
        String value = take(key, otherwise);
        try {
            return BehaviourKeys.count(value, low, high);
        } catch (IllegalArgumentException e) {
            faults.add(key + " = " + value + ", " + e.getMessage());
            return low;
        }
    }
}
