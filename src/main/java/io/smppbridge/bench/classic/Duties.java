package io.smppbridge.bench.classic;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Parts;
import io.smppbridge.routing.LoopGuard;
import io.smppbridge.routing.Route;
import io.smppbridge.routing.RouteTable;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.stats.Tally;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.tlv.TlvBlock;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What either form does for each message, whatever thread it is on: read it, find its route, take a credit, cut it for its SMSC, look
 * whether it goes round in a circle, know when it expires, count it, and know it by its number until it has ended and, as long as there
 * is room, afterwards. Where that stands by itself it is the bridge's own code.
 */
@ThreadSafe
final class Duties {
    private static final String ACCOUNT = "bench";
    private static final int UDHI = 0x40;
    private static final MessageState[] STATES = MessageState.values();
    private static final int STATE_BITS = 4;

    private final RouteTable routes;
    private final LoopGuard loops;
    private final SmscConfig smsc;
    private final TextProfile profile;
    private final ConcurrentMap<String, TlvBlock> marks = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final CountedLock lock = new CountedLock();
    private final Map<Long, Submission> open = new HashMap<>();
    /** How the messages that have ended last have ended, so that one may ask: the number, and the state in the lowest bits. */
    private final long[] ended;

    private final long validityMs;
    private final BridgeStats stats = new BridgeStats();
    private final SmscStats smscStats;
    /** Counted under the lock, as one thread at a time may. */
    private final Tally accepted;

    private final LongAdder okAnswers;

    /** @param file the configuration of a bridge with one SMSC */
    Duties(Path file) throws IOException {
        if (!(BridgeConfig.load(file, Map.of(), Map.of()) instanceof LoadOutcome.Loaded loaded)) {
            throw new IOException(file + " is no configuration of a bridge");
        }
        BridgeConfig config = loaded.config();
        routes = new RouteTable(config.routing());
        loops = new LoopGuard(config.routing().loops());
        smsc = config.smscs().values().iterator().next();
        profile = TextProfile.of(smsc);
        validityMs = config.node().validity().toMillis();
        ended = new long[config.node().history()];
        smscStats = stats.smsc(smsc.name());
        accepted = stats.accepted(ACCOUNT);
        okAnswers = smscStats.answersByStatus().computeIfAbsent("0x0", status -> new LongAdder());
    }

    /** What is counted, as the bridge counts it. */
    BridgeStats stats() {
        return stats;
    }

    /** How long the SMSC may take to answer. */
    long answerWithinNanos() {
        return smsc.timers().answerWithin().toNanos();
    }

    /** On the thread of the client's connection. */
    Submission read(ShortMessage m) throws Refused {
        boolean udhi = (m.esmClass() & UDHI) != 0;
        Address to = address(m.to(0));
        if (!to.isNumeric()) {
            throw new Refused(Status.RINVDSTADR, "no number");
        }
        OutboundSms sms = OutboundSms.to(to)
                .from(address(m.from()))
                .binary(m.octets())
                .coding(SmppCoding.of(udhi, m.dataCoding()))
                .build();
        long nowMs = System.currentTimeMillis();
        Route route = routes.find(ACCOUNT, sms, nowMs);
        if (!route.exists()) {
            throw new Refused(Status.RINVDSTADR, "no route");
        }
        if (route.choose(sms.to().number(), name -> true, name -> takeCredit()).isEmpty()) {
            throw new Refused(Status.RMSGQFUL, "no credit");
        }
        if (udhi || Segmenter.whole(m.octets(), m.dataCoding(), profile) == null) {
            underWay.decrementAndGet();
            throw new Refused(Status.RINVMSGLEN, "no single part");
        }
        Parts parts = new Parts(sms.binary(), m.dataCoding(), false, false, -1);
        int hop = loops.watches() ? loops.hop(ACCOUNT, sms, parts, smsc.name(), true, nowMs) : 0;
        if (hop == LoopGuard.LOOP) {
            underWay.decrementAndGet();
            throw new Refused(Status.RSUBMITFAIL, "goes round in a circle");
        }
        OutboundSms marked = loops.marked(sms, hop);
        return new Submission(
                ids.incrementAndGet(),
                smsc.name(),
                m,
                marked,
                parts.with(tlvs(marked)),
                System.nanoTime(),
                nowMs + validityMs);
    }

    private static Address address(Party party) {
        return party.number().isEmpty() ? Address.NONE : new Address(party.number(), party.ton(), party.npi());
    }

    private boolean takeCredit() {
        if (underWay.incrementAndGet() <= smsc.pace().bag()) {
            return true;
        }
        underWay.decrementAndGet();
        return false;
    }

    private TlvBlock tlvs(OutboundSms sms) {
        if (sms.tlvs().isEmpty()) {
            return TlvBlock.NONE;
        }
        String hop = sms.tlvs().values().iterator().next();
        return marks.computeIfAbsent(hop, any -> smsc.operations().tlvs().encode(sms.tlvs()));
    }

    /** They are on disk. */
    void opened(List<Submission> messages) {
        lock.take();
        try {
            for (int i = 0; i < messages.size(); i++) {
                open.put(messages.get(i).id(), messages.get(i));
            }
            accepted.add(messages.size());
        } finally {
            lock.release();
        }
        long now = System.nanoTime();
        for (int i = 0; i < messages.size(); i++) {
            stats.acceptTime.record(now - messages.get(i).bornNanos());
        }
    }

    /** They are about to be written to the SMSC. */
    void submitting(int count) {
        smscStats.submitted.add(count);
        smscStats.inFlight.add(count);
    }

    /** The SMSC has answered that one with status 0, so long after it was submitted. */
    void taken(long nanos) {
        okAnswers.increment();
        smscStats.accepted.increment();
        smscStats.inFlight.decrement();
        smscStats.answerTime.record(nanos);
    }

    /** How a message has ended that has ended lately; empty for any other. */
    Optional<MessageState> ending(long id) {
        lock.take();
        try {
            long noted = ended[(int) (id % ended.length)];
            return noted >>> STATE_BITS == id
                    ? Optional.of(STATES[(int) noted & (1 << STATE_BITS) - 1])
                    : Optional.empty();
        } finally {
            lock.release();
        }
    }

    /** The SMSC has them, or they have expired; answers to nothing are null. */
    void ended(List<Submission> messages, MessageState state) {
        int count = 0;
        lock.take();
        try {
            for (int i = 0; i < messages.size(); i++) {
                if (messages.get(i) != null && open.remove(messages.get(i).id()) != null) {
                    long id = messages.get(i).id();
                    ended[(int) (id % ended.length)] = id << STATE_BITS | state.ordinal();
                    count++;
                }
            }
            stats.ended(state.name()).add(count);
        } finally {
            lock.release();
        }
        underWay.addAndGet(-count);
    }

    long locksTaken() {
        return lock.taken();
    }
}
