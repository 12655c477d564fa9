package io.smppbridge.plugin;

import io.smppbridge.InboundListener;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.threads.Lines;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform's door when plug-ins look at messages: whoever hands them over does not wait for a plug-in. Messages of one account go on
 * in the order in which they came; a plug-in that is slow about one account's messages keeps no other account waiting.
 */
@ThreadSafe
public final class PluginDoor implements PlatformDoor {
    private static final Logger LOG = LoggerFactory.getLogger(PluginDoor.class);
    /** Accounts whose messages are looked at beside each other. */
    private static final int WALKERS = 32;
    /** Requests of one account that may wait for plug-ins. */
    private static final int WAITING = 1_000;

    private static final String STOPPING = "the bridge is stopping";
    private static final String BUSY = "too much waits for plug-ins";

    private final PlatformDoor behind;
    private final Hooks hooks;
    private final Lines walks = new Lines("plugin-walk", WALKERS, WAITING);
    private volatile boolean stopping;

    PluginDoor(PlatformDoor behind, Hooks hooks) {
        this.behind = behind;
        this.hooks = hooks;
    }

    /** The door itself when no plug-in looks at messages that are handed over. */
    public static PlatformDoor before(PlatformDoor door, Hooks hooks) {
        return hooks.anyAccepting() ? new PluginDoor(door, hooks) : door;
    }

    /** Ends its threads; what still waits is refused. After the pipeline has stopped accepting. */
    public void stop(Duration within) throws InterruptedException {
        stopping = true;
        walks.stop(within);
    }

    @Override
    public MiddleWare middleWare(String account, String intake, Durability durability) {
        MiddleWare inner = behind.middleWare(account, intake, durability);
        return new MiddleWare() {
            @Override
            public void send(List<OutboundSms> ofCaller, Consumer<SendOutcome[]> done) {
                List<OutboundSms> list = List.copyOf(ofCaller);
                if (!walks.add(account, () -> walk(account, list, inner, done))) {
                    done.accept(all(list.size(), stopping ? STOPPING : BUSY));
                }
            }

            @Override
            public void listen(InboundListener listener) {
                inner.listen(listener);
            }
        };
    }

    @Override
    public StreamDoor stream(String account, String intake, Durability durability, String client) {
        StreamDoor inner = behind.stream(account, intake, durability, client);
        return new StreamDoor() {
            @Override
            public void standing(Consumer<Standing> told) {
                if (client.isEmpty()) {
                    inner.standing(told);
                } else if (!walks.add(account, () -> stand(inner, told))) {
                    told.accept(new Standing(0, stopping ? STOPPING : BUSY));
                }
            }

            @Override
            public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
                if (!walks.add(account, () -> walk(account, firstId, list, inner, done))) {
                    done.accept(all(list.size(), stopping ? STOPPING : BUSY));
                }
            }
        };
    }

    /** Behind what an earlier connection has handed over. */
    private void stand(StreamDoor inner, Consumer<StreamDoor.Standing> told) {
        if (stopping) {
            told.accept(new StreamDoor.Standing(0, STOPPING));
        } else {
            inner.standing(told);
        }
    }

    private void walk(
            String account,
            long firstId,
            List<? extends Streamed> list,
            StreamDoor inner,
            Consumer<SendOutcome[]> done) {
        List<Streamed> passed = new ArrayList<>(list.size());
        try {
            for (Streamed one : list) {
                if (stopping) {
                    done.accept(all(list.size(), STOPPING));
                    return;
                }
                passed.add(one instanceof OutboundSms sms ? walked(account, sms) : one);
            }
        } catch (RuntimeException e) {
            LOG.error("plug-ins could not be asked; the messages are refused", e);
            done.accept(all(list.size(), "internal error"));
            return;
        }
        inner.send(firstId, passed, done);
    }

    private Streamed walked(String account, OutboundSms sms) {
        Verdict said = hooks.accept(account, sms);
        if (said instanceof Verdict.Refuse refuse) {
            return refused(refuse.reason());
        }
        return said instanceof Verdict.Change change ? change.sms() : sms;
    }

    @Override
    public Optional<SendOutcome.Refusal> refusesAll(boolean nearlyFull) {
        return behind.refusesAll(nearlyFull);
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
                if (stopping) {
                    done.accept(all(outcomes.length, STOPPING));
                    return;
                }
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
    public static SendOutcome.Refusal refused(String reason) {
        return new SendOutcome.Invalid(List.of(new Fault("", "refused-by-plugin", reason)));
    }

    private static SendOutcome[] all(int count, String why) {
        SendOutcome[] outcomes = new SendOutcome[count];
        Arrays.fill(outcomes, new SendOutcome.NotAccepting(why, Duration.ofSeconds(1)));
        return outcomes;
    }
}
