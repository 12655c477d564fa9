package io.smppbridge.blackbox;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** strace, where it is installed and may trace: makes system calls of a process fail, or its last. */
final class Strace {
    private static final Path PROGRAM = Path.of("/usr/bin/strace");

    private Strace() {}

    /** Skips the case where there is none. */
    static void assume() throws Exception {
        assumeThat(Files.isExecutable(PROGRAM))
                .as("%s is not installed: the case needs it", PROGRAM)
                .isTrue();
        Process trial = new ProcessBuilder(PROGRAM.toString(), "-o", "/dev/null", "/bin/true").start();
        assumeThat(trial.waitFor(10, TimeUnit.SECONDS) && trial.exitValue() == 0)
                .as("strace may not trace here (ptrace is forbidden)")
                .isTrue();
    }

    static String program() {
        return PROGRAM.toString();
    }
}
