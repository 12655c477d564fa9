package io.smppbridge.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The key that a command shows to a running bridge. */
final class ApiKey {
    static final String VARIABLE = "BRIDGE_KEY";

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Key to show; other users of this machine can see it, $BRIDGE_KEY or --key-file they cannot.")
    private Optional<String> key = Optional.empty();

    @Option(names = "--key-file", paramLabel = "FILE", description = "File whose first line is the key.")
    private Optional<Path> file = Optional.empty();

    /** The one that was given. */
    Optional<String> given(Surroundings around) {
        if (key.isPresent()) {
            return key;
        }
        return file.map(around::resolve).map(ApiKey::read).or(() -> around.variable(VARIABLE));
    }

    /** Where that one was given, in words; empty when none was. */
    String from(Surroundings around) {
        return key.isPresent()
                ? "--key"
                : file.map(path -> "--key-file " + path)
                        .or(() -> around.variable(VARIABLE).map(value -> "$" + VARIABLE))
                        .orElse("");
    }

    static String read(Path file) {
        return SmallFile.read(file, "--key-file")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElseThrow(() -> new Complaint(Exit.USAGE, "--key-file " + file + " is empty, expected a key"));
    }
}
