package io.smppbridge.stats;

import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/** What is counted about the bridge as a whole, and the door to each SMSC's counters. */
@ThreadSafe
public final class BridgeStats {
    private final Map<String, SmscStats> smscs = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> pluginTroubles = new ConcurrentHashMap<>();
    private final Map<String, Tally> acceptedByIntake = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> refusedByReason = new ConcurrentHashMap<>();
    private final Map<String, Tally> endedByState = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> consents = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> handbacks = new ConcurrentHashMap<>();

    private final Map<String, IntSupplier> esmeBinds = new ConcurrentHashMap<>();

    public final Latency journalForce = Latency.ofOneThread();
    /** Of the datagram intake. */
    public final StageStats datagrams = new StageStats();
    /** Requests whose answer was kept back because a bag was nearly full. */
    public final LongAdder slowAnswers = new LongAdder();
    /** Requests by HTTP that wait their turn to be looked at while all bags are full: a gauge. */
    public final LongAdder waitingRequests = new LongAdder();

    /** Answers of ESMEs to sequence numbers that nobody waits for. */
    public final LongAdder esmeStrayAnswers = new LongAdder();

    /** Messages that await a receipt, as of some seconds ago. */
    public volatile long awaitingReceipts;
    /** Of them, those whose SMSC is not in the configuration any more. */
    public volatile long awaitingOfRemoved;
    /** Messages whose receipt is awaited no longer because too many await one. */
    public final LongAdder receiptsGivenUp = new LongAdder();

    /** Long messages that wait for an 8-bit reference; written by the journal thread. */
    public volatile int unnumbered;

    /** The clientRefs that are remembered, and how many may be; written by the journal thread. */
    public volatile int clientRefs;

    public volatile int clientRefsLimit;

    /** Streams with a name that are remembered; written by the journal thread. */
    public volatile int streams;
    /** Ids of streams that came again after they were taken. */
    public final LongAdder streamRepeats = new LongAdder();

    public final Tally journalBatches = new Tally();
    public final Tally journalRecords = new Tally();
    /** From the call of send to the moment the message was safe. */
    public final Latency acceptTime = new Latency();

    public SmscStats smsc(String name) {
        return smscs.computeIfAbsent(name, SmscStats::new);
    }

    public void forgetSmsc(String name) {
        smscs.remove(name);
    }

    public Map<String, SmscStats> smscs() {
        return smscs;
    }

    /** Messages accepted by {@code http}, {@code middleware}, …; counted by the journal thread. */
    public Tally accepted(String intake) {
        return acceptedByIntake.computeIfAbsent(intake, k -> new Tally());
    }

    /** Messages refused, by a short reason: {@code invalid}, {@code no-credit}, … */
    public LongAdder refused(String reason) {
        return refusedByReason.computeIfAbsent(reason, k -> new LongAdder());
    }

    /** What went wrong with plug-ins: {@code failed}, {@code slow}, {@code busy}, {@code missing}, {@code dropped}. */
    public LongAdder pluginTrouble(String kind) {
        return pluginTroubles.computeIfAbsent(kind, k -> new LongAdder());
    }

    public Map<String, LongAdder> pluginTroubles() {
        return pluginTroubles;
    }

    /** About those who want no messages: {@code out}, {@code in}, {@code refused}, {@code withdrawn} (messages that waited already). */
    public LongAdder consent(String what) {
        return consents.computeIfAbsent(what, k -> new LongAdder());
    }

    public Map<String, LongAdder> consents() {
        return consents;
    }

    /** Messages that reached a final state; counted by the journal thread. */
    public Tally ended(String state) {
        return endedByState.computeIfAbsent(state, k -> new Tally());
    }

    /** Hand-back attempts by result: {@code taken}, {@code failed}, {@code dead}. */
    public LongAdder handback(String result) {
        return handbacks.computeIfAbsent(result, k -> new LongAdder());
    }

    /** Who knows the binds of an account at the SMPP server. */
    public void esmeBinds(String account, IntSupplier binds) {
        esmeBinds.put(account, binds);
    }

    public void forgetEsme(String account) {
        esmeBinds.remove(account);
    }

    /** Binds of ESMEs, by account. */
    public Map<String, IntSupplier> esmeBinds() {
        return esmeBinds;
    }

    public Map<String, Tally> acceptedByIntake() {
        return acceptedByIntake;
    }

    public Map<String, LongAdder> refusedByReason() {
        return refusedByReason;
    }

    public Map<String, Tally> endedByState() {
        return endedByState;
    }

    public Map<String, LongAdder> handbacks() {
        return handbacks;
    }
}
