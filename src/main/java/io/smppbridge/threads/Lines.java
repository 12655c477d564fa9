package io.smppbridge.threads;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off what stands in one line one after the other, and what stands in different lines beside each other, on a bounded number of
 * threads. Lines take turns, so that a long one keeps no other waiting for more than the piece of work that a thread is at. A line is there
 * while something stands in it.
 */
@ThreadSafe
public final class Lines {
    private static final Logger LOG = LoggerFactory.getLogger(Lines.class);

    private final int mostWaiting;
    private final ThreadPoolExecutor threads;
    private final Map<String, Queue<Runnable>> lines = new HashMap<>();
    private boolean stopped;

    /**
     * @param name of the threads, which are numbered and end when they have had nothing to do for a while
     * @param mostThreads so many lines go on at once
     * @param mostWaiting so much may wait in each line
     */
    public Lines(String name, int mostThreads, int mostWaiting) {
        this(NamedThreads.numbered(name), mostThreads, mostWaiting);
    }

    Lines(ThreadFactory factory, int mostThreads, int mostWaiting) {
        this.mostWaiting = mostWaiting;
        // Holds each line at most once.
        this.threads = new ThreadPoolExecutor(
                mostThreads, mostThreads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Puts work at the end of a line, which is begun if it is not there. False when too much waits in it, when no thread can be made to begin it,
     * or after {@link #stop}.
     */
    public synchronized boolean add(String line, Runnable work) {
        if (stopped) {
            return false;
        }
        Queue<Runnable> waiting = lines.get(line);
        if (waiting != null) {
            return waiting.size() < mostWaiting && waiting.add(work);
        }
        Queue<Runnable> begun = new ArrayDeque<>();
        begun.add(work);
        try {
            threads.execute(() -> next(line));
        } catch (RejectedExecutionException noThread) {
            return false;
        }
        lines.put(line, begun);
        return true;
    }

    private void next(String line) {
        Optional<Runnable> work;
        synchronized (this) {
            work = Optional.ofNullable(lines.get(line).poll());
        }
        try {
            work.ifPresent(it -> done(line, it));
        } finally {
            synchronized (this) {
                if (lines.get(line).isEmpty()) {
                    lines.remove(line);
                } else {
                    goOn(line);
                }
                if (stopped && lines.isEmpty()) {
                    threads.shutdown();
                }
            }
        }
    }

    /** Behind the lines that wait for a thread by now. */
    private void goOn(String line) {
        Runnable turn = () -> next(line);
        try {
            threads.execute(turn);
        } catch (RejectedExecutionException noThread) {
            threads.getQueue().add(turn); // no further one, that is: this one is about to look there
        }
    }

    private static void done(String line, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
            LOG.error("work in line {} failed", line, e);
        }
    }

    /**
     * Takes no more, and works off what waits for at most so long; what is left then is done here, so that whoever waits for it hears: by then
     * it should be quick. True when nothing was left.
     */
    public boolean stop(Duration within) throws InterruptedException {
        synchronized (this) {
            stopped = true;
            if (lines.isEmpty()) {
                threads.shutdown();
            }
        }
        if (threads.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
        }
        List<Runnable> left = new ArrayList<>();
        synchronized (this) {
            lines.values().forEach(waiting -> {
                left.addAll(waiting);
                waiting.clear();
            });
        }
        threads.shutdownNow();
        left.forEach(work -> done("that stops", work));
        return false;
    }
}
