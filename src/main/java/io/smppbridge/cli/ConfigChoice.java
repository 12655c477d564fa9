package io.smppbridge.cli;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.ConfigFault;
import io.smppbridge.settings.ConfigWarning;
import io.smppbridge.settings.LoadOutcome;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The configuration that a command is about: named, or found in the usual places. */
final class ConfigChoice {
    private static final String FILE_NAME = "bridge.properties";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = {
                "The configuration. Without it: $SMPP_BRIDGE_CONFIG, else",
                "./config/bridge.properties, else smpp-bridge/bridge.properties in",
                "$XDG_CONFIG_HOME or ~/.config, else in /etc."
            })
    private Optional<Path> named = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Set a key over the file and the environment; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    /** As if it had been typed. */
    void name(Path file) {
        named = Optional.of(file);
    }

    Map<String, String> overrides() {
        return overrides;
    }

    /** The file. */
    Path file(Surroundings around) {
        if (named.isPresent()) {
            Path file = around.resolve(named.get());
            if (!Files.isRegularFile(file)) {
                throw new Complaint(
                        Exit.USAGE,
                        named.get() + FileTrouble.lack(file)
                                + "; name a configuration file, such as config/bridge.properties");
            }
            return file;
        }
        List<Path> places = places(around);
        return places.stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new Complaint(
                        Exit.USAGE,
                        "no configuration file; name one, or put it in one of: "
                                + String.join(
                                        ", ",
                                        places.stream().map(Path::toString).toList())));
    }

    /** The file in the usual places, for commands that can do without. */
    static Optional<Path> usual(Surroundings around) {
        return places(around).stream().filter(Files::isRegularFile).findFirst();
    }

    private static List<Path> places(Surroundings around) {
        List<Path> places = new ArrayList<>();
        byVariable(around).map(around::resolve).ifPresent(places::add);
        if (!places.isEmpty()) {
            return places; // whoever names it wants that one, not another that happens to be there
        }
        places.add(around.resolve(Path.of("config", FILE_NAME)));
        around.variable("XDG_CONFIG_HOME")
                .or(() -> around.variable("HOME").map(home -> home + "/.config"))
                .flatMap(ConfigChoice::path)
                .ifPresent(home -> places.add(home.resolve("smpp-bridge").resolve(FILE_NAME)));
        places.add(Path.of("/etc/smpp-bridge", FILE_NAME));
        return places;
    }

    /** The one that $SMPP_BRIDGE_CONFIG names. */
    static Optional<Path> byVariable(Surroundings around) {
        return around.variable("SMPP_BRIDGE_CONFIG")
                .map(name -> path(name)
                        .orElseThrow(() -> new Complaint(
                                Exit.USAGE,
                                "SMPP_BRIDGE_CONFIG names no file that can be opened here; where it has letters beyond ASCII, take a"
                                        + " locale that has them, such as LC_ALL=C.UTF-8")));
    }

    /** Empty where the locale has no such letters: then nothing can be opened there. */
    private static Optional<Path> path(String name) {
        try {
            return Optional.of(Path.of(name));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Reads it; with faults the command ends with all of them on the error output. Warnings go there too. */
    LoadOutcome.Loaded load(Surroundings around) {
        Path file = file(around);
        LoadOutcome outcome = BridgeConfig.load(file, around.environment(), overrides);
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw faulty(file, faulty.faults());
        }
        LoadOutcome.Loaded loaded = (LoadOutcome.Loaded) outcome;
        for (ConfigWarning warning : loaded.warnings()) {
            around.err().println("warning: " + warning.text());
        }
        around.err().flush();
        return loaded;
    }

    /** All its faults, for the user. */
    static Complaint faulty(Path file, List<ConfigFault> faults) {
        StringBuilder text = new StringBuilder();
        text.append(file).append(" has ").append(faults.size() == 1 ? "1 fault" : faults.size() + " faults");
        faults.forEach(fault -> text.append(System.lineSeparator()).append("  ").append(fault.text()));
        return new Complaint(Exit.USAGE, text.toString());
    }
}
