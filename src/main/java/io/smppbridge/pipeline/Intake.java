package io.smppbridge.pipeline;

import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.Streamed;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.StreamKey;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way in for one account: admits each message on the caller's thread and publishes those that pass into the outbound ring. */
@ThreadSafe
final class Intake implements MiddleWare {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);
    private static final SendOutcome[] NOTHING = {};
    private static final SendOutcome.Refusal RING_FULL =
            new SendOutcome.NotAccepting("the intake ring is full", Duration.ofSeconds(1));

    private final String account;
    private final String name;
    private final SendOutcome.Durability durability;
    private final Caller caller;
    private final Shared shared;

    /** Who hands over: a platform, the bridge's own answers to STOP, or a stream, which offers again what has found no room. */
    enum Caller {
        PLATFORM,
        /** Also goes to those who want no messages. */
        REPLIES,
        /** Is not refused for the moment: it waits. */
        STREAM
    }

    /**
     * What all intakes share.
     *
     * @param closed why nothing is accepted now; empty while it is
     */
    record Shared(
            Admission admission,
            Rooms rooms,
            RingBuffer<OutboundSlot> ring,
            Runnable bell,
            Supplier<Optional<SendOutcome.NotAccepting>> closed,
            Consumer<InboundListener> listeners,
            SlowAnswers slow,
            BridgeStats stats,
            Ticker ticker) {}

    Intake(String account, String name, SendOutcome.Durability durability, Caller caller, Shared shared) {
        this.account = account;
        this.name = name;
        this.durability = durability;
        this.caller = caller;
        this.shared = shared;
    }

    @Override
    public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
        if (list.isEmpty()) {
            done.accept(NOTHING);
            return;
        }
        send(batch(list.size(), done), list);
    }

    /** Admits the messages of one call, and says at once which are refused. */
    void send(SendBatch batch, List<? extends Streamed> list) {
        Optional<SendOutcome.NotAccepting> closed = shared.closed().get();
        if (closed.isPresent()) {
            for (int i = 0; i < list.size(); i++) {
                refuse(batch, i, closed.get());
            }
            return;
        }
        Admitted[] room = shared.rooms().take();
        long nowMs = shared.admission().nowMs();
        boolean whole = false;
        try {
            for (int from = 0; from < list.size(); from += room.length) {
                several(batch, list, from, Math.min(list.size(), from + room.length), nowMs, room);
            }
            whole = true;
        } finally {
            if (!whole) {
                batch.abandon();
            }
            shared.rooms().giveBack(room);
            shared.bell().run(); // also for those that were published before an error
        }
    }

    /** Admits some of a call's messages, and publishes those that pass together. */
    private void several(
            SendBatch batch, List<? extends Streamed> list, int from, int to, long nowMs, Admitted[] room) {
        int count = 0;
        try {
            for (int i = from; i < to; i++) {
                SendOutcome.Refusal refusal = list.get(i) instanceof OutboundSms sms
                        ? admit(sms, Place.NONE, 0, nowMs, room[count])
                        : (SendOutcome.Refusal) list.get(i);
                if (refusal == null) {
                    room[count++].index = i;
                } else if ((isForGood(refusal) || refusal instanceof SendOutcome.NoCredit)
                        && list.get(i) instanceof OutboundSms sms
                        && !sms.clientRef().isEmpty()) {
                    perhapsKnown(batch, i, refusal, sms);
                } else {
                    refuse(batch, i, refusal);
                }
            }
        } finally {
            publish(batch, room, 0, count); // also when the next one has ended in an error: these hold credits
        }
    }

    /** Publishes by one claim; where the ring has no room for so many, as many of them as it has room for. */
    private void publish(SendBatch batch, Admitted[] admitted, int from, int to) {
        int count = to - from;
        if (count == 0) {
            return;
        }
        long last;
        try {
            last = shared.ring().tryNext(count);
        } catch (InsufficientCapacityException e) {
            if (count == 1) {
                shared.admission().giveBack(admitted[from].task);
                refuse(batch, admitted[from].index, RING_FULL);
            } else {
                publish(batch, admitted, from, from + count / 2);
                publish(batch, admitted, from + count / 2, to);
            }
            return;
        }
        long first = last - count + 1;
        for (int i = 0; i < count; i++) {
            shared.ring().get(first + i).fill(batch, admitted[from + i]);
        }
        shared.ring().publish(first, last);
    }

    SendBatch batch(int size, Consumer<SendOutcome[]> done) {
        SendBatch batch = new SendBatch(size, name, durability, shared.ticker().nanos(), done, shared.slow());
        batch.caller = caller;
        return batch;
    }

    @Override
    public void listen(InboundListener listener) {
        shared.listeners().accept(listener);
    }

    /**
     * Where a connection's messages stand in their stream.
     *
     * @param client the stream's name
     * @param base the id before the connection's first
     */
    record Place(StreamKey stream, String client, long base) {
        static final Place NONE = new Place(StreamKey.NONE, "", 0);

        /** Whether a clientRef is the one that every message of the stream has by its id, which is known by its place. */
        boolean names(String clientRef, long id) {
            int digits = client.length() + 1;
            if (stream.isNone() || clientRef.length() <= digits || !clientRef.startsWith(client)) {
                return false;
            }
            long read = 0;
            for (int i = digits; i < clientRef.length(); i++) {
                read = 10 * read + clientRef.charAt(i) - '0';
            }
            return read == id && clientRef.charAt(digits - 1) == '#';
        }
    }

    /** Before a place in the ring is claimed: one that is never published would stop all that come after it. */
    private SendOutcome.Refusal admit(OutboundSms sms, Place place, long id, long nowMs, Admitted into) {
        try {
            SendOutcome.Refusal refusal = shared.admission().admit(account, sms, caller == Caller.REPLIES, nowMs, into);
            if (refusal == null) {
                into.ref = place.names(sms.clientRef(), id) ? RefKey.NONE : RefKey.of(account, sms);
            }
            return refusal;
        } catch (RuntimeException e) {
            LOG.error("a message could not be admitted and is refused", e);
            return new SendOutcome.NotAccepting("internal error", Duration.ofSeconds(1));
        }
    }

    /**
     * Admits a message of a stream and publishes it.
     *
     * @param into room to admit it
     * @return null when that is done, else why not, which nobody has been told
     */
    SendOutcome.Refusal offer(
            SendBatch batch, int index, OutboundSms sms, Place place, long id, long nowMs, Admitted into) {
        SendOutcome.Refusal refusal = admit(sms, place, id, nowMs, into);
        if (refusal != null) {
            return refusal;
        }
        long sequence;
        try {
            sequence = shared.ring().tryNext();
        } catch (InsufficientCapacityException e) {
            shared.admission().giveBack(into.task);
            return RING_FULL;
        }
        into.index = index;
        OutboundSlot slot = shared.ring().get(sequence);
        slot.fill(batch, into);
        slot.stream = place.stream();
        slot.streamId = id;
        slot.streamBase = place.base();
        shared.ring().publish(sequence);
        return null;
    }

    /** What cannot be sent any more, or not now, may have been taken when it was asked first: the journal thread knows its clientRef, or refuses. */
    private void perhapsKnown(SendBatch batch, int index, SendOutcome.Refusal why, OutboundSms sms) {
        SendOutcome.Refusal full = cover(batch, index, why, sms, Place.NONE, 0);
        if (full != null) {
            refuse(batch, index, full);
        }
    }

    /** Whether sending it again later would not help either. */
    static boolean isForGood(SendOutcome.Refusal refusal) {
        return !(refusal instanceof SendOutcome.NoCredit) && !(refusal instanceof SendOutcome.NotAccepting);
    }

    /**
     * Has the journal thread look at what is refused: an id of a stream is covered by it, and a clientRef may say that it was taken before.
     *
     * @return null when that is published, else why it cannot be now
     */
    SendOutcome.Refusal cover(
            SendBatch batch, int index, SendOutcome.Refusal why, Streamed entry, Place place, long id) {
        long sequence;
        try {
            sequence = shared.ring().tryNext();
        } catch (InsufficientCapacityException e) {
            return RING_FULL;
        }
        OutboundSlot slot = shared.ring().get(sequence);
        slot.batch = batch;
        slot.index = index;
        slot.refusal = why;
        boolean named = entry instanceof OutboundSms sms && !place.names(sms.clientRef(), id);
        slot.ref = named ? RefKey.of(account, (OutboundSms) entry) : RefKey.NONE;
        slot.stream = place.stream();
        slot.streamId = id;
        slot.streamBase = place.base();
        shared.ring().publish(sequence);
        return null;
    }

    void refuse(SendBatch batch, int index, SendOutcome.Refusal refusal) {
        count(refusal);
        batch.decide(index, refusal);
    }

    void count(SendOutcome.Refusal refusal) {
        count(refusal, caller, shared.stats());
    }

    /** Counts what the caller is told; what it offers again by itself is not refused. */
    static void count(SendOutcome.Refusal refusal, Caller caller, BridgeStats stats) {
        if (caller != Caller.STREAM || isForGood(refusal)) {
            stats.refused(reason(refusal)).increment();
        }
    }

    private static String reason(SendOutcome.Refusal refusal) {
        if (refusal instanceof SendOutcome.Invalid) {
            return "invalid";
        }
        if (refusal instanceof SendOutcome.NoCredit) {
            return "no-credit";
        }
        if (refusal instanceof SendOutcome.Conflict) {
            return "conflict";
        }
        return refusal instanceof SendOutcome.NoRoute ? "no-route" : "not-accepting";
    }
}
