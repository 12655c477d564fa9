package io.smppbridge.blackbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** How busy the machine is with other work than a test's own, so that a figure that is wrong can be told from one that could not be measured. */
final class Crowd {
    /** Seconds in each second that threads were ready to run and others ran; beyond it no time tells anything. */
    static final double MUCH = 0.5;

    /** Processors that others use; beyond it no rate tells anything. */
    static final double OTHERS = 0.15;

    private static final double TICKS = 100;

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

    /** Seconds of the processors that went to others than these processes, the host's other machines among them. */
    static double elsewhere(long... processes) throws IOException {
        String[] all = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +");
        double busy = ticks(all, 1, 2, 3, 6, 7, 8);
        for (long pid : processes) {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            busy -= ticks(stat.substring(stat.lastIndexOf(')') + 2).split(" "), 11, 12);
        }
        return busy / TICKS;
    }

    private static long ticks(String[] words, int... places) {
        long sum = 0;
        for (int place : places) {
            sum += Long.parseLong(words[place]);
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
