package io.smppbridge.stats;

import io.smppbridge.threads.ThreadSafe;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What is counted about a server in three stages: how long messages wait at each, how long they are worked on, and what became of them. */
@ThreadSafe
public final class StageStats {
    private final Map<Stage, Latency> waits = new EnumMap<>(Stage.class);
    private final Map<Stage, Latency> services = new EnumMap<>(Stage.class);
    private final Map<String, LongAdder> results = new ConcurrentHashMap<>();
    private final Map<String, LongSupplier> levels = new ConcurrentHashMap<>();
    private final Map<Stage, LongSupplier> threads = new ConcurrentHashMap<>();
    private final Map<Stage, LongAdder> moves = new ConcurrentHashMap<>();
    private volatile LongSupplier kernelDrops = () -> 0;
    private volatile boolean used;

    /** Messages that were received, whatever became of them. */
    public final LongAdder received = new LongAdder();
    /** Messages whose answer was sent. */
    public final LongAdder answered = new LongAdder();

    /** The stages, by the source's words. */
    public enum Stage {
        /** Pre-processing. Its wait is that for a free slot. */
        RECV,
        /** Processing, or the handing over to workers. */
        SERVICE,
        /** Processing by workers, where there are some. */
        WORKER,
        /** From the beginning of the processing to the outcome, which others may bring, such as the journal. */
        OUTCOME,
        /** Post-processing. */
        RESP
    }

    public StageStats() {
        for (Stage stage : Stage.values()) {
            waits.put(stage, new Latency());
            services.put(stage, new Latency());
        }
    }

    /** From the moment a message was put before a stage to the moment it was taken up. */
    public Latency waits(Stage stage) {
        return waits.get(stage);
    }

    /** How long a stage worked on a message; of those taken up together, the mean. */
    public Latency service(Stage stage) {
        return services.get(stage);
    }

    /** What became of messages: {@code accepted}, {@code no-slot}, … */
    public LongAdder result(String result) {
        return results.computeIfAbsent(result, k -> new LongAdder());
    }

    public Map<String, LongAdder> results() {
        return results;
    }

    /** Who knows how many threads a stage has. */
    public void threads(Stage stage, LongSupplier number) {
        threads.put(stage, number);
    }

    public Map<Stage, LongSupplier> threads() {
        return threads;
    }

    /** Threads that were moved to a stage. */
    public LongAdder moves(Stage to) {
        return moves.computeIfAbsent(to, k -> new LongAdder());
    }

    public Map<Stage, LongAdder> moves() {
        return moves;
    }

    /** Who knows how many slots stand before a stage, or are free. */
    public void level(String name, LongSupplier level) {
        levels.put(name, level);
        used = true;
    }

    public Map<String, LongSupplier> levels() {
        return levels;
    }

    /** Who knows how many messages the operating system has thrown away since the start. */
    public void kernelDrops(LongSupplier drops) {
        kernelDrops = drops;
    }

    /** Messages that the operating system has thrown away before anybody could receive them. */
    public long kernelDrops() {
        return kernelDrops.getAsLong();
    }

    /** Whether there is such a server. */
    public boolean isUsed() {
        return used;
    }
}
