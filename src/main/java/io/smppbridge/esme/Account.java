package io.smppbridge.esme;

import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.AllowedSenders;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.Rate;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.wire.AddressRange;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An account that may bind, as long as it is configured: its terms, its sessions, its way in and its way back. */
@ThreadSafe
final class Account {
    private final String name;
    private final Doors doors;
    private final Binds binds;
    private final MoReferences references = new MoReferences();
    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final Gathering gathering = new Gathering();
    private final Multis multis = new Multis();
    private final PartlyTaken partlyTaken = new PartlyTaken();
    private volatile Terms terms;

    /**
     * What it has of the rest of the bridge.
     *
     * @param tap of its PDU log
     */
    record Doors(MiddleWare sending, Messages asking, PduTap tap) {}

    /** What the configuration says, made ready. */
    private record Terms(
            EsmeAccount config,
            List<PasswordHash> passwords,
            List<AddressRange> addresses,
            Rate rate,
            ReceiptWords words) {}

    Account(String name, EsmeAccount config, Doors doors, Binds binds, Rate rate) {
        this.name = name;
        this.doors = doors;
        this.binds = binds;
        apply(config, rate);
    }

    /** Other terms from now on, for the binds that stand, too. */
    void apply(EsmeAccount esme, Rate rate) {
        Terms old = terms;
        boolean sameRate = old != null && old.config.rate() == esme.rate();
        terms = new Terms(
                esme,
                esme.passwordHashes().stream()
                        .map(PasswordHash::parse)
                        .flatMap(Optional::stream)
                        .toList(),
                esme.addresses().stream()
                        .map(AddressRange::parse)
                        .flatMap(Optional::stream)
                        .toList(),
                sameRate ? old.rate : rate,
                new ReceiptWords(esme.receipts()));
        binds.window(esme.deliverWindow());
    }

    String name() {
        return name;
    }

    EsmeAccount config() {
        return terms.config;
    }

    /** How its receipts are written. */
    ReceiptWords words() {
        return terms.words;
    }

    MiddleWare door() {
        return doors.sending();
    }

    Multis multis() {
        return multis;
    }

    PartlyTaken partlyTaken() {
        return partlyTaken;
    }

    Messages messages() {
        return doors.asking();
    }

    PduTap tap() {
        return doors.tap();
    }

    /** Parts that it has cut itself, while they are put together. */
    Gathering gathering() {
        return gathering;
    }

    /** What names the parts of the long messages that it is sent. */
    MoReferences references() {
        return references;
    }

    /** Its receiving binds. */
    Binds binds() {
        return binds;
    }

    List<PasswordHash> passwords() {
        return terms.passwords;
    }

    boolean mayComeFrom(InetAddress address) {
        Terms now = terms;
        return now.config.addresses().isEmpty() || now.addresses.stream().anyMatch(range -> range.contains(address));
    }

    /** Whether its rate allows so many messages now; then they are taken off it. */
    boolean takeRate(int count) {
        return terms.rate.take(count);
    }

    /** Whether it may send in the name of an address. */
    boolean maySendAs(String number) {
        return AllowedSenders.allow(terms.config.senders(), number);
    }

    /** One more bind; false when there are as many as it may have. */
    synchronized boolean enter(Session session) {
        if (sessions.size() >= terms.config.binds()) {
            return false;
        }
        sessions.add(session);
        return true;
    }

    /** The session has ended. */
    void leave(Session session) {
        sessions.remove(session);
        binds.remove(session);
    }

    /** All its sessions, transmitters too. */
    Set<Session> sessions() {
        return sessions;
    }
}
