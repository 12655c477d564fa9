package io.smppbridge.dropin;

import io.smppbridge.threads.ThreadSafe;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the hosts that an account's callbacks go to. While it fails, one call at a time tries whether it works again. */
@ThreadSafe
final class CallbackHost {
    /** Failures in a row that may still be the messages' fault. */
    private static final int TOLERATED = 2;

    private static final Logger LOG = LoggerFactory.getLogger(CallbackHost.class);

    private final String name;
    private final String account;
    private final Executor turns;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    /** @param turns where calls to it begin */
    CallbackHost(String name, String account, Executor turns) {
        this.turns = turns;
        this.name = name;
        this.account = account;
    }

    Executor turns() {
        return turns;
    }

    /** False while it fails and is being tried. */
    boolean enter() {
        if (underWay.incrementAndGet() > 1 && isFailing()) {
            underWay.decrementAndGet();
            return false;
        }
        return true;
    }

    /** A call that had entered is over. */
    void left() {
        underWay.decrementAndGet();
    }

    void lives() {
        if (failures.getAndSet(0) > TOLERATED) {
            LOG.info("callbacks of account {} to {} work again", account, name);
        }
    }

    void failed(String why) {
        if (failures.incrementAndGet() == TOLERATED + 1) {
            LOG.warn(
                    "callbacks of account {} to {} fail: {}; they wait, those to other hosts do not",
                    account,
                    name,
                    why);
        }
    }

    boolean isFailing() {
        return failures.get() > TOLERATED;
    }
}
