package io.smppbridge.simulator;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What a simulator is: where it listens, who may bind, and the script of each port.
 *
 * @param host address to listen on, SMPP and HTTP
 * @param httpPort of the page, the statistics and the live control; 0 takes any free one, -1 opens none
 * @param seed of everything drawn: the same seed, script and order of arrival give the same run
 * @param accounts password by system_id; empty: any ESME may bind
 * @param ports at least one
 * @param record how many submits each port remembers for {@link SimulatedPort#submits()}; 0 switches it off (benchmarks)
 * @param capture where PDUs are kept
 */
public record SimulatorConfig(
        String host,
        int httpPort,
        long seed,
        Map<String, String> accounts,
        List<PortConfig> ports,
        int record,
        CaptureConfig capture) {

    /**
     * One listening port and its script.
     *
     * @param name by which scripts and tests call it: lower-case letters, digits and dashes
     * @param port 0 takes any free one
     * @param behaviour by key, as in config/smsc-sim.properties
     */
    public record PortConfig(String name, int port, Map<String, String> behaviour) {
        public PortConfig {
            if (!name.matches("[a-z0-9][a-z0-9-]{0,31}")) {
                throw new IllegalArgumentException(
                        "port name " + name + ", expected 1..32 lower-case letters, digits and dashes");
            }
            checkPort("port." + name + ".listen", port, 0);
            behaviour = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(behaviour));
            Behaviour trial = new Behaviour();
            behaviour.forEach((key, value) -> BehaviourKeys.set(trial, key, value));
        }
    }

    /**
     * Where PDUs are kept.
     *
     * @param file every PDU, in the form that {@link CapturedPdu#read} reads; nothing: no file
     * @param ring how many PDUs each port remembers for {@link SimulatedPort#captured()}
     * @param messages every submit, and every receipt that was taken, as a line of JSON for {@code ./bridge audit}; nothing: no file
     */
    public record CaptureConfig(Optional<Path> file, int ring, Optional<Path> messages) {
        public static final CaptureConfig NONE = new CaptureConfig(Optional.empty(), 0);

        /** Without lines of JSON. */
        public CaptureConfig(Optional<Path> file, int ring) {
            this(file, ring, Optional.empty());
        }
    }

    public SimulatorConfig {
        accounts = Map.copyOf(accounts);
        ports = List.copyOf(ports);
        checkPort("http-port", httpPort, -1);
        if (ports.isEmpty()) {
            throw new IllegalArgumentException("ports: expected at least one");
        }
        if (ports.stream().map(PortConfig::name).distinct().count() < ports.size()) {
            throw new IllegalArgumentException("ports: expected a different name for each");
        }
    }

    /** For tests: one port per name (or one called {@code smsc}), all ephemeral on 127.0.0.1, HTTP too, any account, submits recorded. */
    public static SimulatorConfig forTests(String... names) {
        List<PortConfig> ports = new ArrayList<>();
        for (String name : names.length == 0 ? new String[] {"smsc"} : names) {
            ports.add(new PortConfig(name, 0, Map.of()));
        }
        return new SimulatorConfig("127.0.0.1", 0, 1, Map.of(), ports, 100_000, CaptureConfig.NONE);
    }

    /**
     * Reads a script; SMPPSim's names are understood as well.
     *
     * @throws IllegalArgumentException with one line per fault: key, value, what was expected
     */
    public static SimulatorConfig from(Properties properties) {
        return new SimulatorScript(properties).read();
    }

    /** Reads a script from a file (a properties file in UTF-8). */
    public static SimulatorConfig from(Path file) throws java.io.IOException {
        Properties properties = new Properties();
        try (var in = java.nio.file.Files.newBufferedReader(file)) {
            properties.load(in);
        }
        return from(properties);
    }

    /** The same with one key of every port set. */
    public SimulatorConfig with(String key, String value) {
        List<PortConfig> changed = new ArrayList<>();
        for (PortConfig port : ports) {
            Map<String, String> behaviour = new LinkedHashMap<>(port.behaviour());
            behaviour.put(key, value);
            changed.add(new PortConfig(port.name(), port.port(), behaviour));
        }
        return new SimulatorConfig(host, httpPort, seed, accounts, changed, record, capture);
    }

    /** The same with these accounts only. */
    public SimulatorConfig withAccount(String systemId, String password) {
        Map<String, String> more = new LinkedHashMap<>(accounts);
        more.put(systemId, password);
        return new SimulatorConfig(host, httpPort, seed, more, ports, record, capture);
    }

    /** The same, remembering so many submits per port. */
    public SimulatorConfig recording(int submits) {
        return new SimulatorConfig(host, httpPort, seed, accounts, ports, submits, capture);
    }

    /** The same, keeping PDUs. */
    public SimulatorConfig capturing(CaptureConfig pdus) {
        return new SimulatorConfig(host, httpPort, seed, accounts, ports, record, pdus);
    }

    /** Passwords are left out. */
    @Override
    public String toString() {
        return "SimulatorConfig[host=" + host + ", httpPort=" + httpPort + ", seed=" + seed + ", accounts="
                + accounts.keySet() + ", ports=" + ports + ", record=" + record + ", capture=" + capture + "]";
    }

    static void checkPort(String key, int port, int least) {
        if (port < least || port > 65_535) {
            throw new IllegalArgumentException(key + " = " + port + ", expected " + least + "..65535");
        }
    }
}
