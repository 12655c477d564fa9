package io.smppbridge.probe;

import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.Mailbox;
import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How many binds the account may have at once: one more after the other, until one is refused. Sends nothing. */
@OwnedBy("whoever probes")
final class BindFindings {
    private final Connector.Factory factory;
    private final BindAs as;
    private final Mailbox mailbox;
    private final Ticker ticker;
    private final InstantSource clock;
    private final List<ProbeBind> more = new ArrayList<>();

    BindFindings(Connector.Factory factory, BindAs as, Mailbox mailbox, Ticker ticker, InstantSource clock) {
        this.factory = factory;
        this.as = as;
        this.mailbox = mailbox;
        this.ticker = ticker;
        this.clock = clock;
    }

    /**
     * @param first the bind that stands
     * @param most how many at once are tried
     * @param each time for one to stand
     */
    Optional<Finding> findings(ProbeBind first, int most, Duration each) {
        if (most < 2 || !first.isBound()) {
            return Optional.empty();
        }
        Optional<String> refusal = Optional.empty();
        while (refusal.isEmpty() && more.size() + 1 < most && first.isBound()) {
            ProbeBind next = new ProbeBind(factory, as, mailbox, ticker, clock);
            more.add(next);
            next.open();
            next.await(() -> next.isBound() || next.ended().isPresent(), each);
            if (!next.isBound()) {
                refusal = Optional.of(next.ended().orElse("no answer within " + each.toSeconds() + " s"));
            }
        }
        long stood = 1 + more.stream().filter(ProbeBind::isBound).count();
        String seen = stood + (stood == 1 ? " bind" : " binds") + " of this kind stood at once; ";
        if (!first.isBound()) {
            return Optional.of(Finding.told(seen + "then the first one was gone: "
                    + first.ended().orElse("") + ". Perhaps a new bind takes an old one's place."));
        }
        return Optional.of(refusal.map(why -> new Finding(
                        "binds",
                        String.valueOf(stood),
                        seen + "one more was refused: " + why + ". Binds of a bridge that runs count too."))
                .orElse(Finding.told(seen + "more were not tried.")));
    }

    void unbind(Duration within) {
        more.forEach(bind -> bind.unbind(within));
    }
}
