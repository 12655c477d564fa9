package io.smppbridge.intake;

import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.http.Overload;
import io.smppbridge.http.Problem;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import java.util.Optional;
import java.util.function.Supplier;

/** Requests with messages are refused unread while no message is taken, whatever it is: while every bag is full, or the bridge takes none. */
@ThreadSafe
final class FullBags implements Overload {
    private final Supplier<Optional<Refusal>> refusesAll;
    private final BridgeStats stats;
    private volatile Said said = new Said(null, Optional.empty());

    /** The same answer for the same refusal, which is asked for at each request. */
    private record Said(Refusal to, Optional<Problem> problem) {}

    FullBags(Supplier<Optional<Refusal>> refusesAll, BridgeStats stats) {
        this.refusesAll = refusesAll;
        this.stats = stats;
    }

    @Override
    public Optional<Problem> refusesAll() {
        Optional<Refusal> no = refusesAll.get();
        if (no.isEmpty()) {
            return Optional.empty();
        }
        Said before = said;
        if (before.to() != no.get()) {
            before = new Said(no.get(), Optional.of(Answers.problem(no.get(), "")));
            said = before;
        }
        return before.problem();
    }

    @Override
    public void unread() {
        stats.refused("unread").increment();
    }

    @Override
    public void waiting(int more) {
        stats.waitingRequests.add(more);
    }
}
