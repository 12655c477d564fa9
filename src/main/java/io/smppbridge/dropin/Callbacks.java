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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Tells one account's platform of its messages at the URLs that came with them; what it does not take is repeated by the hand-back. */
@ThreadSafe
final class Callbacks implements Outlet {
    private static final String ACK = "ACK/Jasmin";
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final CallbackClient client;
    private final Duration within;
    private final int most;
    private final AtomicInteger underWay = new AtomicInteger();
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
        return Math.max(0, most - underWay.get());
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
            said.refused("the dlr-url with its escapes filled in is no URL");
            return () -> {};
        }
        if (request.isEmpty()) {
            said.taken(); // nothing that this platform has asked to hear
            return () -> {};
        }
        URI uri = request.get().uri();
        if (Callback.target(uri.toString()).filter(this::isAllowed).isEmpty()) {
            said.refused(
                    "the host " + uri.getAuthority() + " is not in dropin.callback-hosts of account " + account.name());
            return () -> {};
        }
        return call(request.get(), callback.kind() == Callback.Kind.JASMIN, said);
    }

    private boolean isAllowed(URI target) {
        return Callback.isAllowed(target, account.dropIn().callbackHosts());
    }

    private Attempt call(Call call, boolean acknowledged, Said said) {
        underWay.incrementAndGet();
        AtomicBoolean over = new AtomicBoolean();
        Runnable giveUp = client.call(call, within, new CallbackClient.End() {
            @Override
            public void answered(Answer answer) {
                freed(over);
                verdict(answer.status(), acknowledged && !answer.body().strip().startsWith(ACK), said);
            }

            @Override
            public void failed(String why) {
                freed(over);
                said.busy(why, 0);
            }
        });
        return () -> {
            giveUp.run();
            freed(over);
        };
    }

    private void freed(AtomicBoolean over) {
        if (over.compareAndSet(false, true) && underWay.getAndDecrement() == most) {
            room.run();
        }
    }

    /** 2xx with what the platform must answer: taken. What speaks of the message: refused. Of the place or the time: busy. */
    private static void verdict(int status, boolean unacknowledged, Said said) {
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
            said.busy("HTTP " + status, 0);
        } else {
            said.refused("HTTP " + status);
        }
    }
}
