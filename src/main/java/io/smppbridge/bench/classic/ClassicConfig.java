package io.smppbridge.bench.classic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What the process is told, in a properties file.
 *
 * @param port where it listens
 * @param smscPort of the SMSC on this machine
 * @param connections to the SMSC
 * @param window submit_sm without an answer on each of them
 * @param forced whether a message is forced to disk before its answer, or only written
 * @param journal the file
 * @param log the directory of the PDU log; empty for none
 */
public record ClassicConfig(
        int port, int smscPort, int connections, int window, boolean forced, Path journal, Optional<Path> log) {

    /** Writes how a bridge would be told of the same SMSC and of a route there. */
    Path writeForBridge() throws IOException {
        return Files.write(
                journal.resolveSibling("classic-bridge.properties"),
                List.of(
                        "smsc.sink1.host = 127.0.0.1",
                        "smsc.sink1.port = " + smscPort,
                        "smsc.sink1.system-id = classic",
                        "smsc.sink1.password = classic",
                        "smsc.sink1.window = " + window,
                        "smsc.sink1.rate = unlimited",
                        "route.all.smsc = sink1"));
    }

    /** Writes it as {@link #read} reads it. */
    public void write(Path file) throws IOException {
        Files.write(
                file,
                List.of(
                        "port = " + port,
                        "smsc-port = " + smscPort,
                        "connections = " + connections,
                        "window = " + window,
                        "forced = " + forced,
                        "journal = " + journal,
                        "log = " + log.map(Path::toString).orElse("")));
    }

    static ClassicConfig read(Path file) throws IOException {
        Properties properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        String log = properties.getProperty("log");
        return new ClassicConfig(
                Integer.parseInt(properties.getProperty("port")),
                Integer.parseInt(properties.getProperty("smsc-port")),
                Integer.parseInt(properties.getProperty("connections")),
                Integer.parseInt(properties.getProperty("window")),
                Boolean.parseBoolean(properties.getProperty("forced")),
                Path.of(properties.getProperty("journal")),
                log.isEmpty() ? Optional.empty() : Optional.of(Path.of(log)));
    }
}
