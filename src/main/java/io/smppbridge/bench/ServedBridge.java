package io.smppbridge.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bridge in a process of its own, on a configuration made for it: everything as by default, durable, but for ports and SMSCs. */
@OwnedBy("the thread of the command")
final class ServedBridge implements Gateway {
    /** Named, not imported: that package registers the command of this one. */
    static final String MAIN = "io.smppbridge.cli.Main";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Plan plan;
    private final Setting setting;
    private final int port;
    private final int adminPort;
    private final int esmePort;
    private final int tcpPort;
    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());
    private final Path file;
    private ChildJvm process;

    /**
     * What differs from scenario to scenario.
     *
     * @param directory where everything of it lives
     * @param sinkPort of the SMSC
     * @param smscs how many accounts there
     * @param bag messages that may wait for each; 0 for the default
     * @param more lines of the configuration; they win over those that are usual
     */
    record Setting(Path directory, int sinkPort, int smscs, int bag, List<String> more) {
        Setting(Path directory, int sinkPort, int smscs, int bag) {
            this(directory, sinkPort, smscs, bag, List.of());
        }
    }

    ServedBridge(Plan plan, Setting setting) throws IOException {
        this.plan = plan;
        this.setting = setting;
        int[] ports = Ports.free(4);
        port = ports[0];
        adminPort = ports[1];
        esmePort = ports[2];
        tcpPort = ports[3];
        this.file = setting.directory().resolve("bridge.properties");
        Files.writeString(file, configuration());
    }

    /** Starts it and waits until it takes messages. */
    void start() throws IOException, InterruptedException {
        launch(List.of(MAIN, "run", file.toString()));
        Ports.awaitAnswer(URI.create("http://127.0.0.1:" + port + "/readyz"), process);
    }

    /** Starts it and does not wait. */
    void launch() throws IOException {
        launch(List.of(MAIN, "run", file.toString()));
    }

    /** Starts another program on the same configuration. */
    void launch(List<String> command) throws IOException {
        process = ChildJvm.start("bridge", plan.java(), setting.directory(), plan.bridgeOptions(), command);
    }

    /** The configuration. */
    Path file() {
        return file;
    }

    /** Port of the HTTP intake. */
    int port() {
        return port;
    }

    /** Port for {@link StreamLoad}. */
    int tcpPort() {
        return tcpPort;
    }

    /** Port for binds of {@link RawSubmits}. */
    @Override
    public int esmePort() {
        return esmePort;
    }

    /** A key that opens the intake. */
    String key() {
        return key.key().reveal();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void check() throws IOException {
        process.check();
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    /** PDUs that its logs have written so far, of SMSCs and accounts. */
    long logged() throws IOException {
        URI logs = URI.create("http://127.0.0.1:" + adminPort + "/pdulog");
        long written = 0;
        try (var in = asked(logs, key())) {
            for (JsonNode link : JSON.readTree(in).path("pdulog")) {
                written += link.path("written").asLong();
            }
        }
        return written;
    }

    /** fdatasync of the journal so far, as its metrics say; -1 when they do not. */
    long forces() {
        return (long) metric("smpp_bridge_journal_sync_seconds_count");
    }

    /** What they have taken together; -1 when the metrics do not say. */
    double forceSeconds() {
        return metric("smpp_bridge_journal_sync_seconds_sum");
    }

    /** With the operator's key. */
    private static InputStream asked(URI address, String key) throws IOException {
        URLConnection connection = address.toURL().openConnection();
        connection.setRequestProperty("Authorization", "Bearer " + key);
        return connection.getInputStream();
    }

    private double metric(String name) {
        URI metrics = URI.create("http://127.0.0.1:" + adminPort + "/metrics");
        try (var in = asked(metrics, key())) {
            for (String line : new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith(name)) {
                    return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                }
            }
            return -1;
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }

    private String configuration() {
        List<String> lines = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= setting.smscs(); i++) {
            String name = "sink" + i;
            names.add(name);
            String prefix = "smsc." + name + ".";
            lines.add(prefix + "host = 127.0.0.1");
            lines.add(prefix + "port = " + setting.sinkPort());
            lines.add(prefix + "system-id = bench" + i);
            lines.add(prefix + "password = bench");
            lines.add(prefix + "transport = " + Plan.word(plan.transport()));
            lines.add(prefix + "rate = unlimited");
            lines.add(prefix + "window = " + plan.window());
            lines.add(prefix + "binds = " + plan.binds());
            if (setting.bag() > 0) {
                lines.add(prefix + "bag = " + setting.bag());
            }
        }
        lines.add("route.all.smsc = " + String.join(", ", names));
        lines.add("account.bench.key-hash = " + key.hash());
        lines.add("intake.tcp.enabled = true");
        lines.add("intake.tcp.port = " + tcpPort);
        lines.add("esme.bench.port = " + esmePort);
        lines.add("esme.bench.unbound-per-address = 10000");
        lines.add("account.bench.esme.system-id = bench");
        lines.add("account.bench.esme.password-hash = " + PasswordHash.create("bench", new SecureRandom()));
        lines.add("account.bench.esme.window = " + plan.window());
        lines.add("account.bench.esme.binds = 10000");
        lines.add("middleware.account = bench");
        lines.add("journal.directory = journal");
        lines.add("journal.reserve-share = 0");
        lines.add("intake.http.port = " + port);
        lines.add("admin.port = " + adminPort);
        lines.add("admin.key-hash = " + key.hash());
        lines.addAll(setting.more());
        Map<String, String> byKey = new LinkedHashMap<>();
        lines.forEach(line -> byKey.put(line.substring(0, line.indexOf(" =")), line));
        return String.join("\n", byKey.values()) + "\n";
    }
}
