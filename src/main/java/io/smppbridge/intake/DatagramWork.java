package io.smppbridge.intake;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.http.Keys;
import io.smppbridge.stages.Work;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.StageStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.AddressRange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Selector;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the three stages of the datagram intake do: receive and check the account, hand over to the bridge, answer.
 *
 * <p>Wrong keys are counted and get no answer, but do not make their address wait as elsewhere: whoever can forge the address of a
 * datagram could lock out the one it belongs to.
 */
@ThreadSafe
final class DatagramWork implements Work<DatagramSlot> {
    private static final long SELECT_MS = 200;
    private static final int SEND_TRIES = 200;
    private static final long SEND_PAUSE_NANOS = 50_000L;

    private final DatagramChannel channel;
    private final Selector readable;
    private final int slotSize;
    private final List<AddressRange> from;
    private final Function<String, MiddleWare> doors;
    private final BodyReader reader;
    private final BridgeStats stats;
    private final StageStats counts;
    private final InstantSource clock;
    private final Ticker ticker;
    private final Map<String, MiddleWare> open = new ConcurrentHashMap<>();
    private volatile Keys keys;
    private volatile boolean ending;

    /**
     * @param readable has the channel registered
     * @param from who may send; empty for everybody
     * @param doors the way in, by account
     */
    record Given(
            DatagramChannel channel,
            Selector readable,
            int slotSize,
            List<AddressRange> from,
            Keys keys,
            Function<String, MiddleWare> doors,
            BridgeStats stats,
            InstantSource clock,
            Ticker ticker) {}

    DatagramWork(Given with) {
        this.channel = with.channel();
        this.readable = with.readable();
        this.slotSize = with.slotSize();
        this.from = with.from();
        this.keys = with.keys();
        this.doors = with.doors();
        this.reader = new BodyReader(1, 32);
        this.stats = with.stats();
        this.counts = with.stats().datagrams;
        this.clock = with.clock();
        this.ticker = with.ticker();
    }

    /** Other keys from now on. */
    void keys(Keys others) {
        keys = others;
    }

    /** Nothing more is received. */
    void end() {
        ending = true;
        readable.wakeup();
    }

    @Override
    public Next receive(DatagramSlot slot) throws IOException {
        ByteBuffer octets = slot.octets();
        octets.clear();
        InetSocketAddress peer;
        try {
            peer = (InetSocketAddress) channel.receive(octets);
            if (peer == null) {
                if (ending) {
                    return Next.END;
                }
                readable.select(key -> {}, SELECT_MS);
                return Next.NOTHING;
            }
        } catch (ClosedChannelException | ClosedSelectorException e) {
            return Next.END;
        }
        slot.arrived(ticker.nanos());
        slot.from = peer;
        slot.connection(peer.hashCode());
        slot.length = octets.position();
        return judge(slot);
    }

    private Next judge(DatagramSlot slot) {
        if (!mayCome(slot.from)) {
            return dropped("wrong-address");
        }
        if (!DatagramFrame.read(slot)) {
            return dropped("malformed");
        }
        Optional<String> account = keys.holderOf(DatagramFrame.key(slot));
        if (account.isEmpty()) {
            return dropped("wrong-key");
        }
        slot.door = open.computeIfAbsent(account.get(), doors);
        if (slot.length > slotSize) {
            slot.refuse(
                    false,
                    "too-large: a datagram above the " + slotSize + " octets of a slot (intake.datagram.slot-size)");
            counted("too-large");
            return Next.ANSWER;
        }
        return Next.PROCESS;
    }

    private boolean mayCome(InetSocketAddress peer) {
        for (AddressRange range : from) {
            if (range.contains(peer.getAddress())) {
                return true;
            }
        }
        return from.isEmpty();
    }

    /** Who has shown no key hears nothing: an answer could be aimed at somebody else. */
    private Next dropped(String why) {
        counted(why);
        return Next.NOTHING;
    }

    private void counted(String why) {
        counts.result(why).increment();
        stats.refused(why).increment();
    }

    @Override
    public boolean waitsForRoom() {
        return false;
    }

    @Override
    public void noRoom(DatagramSlot slot) {
        slot.refuse(true, "no-slot: all slots are taken (intake.datagram.slots)");
        counted("no-slot");
    }

    @Override
    public void process(DatagramSlot[] slots, int count, Consumer<DatagramSlot> done) {
        byte[] octets = new byte[slotSize];
        int from = 0;
        while (from < count) {
            MiddleWare door = slots[from].door;
            List<OutboundSms> messages = new ArrayList<>(count - from);
            List<DatagramSlot> theirs = new ArrayList<>(count - from);
            int at = from;
            while (at < count && slots[at].door == door) {
                read(slots[at], octets, messages, theirs, done);
                at++;
            }
            if (!messages.isEmpty()) {
                door.send(messages, outcomes -> decided(theirs, outcomes, done));
            }
            from = at;
        }
    }

    private void read(
            DatagramSlot slot,
            byte[] octets,
            List<OutboundSms> messages,
            List<DatagramSlot> theirs,
            Consumer<DatagramSlot> done) {
        int length = slot.length - slot.contentAt;
        slot.octets().get(slot.contentAt, octets, 0, length);
        try {
            Batch one = reader.read(
                    new BodyReader.Span(octets, 0, length), false, DatagramFrame.reference(slot), clock.instant());
            if (one.isBulk()) {
                slot.refuse(false, "one-message: a list, expected one message in a datagram");
            } else if (one.isFaulty(0)) {
                slot.refuse(false, one.problem(0).code() + ": " + one.problem(0).detail());
            } else {
                messages.add(one.sound.get(0));
                theirs.add(slot);
                return;
            }
        } catch (BodyReader.Refused refused) {
            slot.refuse(false, refused.problem.code() + ": " + refused.problem.detail());
        }
        counts.result("refused").increment();
        stats.refused("malformed").increment();
        done.accept(slot);
    }

    private void decided(List<DatagramSlot> slots, SendOutcome[] outcomes, Consumer<DatagramSlot> done) {
        for (int i = 0; i < outcomes.length; i++) {
            DatagramSlot slot = slots.get(i);
            slot.decide(outcomes[i]);
            counts.result(word(outcomes[i])).increment();
            done.accept(slot);
        }
    }

    private static String word(SendOutcome outcome) {
        if (outcome instanceof Acceptance accepted) {
            return accepted.repeated() ? "repeated" : "accepted";
        }
        return outcome instanceof SendOutcome.NoCredit || outcome instanceof SendOutcome.NotAccepting
                ? "not-now"
                : "refused";
    }

    @Override
    public void failed(DatagramSlot slot) {
        slot.refuse(true, "internal-error: try again, and tell the operator");
    }

    @Override
    public void answer(DatagramSlot slot) throws IOException {
        ByteBuffer answer = DatagramFrame.answer(slot);
        for (int i = 0; channel.send(answer, slot.from) == 0; i++) {
            if (i == SEND_TRIES) {
                throw new IOException("the socket takes no answers");
            }
            LockSupport.parkNanos(SEND_PAUSE_NANOS);
        }
    }
}
