package io.smppbridge.pipeline;

import io.smppbridge.journal.RecoveredFlights;
import io.smppbridge.threads.ThreadSafe;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** What the journal thread does before its loop: it reads the journal while another thread builds the rest of the bridge, then recovers. */
@ThreadSafe
final class Beginning {
    private final Path flights;
    private final AfterForce after;
    private final Heartbeat heartbeat;
    private final Runnable then;
    private final CompletableFuture<Void> built = new CompletableFuture<>();
    private final CompletableFuture<Void> recovered = new CompletableFuture<>();
    /** Used once, and let go of: it holds tables as large as what was pending. */
    private Recovery recovery;

    private RecoveredFlights under;
    private boolean holdAll;

    /** @param then what can be done only when all is back */
    Beginning(Recovery recovery, Path flights, AfterForce after, Heartbeat heartbeat, Runnable then) {
        this.recovery = recovery;
        this.flights = flights;
        this.after = after;
        this.heartbeat = heartbeat;
        this.then = then;
    }

    /** Whatever waits is held for an operator. Before the journal thread starts. */
    void holdAll(boolean all) {
        holdAll = all;
    }

    /** The rest is built: returns when the bags are filled. */
    void proceed() {
        built.complete(null);
        recovered.join();
    }

    /** It will not be built; true when the journal thread did not know yet. */
    boolean giveUp() {
        return built.completeExceptionally(new IllegalStateException("stopped before it was built"));
    }

    /** Journal thread: false when it failed, of which whoever waits in {@link #proceed} hears. */
    boolean run() {
        try {
            read();
            built.join();
            refill();
            return true;
        } catch (RuntimeException | Error e) {
            recovered.completeExceptionally(e);
            return false;
        }
    }

    /** Brings back what a former run left, without a wait for others. Journal thread, once, before its loop. */
    void recover() {
        read();
        refill();
    }

    /** The flight logs first: they are not changed by that, and the journal is. */
    private void read() {
        under = RecoveredFlights.in(flights);
        recovery.read(holdAll);
    }

    private void refill() {
        recovery.run(under, after, heartbeat, holdAll);
        recovery = null;
        under = null;
        recovered.complete(null);
        then.run();
    }
}
