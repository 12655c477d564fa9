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
    /** A bridge that runs has read its file before it was spoilt, and can be asked. */
    private static final String ALL_THE_SAME =
            "a bridge that runs goes on with what it has read before; to ask it all the same, leave --config out and give --url"
                    + " and --key-file (the operator's key is admin.key in journal.directory where there is no admin.key-hash)";

    private LocalConfig() {}

    /**
     * The named one, that of $SMPP_BRIDGE_CONFIG, or one in the usual places; empty if there is none in those places.
     *
     * @param addressGiven whether the user says where the bridge is: then a faulty file that was not named is none. Otherwise its faults
     *     end the command, so that nobody looks for the bridge in the wrong place
     */
    static Optional<LoadOutcome.Loaded> find(Surroundings around, Optional<Path> named, boolean addressGiven) {
        boolean chosen = named.isPresent()
                || !addressGiven && around.variable("SMPP_BRIDGE_CONFIG").isPresent();
        if (chosen) {
            return Optional.of(loaded(around, existing(around, named), ALL_THE_SAME));
        }
        Optional<Path> usual = ConfigChoice.usual(around);
        return addressGiven
                ? usual.map(file -> BridgeConfig.load(file, around.environment(), Map.of()))
                        .filter(LoadOutcome.Loaded.class::isInstance)
                        .map(LoadOutcome.Loaded.class::cast)
                : usual.map(file -> loaded(around, file, ALL_THE_SAME));
    }

    /** As {@link #find}, and its absence or a fault ends the command. */
    static LoadOutcome.Loaded required(Surroundings around, Optional<Path> named) {
        return loaded(around, existing(around, named), "");
    }

    private static Path existing(Surroundings around, Optional<Path> named) {
        return named.map(around::resolve)
                .or(() -> ConfigChoice.usual(around))
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new Complaint(
                        Exit.USAGE,
                        named.or(() -> around.variable("SMPP_BRIDGE_CONFIG").map(Path::of))
                                        .map(path -> path + " does not exist")
                                        .orElse("no configuration here")
                                + "; name one by --config FILE"));
    }

    /** @param remedy what can be done as long as there are faults; empty for nothing else than to mend them */
    private static LoadOutcome.Loaded loaded(Surroundings around, Path file, String remedy) {
        LoadOutcome outcome = BridgeConfig.load(file, around.environment(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            Complaint faults = ConfigChoice.faulty(file, faulty.faults());
            throw remedy.isEmpty()
                    ? faults
                    : new Complaint(Exit.USAGE, faults.getMessage() + System.lineSeparator() + remedy);
        }
        return (LoadOutcome.Loaded) outcome;
    }

    /** Where a listener of this host and port is reached from here. */
    static URI address(String host, int port) {
        boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
        String name = everywhere ? "127.0.0.1" : host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + name + ":" + port);
    }
}
