package io.smppbridge.threads;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.slf4j.LoggerFactory;

/** Makes threads that carry their package's name, so that a thread dump reads like the house's plan. */
@ThreadSafe
public final class NamedThreads implements ThreadFactory {
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
        return numbered(prefix, Thread::new);
    }

    /** The same of a kind that a library wants, made from its work and its name. */
    public static NamedThreads numbered(String prefix, BiFunction<Runnable, String, Thread> kind) {
        return new NamedThreads(prefix, true, kind);
    }

    /** One thread with exactly this name, not yet started, a daemon; what it throws is logged. */
    public static Thread single(String name, Runnable work) {
        return single(name, work, Thread::new);
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
}
