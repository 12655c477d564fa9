package io.smppbridge;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Samples the threads of this process while others load it and make it fail: tells of threads that wait for each other, and of threads that
 * carry messages and have stood before one lock for too long. A sample that comes late, because the whole process stood still, counts as one
 * that came in time.
 */
public final class ThreadWatch implements AutoCloseable {
    /** What no thread that carries messages may wait before a lock. */
    public static final Duration LONGEST = Duration.ofSeconds(1);

    private static final Duration EVERY = Duration.ofMillis(20);
    /** Looking for cycles stops all threads for a moment. */
    private static final int SAMPLES_A_CYCLE = 25;

    private static final Pattern CARRIES =
            Pattern.compile("(journal|receiver|sender-|smpp-|esme-[0-9]|intake-|handback-|pipeline-|admin-http).*");

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Set<String> findings = new ConcurrentSkipListSet<>();
    private final Map<Long, Waiting> waiting = new HashMap<>();
    private final int most;
    private final Thread thread;
    private volatile long samples;
    private volatile boolean over;

    /** Before one lock, for so many samples. */
    private record Waiting(String lock, long times, int samples) {}

    private ThreadWatch(Duration longest) {
        most = (int) (longest.toNanos() / EVERY.toNanos());
        thread = new Thread(this::run, "test-watch");
        thread.setDaemon(true);
    }

    public static ThreadWatch start() {
        return start(LONGEST);
    }

    static ThreadWatch start(Duration longest) {
        ThreadWatch watch = new ThreadWatch(longest);
        watch.thread.start();
        return watch;
    }

    /** What was found, each with the stack of the thread. */
    public Set<String> findings() {
        return new TreeSet<>(findings);
    }

    public long samples() {
        return samples;
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!over) {
            look();
            if (samples++ % SAMPLES_A_CYCLE == 0) {
                lookForCycles();
            }
            LockSupport.parkNanos(this, EVERY.toNanos());
        }
    }

    private void look() {
        Map<Long, Waiting> still = new HashMap<>();
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info == null
                    || info.getThreadState() != Thread.State.BLOCKED
                    || !CARRIES.matcher(info.getThreadName()).matches()) {
                continue;
            }
            LockInfo lock = info.getLockInfo();
            String name = lock == null ? "" : lock.toString();
            Waiting before = waiting.get(info.getThreadId());
            boolean same = before != null && before.lock.equals(name) && before.times == info.getBlockedCount();
            Waiting now = new Waiting(name, info.getBlockedCount(), same ? before.samples + 1 : 1);
            still.put(info.getThreadId(), now);
            if (now.samples == most) {
                tell("blocked", info.getThreadId());
            }
        }
        waiting.clear();
        waiting.putAll(still);
    }

    private void lookForCycles() {
        long[] cycle = threads.findDeadlockedThreads();
        if (cycle != null) {
            Arrays.stream(cycle).forEach(id -> tell("in a cycle", id));
        }
    }

    private void tell(String how, long id) {
        ThreadInfo info = threads.getThreadInfo(id, 12);
        if (info != null) {
            findings.add(info.getThreadName() + " " + how + ", before " + info.getLockName() + " of "
                    + info.getLockOwnerName() + ": " + Arrays.toString(info.getStackTrace()));
        }
    }
}
