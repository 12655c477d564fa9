package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** All that one port knows, for its sessions and desks to share. */
@OwnedBy("smsc-sim")
final class PortCore {
    final String name;
    final Behaviour behaviour = new Behaviour();
    final Counters counters = new Counters();
    final Timeline timeline;
    final Memory memory;
    final SplittableRandom random;
    final Map<String, String> accounts;
    /** Every connection, bound or not. */
    final List<Session> sessions = new ArrayList<>();

    final Receipts receipts = new Receipts(this);
    final SubmitDesk desk = new SubmitDesk(this);
    final StoreDesk store = new StoreDesk(this);
    final MoSource mo = new MoSource(this);
    final Outbind outbind = new Outbind(this);
    private final Map<String, Outbox> outboxes = new HashMap<>();
    private final List<Outbox> everyOutbox = new ArrayList<>();
    private int connected;

    PortCore(
            SimulatorConfig.PortConfig port,
            SimulatorConfig config,
            Timeline timeline,
            Optional<CaptureFile> capture,
            Optional<MessageLog> messages) {
        this.name = port.name();
        this.timeline = timeline;
        this.accounts = config.accounts();
        this.memory = new Memory(name, config, capture, messages);
        this.random = new SplittableRandom(config.seed() * 31 + name.hashCode());
        port.behaviour().forEach((key, value) -> BehaviourKeys.set(behaviour, key, value));
        desk.numberFrom(behaviour.messageIdStart);
    }

    void set(String key, String value) {
        BehaviourKeys.set(behaviour, key, value);
        changed(key);
    }

    /** Lets a changed key show at once where it would not by itself. */
    void changed(String key) {
        if (key.equals("message-id-start")) {
            desk.numberFrom(behaviour.messageIdStart);
        }
        if (key.startsWith("mo-")) {
            mo.changed();
        }
        for (Session session : new ArrayList<>(sessions)) {
            session.behaviourChanged();
        }
        pump();
    }

    int nextConnection() {
        counters.connections++;
        return ++connected;
    }

    int boundNow() {
        int bound = 0;
        for (Session session : sessions) {
            bound += session.mode().isPresent() ? 1 : 0;
        }
        return bound;
    }

    boolean hasReceiver() {
        for (Session session : sessions) {
            if (session.receivesFor("")) {
                return true;
            }
        }
        return false;
    }

    /** Of an account, or with an empty name of anyone who receives. */
    Outbox outbox(String systemId) {
        return outboxes.computeIfAbsent(systemId, id -> {
            Outbox made = new Outbox(this, id);
            everyOutbox.add(made);
            return made;
        });
    }

    void pump() {
        for (int i = 0; i < everyOutbox.size(); i++) { // at every answer: without an iterator
            everyOutbox.get(i).pump();
        }
    }

    /** A subscriber can be reached again (SMPP 3.4, 4.12.1): told to everyone who receives, and answered by nobody. */
    void alert(ReceivedSubmit.Party subscriber, ReceivedSubmit.Party esme) {
        for (Session session : sessions) {
            if (session.receivesFor("")) {
                Wire wire = session.wire();
                int at = wire.begin(Smpp.ALERT_NOTIFICATION, SmppStatus.ROK, session.nextSequence());
                wire.out().writeByte(subscriber.ton()).writeByte(subscriber.npi());
                wire.string(subscriber.address());
                wire.out().writeByte(esme.ton()).writeByte(esme.npi());
                wire.string(esme.address());
                wire.out().writeShort(Smpp.TAG_MS_AVAILABILITY).writeShort(1).writeByte(0);
                wire.end(at);
            }
        }
    }

    int waiting() {
        int waiting = 0;
        for (Outbox outbox : outboxes.values()) {
            waiting += outbox.size();
        }
        return waiting;
    }

    /** True once in {@code every} calls. */
    static boolean isTurn(long count, int every) {
        return every > 0 && count % every == 0;
    }

    boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }
}
