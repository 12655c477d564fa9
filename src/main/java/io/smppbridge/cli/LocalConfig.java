package io.smppbridge.cli;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigFault;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.Whereabouts;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
     * Where the bridge is by the named one, that of $SMPP_BRIDGE_CONFIG, or one in the usual places; empty if there is none in those places.
     * Faults about other keys are counted on the error output and keep nobody from asking.
     *
     * @param need what the command wants to know; a fault about that ends it, so that nobody looks for the bridge in the wrong place
     * @param addressGiven whether the user says where the bridge is: then such a faulty file that was not named is none
     */
    static Optional<Whereabouts> find(
            Surroundings around, Optional<Path> named, boolean addressGiven, Whereabouts.Need need) {
        boolean chosen = named.isPresent()
                || !addressGiven && around.variable("SMPP_BRIDGE_CONFIG").isPresent();
        if (chosen) {
            return Optional.of(known(around, existing(around, named), need, ALL_THE_SAME));
        }
        Optional<Path> usual = ConfigChoice.usual(around);
        return addressGiven
                ? usual.map(file -> Whereabouts.read(file, around.environment()))
                        .filter(it -> it.faults(need).isEmpty())
                : usual.map(file -> known(around, file, need, ALL_THE_SAME));
    }

    /** As {@link #find}, and its absence ends the command too. */
    static Whereabouts required(Surroundings around, Optional<Path> named, Whereabouts.Need need) {
        return known(around, existing(around, named), need, "");
    }

    /** @param remedy what can be done as long as there are faults; empty for nothing else than to mend them */
    private static Whereabouts known(Surroundings around, Path file, Whereabouts.Need need, String remedy) {
        Whereabouts read = Whereabouts.read(file, around.environment());
        List<ConfigFault> faults = read.faults(need);
        if (!faults.isEmpty()) {
            String told = ConfigChoice.faulty(file, faults).getMessage();
            throw new Complaint(Exit.USAGE, remedy.isEmpty() ? told : told + System.lineSeparator() + remedy);
        }
        int others = read.faults().size();
        if (others > 0) {
            around.err()
                    .println("warning: " + file + " has " + (others == 1 ? "1 fault" : others + " faults")
                            + ", though none about where the bridge is; ./bridge check " + file + " tells");
            around.err().flush();
        }
        return read;
    }

    /** All of the configuration; its absence or a fault ends the command. */
    static LoadOutcome.Loaded required(Surroundings around, Optional<Path> named) {
        Path file = existing(around, named);
        LoadOutcome outcome = BridgeConfig.load(file, around.environment(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw ConfigChoice.faulty(file, faulty.faults());
        }
        return (LoadOutcome.Loaded) outcome;
    }

    private static Path existing(Surroundings around, Optional<Path> named) {
        return named.map(around::resolve)
                .or(() -> ConfigChoice.usual(around))
                .filter(Files::isRegularFile)
                .orElseThrow(() -> new Complaint(
                        Exit.USAGE,
                        named.or(() -> ConfigChoice.byVariable(around))
                                        .map(path -> path + FileTrouble.lack(around.resolve(path)))
                                        .orElse("no configuration here")
                                + "; name one by --config FILE"));
    }

    /** Where a listener of this host and port is reached from here. */
    static URI address(String host, int port) {
        boolean everywhere = host.equals("0.0.0.0") || host.equals("::");
        return URI.create("http://" + authority(everywhere ? "127.0.0.1" : host, port));
    }

    /** Host and port as an address on the web has them: of IPv6 with brackets, as the colons of the one are not that of the other. */
    static String authority(String host, int port) {
        boolean bare = host.contains(":") && !host.startsWith("[");
        return (bare ? "[" + host + "]" : host) + ":" + port;
    }
}
