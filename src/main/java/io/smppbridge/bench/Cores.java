package io.smppbridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Keeps the bridge to some cores, from its start on, so that its JVM chooses collector and threads as on a machine that has no others: a
 * script of the name {@code java} stands in for the executable and calls {@code taskset}.
 */
final class Cores {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    private Cores() {}

    /** Whether this machine can do it. */
    static boolean canPin() {
        return Files.isExecutable(TASKSET);
    }

    /** Whether they are written as {@code taskset} wants them: 0, or 0,2-3. */
    static boolean areWritten(String cores) {
        return cores.matches("\\d+(-\\d+)?(,\\d+(-\\d+)?)*");
    }

    /**
     * A stand-in for the executable.
     *
     * @param java that is called
     * @param cores for the bridge; the sink keeps to those of this process
     * @param directory where it is put, in a home of a JDK by its looks
     */
    static Path pinned(Path java, String cores, Path directory) throws IOException {
        Path home = Files.createDirectories(directory.resolve("pinned-" + cores));
        Path release = java.toRealPath().getParent().getParent().resolve("release");
        if (Files.isRegularFile(release)) {
            Files.copy(release, home.resolve("release"), StandardCopyOption.REPLACE_EXISTING);
        }
        Path script = Files.createDirectories(home.resolve("bin")).resolve("java");
        String real = "'" + java.toAbsolutePath().toString().replace("'", "'\\''") + "'";
        Files.writeString(
                script,
                String.join(
                        "\n",
                        "#!/bin/sh",
                        "case \" $* \" in *\" smsc-sim \"*) exec " + real + " \"$@\" ;; esac",
                        "exec " + TASKSET + " -c " + cores + " " + real + " \"$@\"",
                        ""));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }
}
