package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What the script says about one port, key by key as {@link BehaviourKeys} lists them; changed while it runs. */
@OwnedBy("smsc-sim")
final class Behaviour {
    // Bind
    int bindStatus;
    Delay bindAfter = Delay.ZERO;
    Set<BindMode> bindModes = EnumSet.allOf(BindMode.class);
    /** 0x33, 0x34, 0x50, or 0: announce nothing. */
    int interfaceVersion = 0x34;

    String smscId = "smsc-sim";
    int maxBinds;
    long enquireLinkEvery;
    long unbindRespondAfter;
    long unbindCloseAfter = 1_000_000_000L;
    Silence silence = Silence.NONE;

    // TLS: on where there is a certificate; the files are read for each connection
    Optional<Path> tlsCertificate = Optional.empty();
    Optional<Path> tlsKey = Optional.empty();
    /** Whoever connects must show a certificate that these vouch for. */
    Optional<Path> tlsClientTrust = Optional.empty();

    // Answers
    Delay respondAfter = Delay.ZERO;
    int rate;
    int queueSize;
    int window;
    Rules<Integer> refuse = Rules.none();
    /** TON/NPI that are taken; empty: any. */
    Set<String> sourceTypes = Set.of();

    Set<String> destinationTypes = Set.of();
    int failEvery;
    double failShare;
    int failStatus = SmppStatus.RSYSERR;
    boolean refusalBody;
    /** The most destinations of a submit_multi; 0: it does not know the command. */
    int submitMulti = 254;
    /** TLVs of each answer that takes a message, as they go on the wire. */
    byte[] responseTlvs = {};

    int dropEvery;
    double dropShare;
    int reorder;
    long reorderWithin = 200_000_000L;
    int duplicateEvery;
    int wrongSequenceEvery;
    IdForm messageId = IdForm.DECIMAL;
    long messageIdStart = 1;

    /** What each answer says of the load (congestion_state, SMPP 5.0); negative: nothing. */
    int congestion = -1;
    /** So many submits a second are 100, fewer in proportion; 0: not measured. */
    int congestionAt;

    /** Messages that can be asked about. */
    int keep;

    // Breaking off
    int breakEvery;
    long breakAfter;
    BreakHow breakHow = BreakHow.CLOSE;

    // Receipts
    Wish receipts = Wish.ASKED;
    Wish intermediate = Wish.ASKED;
    Delay receiptAfter = Delay.fixed(java.time.Duration.ofMillis(100));
    /** Nanoseconds that the receipt comes before the response; negative: it comes after. */
    long receiptLead = -1;

    ReceiptBind receiptBind = ReceiptBind.ANY;
    Shares outcomes = Shares.parse("DELIVRD 100");
    Rules<Outcome> outcomeFor = Rules.none();
    ReceiptForm receiptForm = ReceiptForm.STANDARD;
    /** A template with {id} and so on; empty: as the form has it. */
    String receiptText = "";

    String receiptDates = "yyMMddHHmm";
    ZoneId receiptZone = ZoneId.of("UTC");
    boolean receiptUcs2;
    /** Nothing: as in the response. */
    Optional<IdForm> receiptId = Optional.empty();

    boolean receiptMark = true;
    boolean receiptAsDataSm;
    int receiptRepeat;
    int receiptDropEvery;

    // Calling the ESME
    /** Whom to call by outbind when something waits and nobody receives; unresolved. */
    Optional<InetSocketAddress> outbind = Optional.empty();

    String outbindSystemId = "smsc-sim";
    String outbindPassword = "";
    long outbindEvery = 5_000_000_000L;

    // deliver_sm
    int deliverWindow = 10;
    int deliverQueue = 100_000;
    long deliverWithin = 60_000_000_000L;
    long deliverRetryAfter = 1_000_000_000L;
    int deliverAttempts = 5;

    // Mobile originated
    double moRate;
    Optional<Path> moFile = Optional.empty();
    String moFrom = "46700000001";
    String moTo = "12345";
    String moText = "Hello from the simulator";
    boolean loopback;
}
