package io.smppbridge.bench;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** The bridge in a process of its own, on a configuration made for it: everything as by default, durable, but for ports and SMSCs. */
@OwnedBy("the thread of the command")
final class ServedBridge implements AutoCloseable {
    /** Named, not imported: that package registers the command of this one. */
    static final String MAIN = "io.smppbridge.cli.Main";

    private final Plan plan;
    private final Setting setting;
    private final int port = Ports.free();
    private final int adminPort = Ports.free();
    private final int esmePort = Ports.free();
    private final int tcpPort = Ports.free();
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
     */
    record Setting(Path directory, int sinkPort, int smscs, int bag) {}

    ServedBridge(Plan plan, Setting setting) throws IOException {
        this.plan = plan;
        this.setting = setting;
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
    int esmePort() {
        return esmePort;
    }

    /** A key that opens the intake. */
    String key() {
        return key.key().reveal();
    }

    long pid() {
        return process.pid();
    }

    void check() throws IOException {
        process.check();
    }

    void kill() throws InterruptedException {
        process.kill();
    }

    /** fdatasync of the journal so far, as its metrics say; -1 when they do not. */
    long forces() {
        URI metrics = URI.create("http://127.0.0.1:" + adminPort + "/metrics");
        try (var in = metrics.toURL().openStream()) {
            for (String line : new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                if (line.startsWith("smpp_bridge_journal_sync_seconds_count")) {
                    return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
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
        lines.add("account.bench.esme.system-id = bench");
        lines.add("account.bench.esme.password-hash = " + PasswordHash.create("bench", new SecureRandom()));
        lines.add("account.bench.esme.window = " + plan.window());
        lines.add("account.bench.esme.binds = " + plan.binds());
        lines.add("middleware.account = bench");
        lines.add("journal.directory = journal");
        lines.add("journal.reserve-share = 0");
        lines.add("intake.http.port = " + port);
        lines.add("admin.port = " + adminPort);
        return String.join("\n", lines) + "\n";
    }
}
