package io.smppbridge.pipeline;

import io.smppbridge.handback.EventStore;
import io.smppbridge.handback.Handback;
import io.smppbridge.journal.Journal;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.util.function.Function;

/** A pipeline whose journal thread is whoever calls. */
public final class SteppedPipeline {
    private final Pipeline pipeline;
    private final Journal journal;

    public SteppedPipeline(
            BridgeConfig config,
            Journal journal,
            BridgeStats stats,
            Function<EventStore, Handback> handbacks,
            World world) {
        this.journal = journal;
        this.pipeline = new Pipeline(config, journal, stats, handbacks, world);
    }

    public Pipeline doors() {
        return pipeline;
    }

    public void recover() {
        pipeline.recover();
    }

    /** One turn of the journal thread; what it does when it is idle, when there was nothing to do. */
    public int turn() throws Exception {
        int done = pipeline.side.loop.turn();
        if (done == 0 && pipeline.side.loop.isForced()) {
            journal.mark();
        }
        return done;
    }

    /** What the journal thread does about an error: everybody waiting is refused. */
    public void failed(Throwable error) {
        pipeline.side.loop.failed(error);
    }

    /** Whether all that callers and carriers told has been dealt with and stored. */
    public boolean isQuiet() {
        return !pipeline.side.loop.hasWork() && pipeline.side.loop.isForced();
    }
}
