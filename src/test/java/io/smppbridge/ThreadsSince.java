package io.smppbridge;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The threads of this JVM that have started since a moment. Many test classes run in one JVM, one after the other, and threads of those that
 * are over may yet have to end: a test that counts threads, or asks what they cost, asks those that have come since it began. Any thread may
 * ask.
 */
public final class ThreadsSince {
    private static final List<String> TOOLS =
            List.of("junit", "surefire", "awaitility", "ForkJoin", "globalEventExecutor");

    private final Set<Long> before;

    private ThreadsSince(Set<Long> before) {
        this.before = before;
    }

    /** The moment is now: as the value of a field, before the test starts any thread. */
    public static ThreadsSince now() {
        return new ThreadsSince(alive().stream().map(Thread::getId).collect(Collectors.toUnmodifiableSet()));
    }

    /** @param beginnings of their names, one of which is enough; with none, whatever the name */
    public List<Thread> running(String... beginnings) {
        return alive().stream()
                .filter(thread -> !before.contains(thread.getId()))
                .filter(thread ->
                        beginnings.length == 0 || Arrays.stream(beginnings).anyMatch(thread.getName()::startsWith))
                .toList();
    }

    /** @return in the order of the alphabet, each as often as it is there */
    public List<String> names(String... beginnings) {
        return running(beginnings).stream().map(Thread::getName).sorted().toList();
    }

    /**
     * Those that neither JUnit, Surefire, Awaitility nor the JVM's common pool has started, nor Netty to tell for a second that event loops
     * have ended, which may be those of a test before.
     */
    public List<String> namesButOfTools() {
        return running().stream()
                .map(Thread::getName)
                .filter(name -> TOOLS.stream().noneMatch(name::startsWith))
                .sorted()
                .toList();
    }

    /** As the JVM's own beans want them. */
    public long[] ids(String... beginnings) {
        return running(beginnings).stream().mapToLong(Thread::getId).toArray();
    }

    /** Without their stacks, for which the whole JVM would have to stand still. */
    private static List<Thread> alive() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] room;
        int count;
        do {
            room = new Thread[2 * all.activeCount() + 16];
            count = all.enumerate(room);
        } while (count == room.length);
        return List.of(Arrays.copyOf(room, count));
    }
}
