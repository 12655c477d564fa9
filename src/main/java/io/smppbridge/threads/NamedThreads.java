package io.smppbridge.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.slf4j.LoggerFactory;

/**
 * Makes threads that carry their package's name, so that a thread dump reads like the house's plan.
 *
 * <p>Where the system lets no further thread be made, the start of one is rejected ({@link RejectedExecutionException}, its cause the
 * {@link OutOfMemoryError}) as a full executor rejects work: that is no end of the thread which asked for it. Not so of kinds that a library wants.
 */
@ThreadSafe
public final class NamedThreads implements ThreadFactory {
    /** What is made later: for signals and the stop, for look-ups and passwords, and the JVM's own. */
    private static final int SPARE = 16;

    private final String prefix;
    private final boolean numbered;
    private final BiFunction<Runnable, String, Thread> kind;
    private final AtomicInteger count = new AtomicInteger();

    private NamedThreads(String prefix, boolean numbered, BiFunction<Runnable, String, Thread> kind) {
        this.prefix = prefix;
        this.numbered = numbered;
        this.kind = kind;
    }

    /** Threads called {@code prefix-1}, {@code prefix-2}, … */
    public static NamedThreads numbered(String prefix) {
        return numbered(prefix, Rejecting::new);
    }

    /** The same of a kind that a library wants, made from its work and its name. */
    public static NamedThreads numbered(String prefix, BiFunction<Runnable, String, Thread> kind) {
        return new NamedThreads(prefix, true, kind);
    }

    /** One thread with exactly this name, not yet started, a daemon; what it throws is logged. */
    public static Thread single(String name, Runnable work) {
        return single(name, work, Rejecting::new);
    }

    /** The same of a kind that a library wants, made from its work and its name. */
    public static Thread single(String name, Runnable work, BiFunction<Runnable, String, Thread> kind) {
        return new NamedThreads(name, false, kind).newThread(work);
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = kind.apply(work, numbered ? prefix + "-" + count.incrementAndGet() : prefix);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((t, e) ->
                LoggerFactory.getLogger("io.smppbridge.threads").error("thread {} ended by an error", t.getName(), e));
        return thread;
    }

    /**
     * One thread that works off what it is given, in order; beyond so many things waiting it takes no more.
     *
     * @param waiting the most that may wait
     */
    public static ExecutorService worker(String prefix, int waiting) {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(waiting), numbered(prefix));
    }

    /**
     * Makes sure that some threads more can be made, beside those that run: they are made, and end. A process at the limit would not even hear of
     * TERM, for which the JVM makes one, as for each signal.
     *
     * @throws RejectedExecutionException if not
     */
    public static void demandSpare() {
        demandSpare(SPARE, work -> single("spare", work));
    }

    static void demandSpare(int threads, ThreadFactory kind) {
        CompletableFuture<Void> all = new CompletableFuture<>();
        List<Thread> made = new ArrayList<>();
        try {
            for (int i = 0; i < threads; i++) {
                Thread one = kind.newThread(all::join);
                one.start();
                made.add(one);
            }
        } finally {
            all.complete(null);
            made.forEach(Undisturbed::join); // else they would still count against the limit
        }
    }

    /** What a start is rejected with for want of a thread. */
    public static RejectedExecutionException rejected(OutOfMemoryError none) {
        return new RejectedExecutionException(
                "the system lets no further thread be made (ulimit -u, TasksMax of a unit, pids of a container)", none);
    }

    /** One whose start is rejected where no thread can be made. */
    static final class Rejecting extends Thread {
        Rejecting(Runnable work, String name) {
            this(work, name, 0);
        }

        /** @param stack octets for its stack; 0 for the usual number */
        Rejecting(Runnable work, String name, long stack) {
            super(null, work, name, stack);
        }

        @Override
        public void start() {
            try {
                super.start();
            } catch (OutOfMemoryError e) {
                throw rejected(e);
            }
        }
    }
}
