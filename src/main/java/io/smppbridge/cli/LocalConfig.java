package io.smppbridge.cli;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The configuration of a bridge on this machine, for commands that want to know where it is. */
final class LocalConfig {
    private LocalConfig() {}

    /** The named one, or one in the usual places; empty if there is none without fault. */
    static Optional<LoadOutcome.Loaded> find(Surroundings around, Optional<Path> named) {
        if (named.isPresent()) {
            return Optional.of(required(around, named));
        }
        return ConfigChoice.usual(around)
                .map(file -> BridgeConfig.load(file, around.environment(), Map.of()))
                .filter(LoadOutcome.Loaded.class::isInstance)
                .map(LoadOutcome.Loaded.class::cast);
    }

    /** As {@link #find}, and its absence or a fault ends the command. */
    static LoadOutcome.Loaded required(Surroundings around, Optional<Path> named) {
        Path file = named.map(around::resolve)
                .or(() -> ConfigChoice.usual(around))
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new Complaint(
                        Exit.USAGE,
                        named.map(path -> path + " does not exist").orElse("no configuration here")
                                + "; name one by --config FILE"));
        LoadOutcome outcome = BridgeConfig.load(file, around.environment(), Map.of());
        if (outcome instanceof LoadOutcome.Loaded loaded) {
            return loaded;
        }
        throw new Complaint(Exit.USAGE, file + " has faults; ./bridge check " + file + " lists them");
    }

    /** Where a listener of this host and port is reached from here. */
    static URI address(String host, int port) {
        boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
        String name = everywhere ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + name + ":" + port);
    }
}
