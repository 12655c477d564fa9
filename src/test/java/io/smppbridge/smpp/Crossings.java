package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.CID_UNBIND;

import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import java.io.UncheckedIOException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Binds that their owner and the SMSC end at once, each in its own way. */
final class Crossings {
    private final Connector.Factory factory;
    private final ScriptedSmsc smsc;
    private final Ear ear;

    Crossings(Connector.Factory factory, ScriptedSmsc smsc, Ear ear) {
        this.factory = factory;
        this.smsc = smsc;
        this.ear = ear;
    }

    /** What the owner does, and what the SMSC does meanwhile. */
    private enum Way {
        CLOSE_AND_BIND_ANSWERED,
        CLOSE_AND_DROPPED_BEFORE_IT_IS_BOUND,
        UNBIND_AND_UNBIND,
        CLOSE_AND_UNBIND,
        CLOSE_AND_DROP,
        UNBIND_AND_DROP;

        boolean isBound() {
            return ordinal() >= UNBIND_AND_UNBIND.ordinal();
        }

        boolean ownerUnbinds() {
            return this == UNBIND_AND_UNBIND || this == UNBIND_AND_DROP;
        }
    }

    /** Each way in turn; the longest time in milliseconds from both their words to the end, which is said once. */
    long run(int times) throws Exception {
        ExecutorService far = Executors.newSingleThreadExecutor();
        long longest = 0;
        try {
            for (int i = 0; i < times; i++) {
                longest = Math.max(longest, one(Way.values()[i % Way.values().length], far));
            }
        } finally {
            far.shutdownNow();
        }
        return TimeUnit.NANOSECONDS.toMillis(longest);
    }

    private long one(Way way, ExecutorService far) throws Exception {
        assertThat(ear.heardNothingElse()).as("after an end, before %s", way).isTrue();
        Connector c = factory.create(BindAs.TRANSCEIVER, ear);
        c.open();
        ScriptedSmsc.Pdu bind = smsc.accept().read();
        if (way.isBound()) {
            answer(bind);
            ear.next(Ear.Bound.class);
        }
        CyclicBarrier both = new CyclicBarrier(2);
        Future<?> other = far.submit(() -> {
            both.await(10, TimeUnit.SECONDS);
            far(way, bind);
            return null;
        });
        both.await(10, TimeUnit.SECONDS);
        long begin = System.nanoTime();
        if (way.ownerUnbinds()) {
            c.unbind();
        } else {
            c.close("the owner ends it");
        }
        other.get(10, TimeUnit.SECONDS);
        if (way == Way.UNBIND_AND_UNBIND) {
            smsc.drop(); // neither waits for the other's answer
        }
        ear.end(way.name());
        long took = System.nanoTime() - begin;
        smsc.drop();
        return took;
    }

    private void answer(ScriptedSmsc.Pdu bind) {
        smsc.write(bind.command() | 0x80000000, 0, bind.sequence(), cString("smsc"));
    }

    private void far(Way way, ScriptedSmsc.Pdu bind) {
        try {
            switch (way) {
                case CLOSE_AND_BIND_ANSWERED -> answer(bind);
                case UNBIND_AND_UNBIND, CLOSE_AND_UNBIND -> smsc.write(CID_UNBIND, 0, 7, NONE);
                default -> smsc.drop();
            }
        } catch (UncheckedIOException e) {
            // the owner was faster
        }
    }
}
