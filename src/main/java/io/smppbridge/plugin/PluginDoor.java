package io.smppbridge.plugin;

import io.smppbridge.InboundListener;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform's door when plug-ins look at messages: whoever hands them over does not wait for a plug-in. Messages of one account go on
 * in the order in which they came.
 */
@ThreadSafe
public final class PluginDoor implements PlatformDoor {
    private static final Logger LOG = LoggerFactory.getLogger(PluginDoor.class);
    private static final int WALKERS = 4;
    /** Requests that may wait for plug-ins, for each walker. */
    private static final int WAITING = 1_000;

    private final PlatformDoor behind;
    private final Hooks hooks;
    private final ExecutorService[] walkers = new ExecutorService[WALKERS];

    private PluginDoor(PlatformDoor behind, Hooks hooks) {
        this.behind = behind;
        this.hooks = hooks;
        Arrays.setAll(walkers, i -> NamedThreads.worker("plugin-walk-" + (i + 1), WAITING));
    }

    /** The door itself when no plug-in looks at messages. */
    public static PlatformDoor before(PlatformDoor door, Hooks hooks) {
        return hooks.anyOutbound() ? new PluginDoor(door, hooks) : door;
    }

    @Override
    public MiddleWare middleWare(String account, String intake, Durability durability) {
        MiddleWare inner = behind.middleWare(account, intake, durability);
        ExecutorService walker = walkers[Math.floorMod(account.hashCode(), WALKERS)];
        return new MiddleWare() {
            @Override
            public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
                try {
                    walker.execute(() -> walk(account, list, inner, done));
                } catch (RejectedExecutionException e) {
                    done.accept(all(list.size(), "too much waits for plug-ins"));
                }
            }

            @Override
            public void listen(InboundListener listener) {
                inner.listen(listener);
            }
        };
    }

    @Override
    public Messages messages(String account) {
        return behind.messages(account);
    }

    private void walk(String account, List<OutboundSms> list, MiddleWare inner, Consumer<SendOutcome[]> done) {
        SendOutcome[] outcomes = new SendOutcome[list.size()];
        List<OutboundSms> passed = new ArrayList<>();
        int[] places = new int[list.size()];
        try {
            for (int i = 0; i < outcomes.length; i++) {
                Verdict said = hooks.accept(account, list.get(i));
                if (said instanceof Verdict.Refuse refuse) {
                    outcomes[i] = refused(refuse.reason());
                } else {
                    places[passed.size()] = i;
                    passed.add(said instanceof Verdict.Change change ? change.sms() : list.get(i));
                }
            }
        } catch (RuntimeException e) {
            LOG.error("plug-ins could not be asked; the messages are refused", e);
            done.accept(all(outcomes.length, "internal error"));
            return;
        }
        inner.send(passed, came -> {
            for (int i = 0; i < came.length; i++) {
                outcomes[places[i]] = came[i];
            }
            done.accept(outcomes);
        });
    }

    /** A plug-in's no. */
    public static SendOutcome refused(String reason) {
        return new SendOutcome.Invalid(List.of(new Fault("", "refused-by-plugin", reason)));
    }

    private static SendOutcome[] all(int count, String why) {
        SendOutcome[] outcomes = new SendOutcome[count];
        Arrays.fill(outcomes, new SendOutcome.NotAccepting(why, Duration.ofSeconds(1)));
        return outcomes;
    }
}
