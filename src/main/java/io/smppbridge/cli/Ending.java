package io.smppbridge.cli;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/** Waits until somebody wants the end: TERM or INT, the end of standard input, or a time. */
@ThreadSafe
final class Ending {
    private static final int SIGNALLED = 128;

    private static final Duration GROUP_WITHIN = Duration.ofSeconds(1);

    private final CountDownLatch wanted = new CountDownLatch(1);
    private volatile int signal;

    /** TERM and INT want the end; the second one ends the process at once, with the exit code that shells know. */
    void onTermination() {
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(new Signal(name), signal -> {
                if (wanted.getCount() == 0) {
                    Runtime.getRuntime().halt(SIGNALLED + signal.getNumber());
                }
                this.signal = signal.getNumber();
                wanted.countDown();
            });
        }
    }

    /**
     * The exit code that shells know of a process that a signal has ended, where one is why something failed: it goes to every process of a
     * terminal, and a child may be gone before it is heard of here.
     */
    Optional<Integer> why() throws InterruptedException {
        boolean signalled = wanted.await(GROUP_WITHIN.toMillis(), TimeUnit.MILLISECONDS) && signal > 0;
        return signalled ? Optional.of(SIGNALLED + signal) : Optional.empty();
    }

    /** INT goes to every process of a terminal: a child leaves the decision to its parent. */
    void ignoreInterrupt() {
        Signal.handle(new Signal("INT"), signal -> {});
    }

    /** A parent that has gone, however it went, has closed its end. */
    void onEndOf(InputStream input) {
        Thread watch = NamedThreads.single("input-watch", () -> {
            try {
                input.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                // As good as its end.
            }
            wanted.countDown();
        });
        watch.setDaemon(true);
        watch.start();
    }

    /** Counted down when the end is wanted. */
    CountDownLatch wanted() {
        return wanted;
    }

    /** Returns when the end is wanted; without a time, that may be never. */
    void await(Optional<Duration> atMost) throws InterruptedException {
        if (atMost.isPresent()) {
            wanted.await(atMost.get().toMillis(), TimeUnit.MILLISECONDS);
        } else {
            wanted.await();
        }
    }
}
