package io.smppbridge.bench;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The load that one process makes: how many of its threads run, are ready to run, or wait for the disk, looked up ten times a second. It is
 * what the system's load average counts, without the other processes, and without the minutes that the average takes to arrive.
 */
@OwnedBy("bench-load-average, but for mean()")
final class RunQueue implements AutoCloseable {
    private static final int EVERY_MILLIS = 100;

    private final Path tasks;
    private final Thread thread;
    private long sum;
    private long looks;

    RunQueue(long pid) {
        tasks = Path.of("/proc/" + pid + "/task");
        thread = NamedThreads.single("bench-load-average", this::look);
        thread.start();
    }

    private void look() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
                int now = active(tasks);
                synchronized (this) {
                    sum += now;
                    looks++;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // No such system, or the process has ended: whoever measures it finds out himself.
        }
    }

    /** Threads in the states R and D. */
    static int active(Path tasks) throws IOException {
        int active = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                try {
                    String stat = Files.readString(task.resolve("stat"));
                    char state = stat.charAt(stat.lastIndexOf(')') + 2);
                    active += state == 'R' || state == 'D' ? 1 : 0;
                } catch (IOException e) {
                    // It has ended meanwhile.
                }
            }
        }
        return active;
    }

    /** Since the last call; NaN where it cannot be told. */
    synchronized double mean() {
        double mean = looks == 0 ? Double.NaN : (double) sum / looks;
        sum = 0;
        looks = 0;
        return mean;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
