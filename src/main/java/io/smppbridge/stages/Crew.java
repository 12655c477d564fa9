package io.smppbridge.stages;

import io.smppbridge.stats.StageStats;
import io.smppbridge.stats.StageStats.Stage;
import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads behind those that receive which do not belong to a stage for good, and the manager that tells one to go where most waits: the
 * "manager worker" of the EMG thesis. A thread finishes what it has taken before it goes, and a {@link Line} in lanes gives a connection's
 * messages to one thread at a time, so nobody's answers change their order. Each stage keeps one thread.
 */
@ThreadSafe
final class Crew {
    /** So many slots must wait before a thread comes: what its own thread takes up at once is no reason. */
    static final int ENOUGH = 64;
    /** And so many times as many as where it comes from, so that it does not go to and fro. */
    static final int TIMES = 4;

    private static final Logger LOG = LoggerFactory.getLogger(Crew.class);
    private static final long LOOK_NANOS = 10_000_000L;

    private final Map<Stage, Post> posts;
    private final StageStats stats;
    private final BooleanSupplier ended;
    private final Queue<Member> members = new ConcurrentLinkedQueue<>();

    /**
     * A stage as a thread sees it.
     *
     * @param line what stands before it
     * @param duty works there until it is told to stop
     */
    record Post(Line<?> line, Consumer<BooleanSupplier> duty) {}

    /** @param posts by their stages; those that have no threads are left out */
    Crew(Map<Stage, Post> posts, StageStats stats, BooleanSupplier ended) {
        this.posts = Map.copyOf(posts);
        this.stats = stats;
        this.ended = ended;
        for (Stage stage : posts.keySet()) {
            stats.threads(stage, () -> threads(stage));
            stats.moves(stage); // Shown from the start.
        }
    }

    /** One of its threads. */
    private final class Member implements Runnable {
        private volatile Stage at;
        private volatile Thread thread;

        Member(Stage at) {
            this.at = at;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            while (!ended.getAsBoolean()) {
                Stage here = at;
                posts.get(here).duty().accept(() -> ended.getAsBoolean() || at != here);
            }
        }

        void go(Stage to) {
            at = to;
            LockSupport.unpark(thread);
        }
    }

    /** What a thread does that begins at this stage. */
    Runnable member(Stage begins) {
        Member member = new Member(begins);
        members.add(member);
        return member;
    }

    /** Threads at a stage. */
    int threads(Stage stage) {
        int count = 0;
        for (Member member : members) {
            count += member.at == stage ? 1 : 0;
        }
        return count;
    }

    /** What the manager does. */
    void manage() {
        while (!ended.getAsBoolean()) {
            look();
            LockSupport.parkNanos(this, LOOK_NANOS);
            Thread.interrupted(); // nobody's message: without this the next rest would be none
        }
    }

    /** Moves one thread, if that is of use. */
    private void look() {
        Stage to = null;
        Stage from = null;
        for (Stage stage : posts.keySet()) {
            int waiting = waiting(stage);
            if (to == null || waiting > waiting(to)) {
                to = stage;
            }
        }
        for (Stage stage : posts.keySet()) {
            if (stage != to && threads(stage) > 1 && (from == null || waiting(stage) < waiting(from))) {
                from = stage;
            }
        }
        if (to != null && from != null && waiting(to) > ENOUGH && waiting(to) >= TIMES * waiting(from)) {
            move(from, to);
        }
    }

    private void move(Stage from, Stage to) {
        for (Member member : members) {
            if (member.at == from) {
                member.go(to);
                stats.moves(to).increment();
                LOG.debug("a thread goes from {} to {}", from, to);
                return;
            }
        }
    }

    private int waiting(Stage stage) {
        return posts.get(stage).line().size();
    }
}
