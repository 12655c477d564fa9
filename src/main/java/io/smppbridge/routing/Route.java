package io.smppbridge.routing;

import io.smppbridge.OutboundSms;
import io.smppbridge.settings.RouteConfig;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.threads.ThreadSafe;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** One rule of the table: where the messages go that it fits. Its SMSCs stand in tiers; those of one tier are used in turn. */
@ThreadSafe
public final class Route {
    /** What is found where no rule fits. */
    public static final Route NONE = new Route(
            new RouteConfig("", 0, List.of(), List.of(), List.of(), List.of()),
            new PrefixTree<>(),
            new Prices(List.of()));

    private final RouteConfig config;
    private final Fit fit;
    private final Tier[] tiers;
    private final List<String> smscs;
    private final AtomicInteger turn = new AtomicInteger();

    Route(RouteConfig config, PrefixTree<String> networks, Prices prices) {
        this.config = config;
        fit = new Fit(config.match(), networks);
        Optional<Prices> deciding = config.target().cheapest() ? Optional.of(prices) : Optional.empty();
        smscs = config.smscs();
        tiers = smscs.isEmpty()
                ? new Tier[0]
                : config.target().tiers().stream()
                        .map(shares -> new Tier(shares, deciding))
                        .toArray(Tier[]::new);
    }

    public String name() {
        return config.name();
    }

    /** False for {@link #NONE}. */
    public boolean exists() {
        return tiers.length > 0;
    }

    /** All its SMSCs, in the order of their tiers. */
    public List<String> smscs() {
        return smscs;
    }

    /** Whether any SMSC of this route satisfies a condition. */
    public boolean any(Predicate<String> condition) {
        return smscs.stream().anyMatch(condition);
    }

    /** Whether this happening to a message moves it on to an SMSC that has not had it. */
    public boolean failsOver(Failover because) {
        return config.target().failover().contains(because);
    }

    /**
     * The SMSC for a message: of the first tier that has one, the next in turn (or the cheapest) that is bound and gives credit. If no
     * bound one of any tier does, one that gives credit, so that messages may wait for it: a dead bind is never chosen while a live one
     * fits.
     *
     * <p>The second round asks every SMSC again, whatever its bind: a bind that came up between the two rounds must not leave the
     * message without a place.
     *
     * @param number the destination's digits
     * @param bound whether a bind that can submit stands, or is made on demand
     * @param takeCredit takes credit at that SMSC's bag; asked until it says yes once, so that exactly one SMSC has been charged
     * @return its name; empty when none has credit
     */
    public String choose(String number, Predicate<String> bound, Predicate<String> takeCredit) {
        return choose(number, Choice.of(bound, takeCredit));
    }

    /** The same of SMSCs that are asked about for many messages. */
    public String choose(String number, Choice of) {
        int now = turn.getAndIncrement() & Integer.MAX_VALUE;
        String live = first(number, now, of.live());
        return live.isEmpty() ? first(number, now, of.any()) : live;
    }

    /**
     * What is asked about SMSCs, made once for many messages.
     *
     * @param live takes credit of one whose bind stands
     * @param any takes credit of one, whatever its bind
     */
    public record Choice(Predicate<String> live, Predicate<String> any) {
        /** Of those two, as {@link Route#choose(String, Predicate, Predicate)} has them. */
        public static Choice of(Predicate<String> bound, Predicate<String> takeCredit) {
            return new Choice(smsc -> bound.test(smsc) && takeCredit.test(smsc), takeCredit);
        }
    }

    /**
     * Another SMSC for a message that could not be sent by those it was at. Only one that is bound: a message that waits for one dead
     * bind gains nothing by waiting for another.
     *
     * @param tried where it has been
     * @return its name; empty when there is none, or none has credit
     */
    public String chooseOther(
            String number, Collection<String> tried, Predicate<String> bound, Predicate<String> takeCredit) {
        int now = turn.getAndIncrement() & Integer.MAX_VALUE;
        return first(number, now, smsc -> !tried.contains(smsc) && bound.test(smsc) && takeCredit.test(smsc));
    }

    private String first(String number, int turn, Predicate<String> takes) {
        for (Tier tier : tiers) {
            String smsc = tier.first(number, turn, takes);
            if (!smsc.isEmpty()) {
                return smsc;
            }
        }
        return "";
    }

    /** What it asks that the message has not; empty when it fits. The destination's first digits are not looked at. */
    String misfit(String account, OutboundSms sms, long nowMs) {
        return fit.misfit(account, sms, nowMs);
    }

    RouteConfig config() {
        return config;
    }

    Tier[] tiers() {
        return tiers.clone();
    }
}
