package io.smppbridge.cli;

import io.smppbridge.admin.LogLine;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What a command finds around it.
 *
 * @param environment variables
 * @param directory the working directory, that paths are relative to
 * @param random for keys
 * @param out results
 * @param err complaints and progress
 * @param terminal whether {@code out} is a terminal that can be redrawn
 * @param log of the process
 */
record Surroundings(
        Map<String, String> environment,
        Path directory,
        RandomGenerator random,
        PrintWriter out,
        PrintWriter err,
        boolean terminal,
        Log log) {

    static Surroundings ofProcess() {
        return new Surroundings(
                System.getenv(),
                Path.of(""),
                new SecureRandom(),
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                Boolean.getBoolean("smppbridge.terminal"),
                Log.OF_PROCESS);
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** Prints a line that others have a word in: whatever an SMSC, a customer or a platform says, it is one line, and moves no cursor. */
    void tell(String line) {
        out.println(LogLine.of(line));
    }

    /** A path as the user typed it. */
    Path resolve(Path typed) {
        return directory.resolve(typed);
    }
}
