package io.smppbridge.routing;

import io.smppbridge.settings.RouteConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** One rule of the table: where the messages go that it fits. Its SMSCs are used in turn. */
@ThreadSafe
public final class Route {
    /** What is found where no rule fits. */
    public static final Route NONE = new Route(new RouteConfig("", 0, List.of(), List.of(), List.of(), List.of()));

    private final String name;
    private final Set<String> accounts;
    private final Set<String> senders;
    private final String[] smscs;
    private final AtomicInteger turn = new AtomicInteger();

    Route(RouteConfig config) {
        name = config.name();
        accounts = Set.copyOf(config.accounts());
        senders = Set.copyOf(config.senders());
        smscs = config.smscs().toArray(String[]::new);
    }

    public String name() {
        return name;
    }

    /** False for {@link #NONE}. */
    public boolean exists() {
        return smscs.length > 0;
    }

    public List<String> smscs() {
        return List.of(smscs);
    }

    /** Whether any SMSC of this route satisfies a condition. */
    public boolean any(Predicate<String> condition) {
        for (String smsc : smscs) {
            if (condition.test(smsc)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The next SMSC in turn that is bound and gives credit; if no bound one does, one that is not bound and gives credit, so that
     * messages may wait for it.
     *
     * <p>The second round asks every SMSC again, whatever its bind: a bind that came up between the two rounds must not leave the
     * message without a place.
     *
     * @param bound whether a bind that can submit stands
     * @param takeCredit takes credit at that SMSC's bag; asked until it says yes once, so that exactly one SMSC has been charged
     * @return its name; empty when none has credit
     */
    public String choose(Predicate<String> bound, Predicate<String> takeCredit) {
        int count = smscs.length;
        if (count == 0) {
            return "";
        }
        int first = count == 1 ? 0 : (turn.getAndIncrement() & Integer.MAX_VALUE) % count;
        for (int i = 0; i < count; i++) {
            String smsc = smscs[(first + i) % count];
            if (bound.test(smsc) && takeCredit.test(smsc)) {
                return smsc;
            }
        }
        for (int i = 0; i < count; i++) {
            String smsc = smscs[(first + i) % count];
            if (takeCredit.test(smsc)) {
                return smsc;
            }
        }
        return "";
    }

    boolean fits(String account, String sender) {
        return (accounts.isEmpty() || accounts.contains(account)) && (senders.isEmpty() || senders.contains(sender));
    }
}
