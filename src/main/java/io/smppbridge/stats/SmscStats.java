package io.smppbridge.stats;

import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted about one SMSC account. */
@ThreadSafe
public final class SmscStats {
    private static final int KINDS = 64;

    private final String smsc;
    private final Map<String, LongAdder> answersByStatus = new ConcurrentHashMap<>();
    private final Map<String, Tally> receiptsByState = new ConcurrentHashMap<>();
    private final Map<String, BindState> binds = new ConcurrentHashMap<>();
    /** The same, for whoever asks with every message. */
    private volatile BindState[] listed = {};

    /** submit_sm written. */
    public final LongAdder submitted = new LongAdder();
    /** submit_sm_resp with status 0. */
    public final LongAdder accepted = new LongAdder();
    /** RTHROTTLED and RMSGQFUL. */
    public final LongAdder throttled = new LongAdder();
    /** Messages that came here after they had come to grief at another SMSC. */
    public final LongAdder failedOver = new LongAdder();
    /** Temporary refusals that led to another attempt. */
    public final LongAdder retried = new LongAdder();
    /** Messages refused for good. */
    public final LongAdder rejected = new LongAdder();
    /** Submissions whose bind ended before the answer. */
    public final LongAdder unanswered = new LongAdder();
    /** Answers to sequence numbers that nobody waits for. */
    public final LongAdder strayAnswers = new LongAdder();
    /** deliver_sm read, receipts and MO. */
    public final LongAdder deliveries = new LongAdder();

    public final LongAdder inbound = new LongAdder();
    /** MO that an SMSC had sent before, and which are not handed on again. */
    public final LongAdder repeated = new LongAdder();
    /** Receipts whose text and TLVs name different ids or states; the TLVs were believed. */
    public final LongAdder disagreeingReceipts = new LongAdder();
    /** Receipts that name no id, or no state that anybody knows. */
    public final LongAdder unreadReceipts = new LongAdder();
    /** Ids given to a message while an older one still awaited its receipt under the same id. */
    public final LongAdder reusedIds = new LongAdder();
    /** Receipts of delivery that came sooner than a handset can answer; counted by the journal thread. */
    public final Tally instantReceipts = new Tally();
    /** Receipts of delivery whose submit and done date are the same second; counted by the journal thread. */
    public final Tally sameTimeReceipts = new Tally();
    /** Final receipts for a message that had its final state, by what they changed. */
    public final Map<String, LongAdder> lateReceipts = new ConcurrentHashMap<>();

    /** Messages that it has taken and whose receipt is awaited, as of some seconds ago; written by the journal thread. */
    public volatile long awaitingReceipts;

    public final LongAdder unmatchedReceipts = new LongAdder();
    /** Messages without an answer that their receipt has settled. */
    public final LongAdder settledLate = new LongAdder();
    /** Times that a part of a message went out later after the one before it than is wanted. */
    public final LongAdder partGaps = new LongAdder();
    /** Long messages that got a reference of 16 bits because all 256 of 8 were taken. */
    public final LongAdder widened = new LongAdder();
    /** deliver_sm answered with a temporary error. */
    public final LongAdder deliveriesRefused = new LongAdder();

    /** TLVs of deliveries and answers that were too long together to be told; counted by the reading threads. */
    public final LongAdder tlvsLeftOut = new LongAdder();

    public final Latency answerTime = new Latency();
    public final Latency receiptTime = Latency.ofOneThread();

    /** submit_sm without an answer now, over all binds. */
    public final LongAdder inFlight = new LongAdder();

    /** Why nothing is submitted now, for people; empty while it flows. Written by the sender. */
    public volatile String holdUp = "";

    /** The rate now in force, after throttling; submit_sm per second. */
    public volatile double effectiveRate;

    public SmscStats(String smsc) {
        this.smsc = smsc;
    }

    public String smsc() {
        return smsc;
    }

    public void answer(int commandStatus) {
        count(answersByStatus, "0x" + Integer.toHexString(commandStatus));
    }

    /** A receipt of a message; counted by the journal thread. */
    public void receipt(String state) {
        Tally known = receiptsByState.get(state);
        if (known == null) {
            known = receiptsByState.computeIfAbsent(kind(receiptsByState, state), k -> new Tally());
        }
        known.increment();
    }

    /** A receipt after the message's end. */
    public void lateReceipt(String kind) {
        count(lateReceipts, kind);
    }

    private static void count(Map<String, LongAdder> kinds, String kind) {
        LongAdder known = kinds.get(kind);
        if (known == null) {
            known = kinds.computeIfAbsent(kind(kinds, kind), k -> new LongAdder());
        }
        known.increment();
    }

    /** An SMSC may say what it likes: only the first kinds are told apart. */
    private static String kind(Map<String, ?> known, String kind) {
        return known.size() < KINDS ? kind : "other";
    }

    public Map<String, LongAdder> answersByStatus() {
        return answersByStatus;
    }

    public Map<String, Tally> receiptsByState() {
        return receiptsByState;
    }

    /** The state of one bind, made at the first call. The name is {@code tx-1}, {@code rx-1} and so on. */
    public BindState bind(String name) {
        BindState state = binds.computeIfAbsent(name, k -> new BindState(k.startsWith("rx-")));
        list();
        return state;
    }

    public void forgetBind(String name) {
        binds.remove(name);
        list();
    }

    private synchronized void list() {
        listed = binds.values().toArray(BindState[]::new);
    }

    public Map<String, BindState> binds() {
        return binds;
    }

    /** Whether any bind that can submit stands. */
    public boolean anyBound() {
        for (BindState bind : listed) {
            if (bind.bound && !bind.receives) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a message that is given to it now goes, as far as that can be known: a bind that can submit stands, or is made for it and
     * none has failed at that lately.
     *
     * @param onDemand whether binds are made when there is work
     */
    public boolean isUp(boolean onDemand) {
        return anyBound() || onDemand && !anyFailing();
    }

    private boolean anyFailing() {
        for (BindState bind : listed) {
            if (bind.failing && !bind.receives) {
                return true;
            }
        }
        return false;
    }

    /** Whether a bind stands that does nothing but receive. */
    public boolean anyReceiver() {
        for (BindState bind : listed) {
            if (bind.bound && bind.receives) {
                return true;
            }
        }
        return false;
    }

    /** Whether a bind that does nothing but receive has failed, or was refused, and not stood since. */
    public boolean anyReceiverFailing() {
        for (BindState bind : listed) {
            if (bind.failing && bind.receives) {
                return true;
            }
        }
        return false;
    }

    /** One bind, as its owner last described it. */
    public static final class BindState {
        private final boolean receives;
        public volatile boolean bound;
        /** Whether the last try to make it came to nothing, and it is wanted still or the pause after that is not over. */
        public volatile boolean failing;
        /** For people: {@code bound since 12:03}, {@code refused: RINVPASWD, next try in 55 s}. */
        public volatile String text = "idle";

        public volatile int inFlight;
        public final LongAdder losses = new LongAdder();

        private BindState(boolean receives) {
            this.receives = receives;
        }
    }
}
