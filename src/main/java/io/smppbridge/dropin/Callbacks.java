package io.smppbridge.dropin;

import io.smppbridge.Receipt;
import io.smppbridge.dropin.CallbackClient.Answer;
import io.smppbridge.dropin.CallbackClient.Call;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.threads.ThreadSafe;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells one account's platform of its messages at the URLs that came with them; what it does not take is repeated by the hand-back. Where
 * the account has several hosts, one that fails keeps only its own callbacks waiting; an only one pauses them all.
 */
@ThreadSafe
final class Callbacks implements Outlet {
    private static final String ACK = "ACK/Jasmin";
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final CallbackClient client;
    private final Duration within;
    private final int most;
    private final AtomicInteger underWay = new AtomicInteger();
    /** By their entries in callback-hosts. */
    private final Map<String, CallbackHost> hosts = new ConcurrentHashMap<>();

    private volatile AccountConfig account;
    private volatile Runnable room = () -> {};

    Callbacks(CallbackClient client, AccountConfig account, Duration within, int most) {
        this.client = client;
        this.account = account;
        this.within = within;
        this.most = most;
    }

    /** @param look called when there is room where there was none */
    void onRoom(Runnable look) {
        room = look;
    }

    void account(AccountConfig changed) {
        account = changed;
    }

    @Override
    public int room() {
        return underWay.get() < most ? most : 0;
    }

    @Override
    public Duration answerWithin() {
        return within.plus(GRACE); // the client's own deadline comes first
    }

    @Override
    public Attempt deliver(Event event, Said said) {
        Optional<Call> request;
        Callback callback;
        try {
            Receipt receipt = event instanceof Event.State state ? state.receipt() : null;
            callback = receipt == null ? null : Callback.of(receipt.tags()).orElse(null);
            request = callback == null
                    ? Optional.empty()
                    : CallbackRequest.of(callback, receipt, account.dropIn().user());
        } catch (IllegalArgumentException e) {
            said.refused("the dlr-url with its escapes filled in is no URL, or too long");
            return () -> {};
        }
        if (request.isEmpty()) {
            said.taken(); // nothing that this platform has asked to hear
            return () -> {};
        }
        URI uri = request.get().uri();
        List<String> allowed = account.dropIn().callbackHosts();
        Optional<String> entry = Callback.target(uri.toString()).flatMap(target -> Callback.entry(target, allowed));
        if (entry.isEmpty()) {
            said.refused(
                    "the host " + uri.getAuthority() + " is not in dropin.callback-hosts of account " + account.name());
            return () -> {};
        }
        CallbackHost host = hosts.computeIfAbsent(
                entry.get(), name -> new CallbackHost(name, account.name(), client.turns(uri.getHost())));
        Told told = new Told(said, host, allowed.size() > 1);
        if (allowed.size() > 1 && !host.enter()) {
            said.away(uri.getAuthority() + " fails");
            return () -> {};
        }
        return call(request.get(), callback.kind() == Callback.Kind.JASMIN, told);
    }

    /**
     * What a call came to.
     *
     * @param amongOthers whether other hosts go on when this one fails
     */
    private record Told(Said said, CallbackHost host, boolean amongOthers) {
        void taken() {
            host.lives();
            said.taken();
        }

        void refused(String why) {
            host.lives();
            said.refused(why);
        }

        void failed(String why, boolean answered) {
            if (!amongOthers) {
                said.busy(why, 0);
                return;
            }
            host.failed(why);
            if (answered && !host.isFailing()) {
                said.refused(why); // it may be the message's fault
            } else {
                said.away(why);
            }
        }

        /** The client's own deadline was not enough, as while its name is looked up. */
        void givenUp() {
            if (amongOthers) {
                host.failed("no answer in time");
            }
        }

        void over() {
            if (amongOthers) {
                host.left();
            }
        }
    }

    private Attempt call(Call call, boolean acknowledged, Told told) {
        underWay.incrementAndGet();
        AtomicBoolean over = new AtomicBoolean();
        Runnable giveUp = client.call(told.host().turns(), call, within, new CallbackClient.End() {
            @Override
            public void answered(Answer answer) {
                freed(over, told);
                verdict(answer.status(), acknowledged && !answer.body().strip().startsWith(ACK), told);
            }

            @Override
            public void failed(String why) {
                freed(over, told);
                told.failed(why, false);
            }
        });
        return () -> {
            giveUp.run();
            if (freed(over, told)) {
                told.givenUp();
            }
        };
    }

    /** False when it was over before. */
    private boolean freed(AtomicBoolean over, Told told) {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            told.over();
            if (underWay.getAndDecrement() == most) {
                room.run();
            }
        }
        return first;
    }

    /** 2xx with what the platform must answer: taken. What speaks of the message: refused. Of the place or the time: busy. */
    private static void verdict(int status, boolean unacknowledged, Told said) {
        if (status >= 200 && status < 300) {
            if (unacknowledged) {
                said.refused("answered without " + ACK);
            } else {
                said.taken();
            }
            return;
        }
        boolean place = status < 400 || status >= 500;
        switch (status) {
            case 401, 403, 404, 405, 407, 408, 410, 421, 425, 429 -> place = true;
            default -> {}
        }
        if (place) {
            said.failed("HTTP " + status, true);
        } else {
            said.refused("HTTP " + status);
        }
    }
}
