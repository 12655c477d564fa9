package io.smppbridge.bench.classic;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Parts;
import io.smppbridge.routing.LoopGuard;
import io.smppbridge.routing.Route;
import io.smppbridge.routing.RouteTable;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.SmscConfig;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What either form does for each message, whatever thread it is on: read it, find its route, take a credit, cut it for its SMSC, look
 * whether it goes round in a circle, and know it by its number until it has ended. Where that stands by itself it is the bridge's own code.
 */
@ThreadSafe
final class Duties {
    private static final String ACCOUNT = "bench";
    private static final int UDHI = 0x40;

    private final RouteTable routes;
    private final LoopGuard loops;
    private final SmscConfig smsc;
    private final TextProfile profile;
    private final ConcurrentMap<String, TlvBlock> marks = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicInteger underWay = new AtomicInteger();
    private final CountedLock lock = new CountedLock();
    private final Map<Long, Submission> open = new HashMap<>();

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
    }

    /** On the thread of the client's connection. */
    Submission read(ShortMessage m) throws Refused {
        boolean udhi = (m.esmClass() & UDHI) != 0;
        OutboundSms sms = OutboundSms.to(address(m.to(0)))
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
        return new Submission(ids.incrementAndGet(), m, marked, parts.with(tlvs(marked)));
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
        } finally {
            lock.release();
        }
    }

    /** The SMSC has them; answers to nothing are null. */
    void ended(List<Submission> messages) {
        int count = 0;
        lock.take();
        try {
            for (int i = 0; i < messages.size(); i++) {
                if (messages.get(i) != null && open.remove(messages.get(i).id()) != null) {
                    count++;
                }
            }
        } finally {
            lock.release();
        }
        underWay.addAndGet(-count);
    }

    long locksTaken() {
        return lock.taken();
    }
}
