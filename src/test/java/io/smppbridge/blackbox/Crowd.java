package io.smppbridge.blackbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long threads waited for a processor. */
final class Crowd {
    /** Seconds in each second that threads were ready to run and others ran; beyond it no time tells anything. */
    static final double MUCH = 0.5;

    private Crowd() {}

    /** Nanoseconds that the threads of these processes have been ready to run and others ran. */
    static long waited(long... processes) throws IOException {
        long sum = 0;
        for (long pid : processes) {
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
                for (Path task : tasks) {
                    sum += waited(task);
                }
            }
        }
        return sum;
    }

    private static long waited(Path task) {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[1]);
        } catch (IOException e) {
            return 0; // it has ended
        }
    }
}
