package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The bind of one session: who it is, as what it is bound, and what it was told. */
@OwnedBy("smsc-sim")
final class BindDesk {
    private final PortCore port;
    private final Session session;
    private Optional<BindMode> mode = Optional.empty();
    private boolean answering;
    private String systemId = "";
    private int version;
    private Outbox outbox;
    private long timers;

    BindDesk(PortCore port, Session session) {
        this.port = port;
        this.session = session;
    }

    Optional<BindMode> mode() {
        return mode;
    }

    boolean submits() {
        return mode.isPresent() && mode.get().submits;
    }

    boolean receives() {
        return mode.isPresent() && mode.get().receives;
    }

    /** What waits for its account, once it is bound. */
    Outbox outbox() {
        if (outbox == null) {
            outbox = port.outbox(systemId);
        }
        return outbox;
    }

    String systemId() {
        return systemId;
    }

    int version() {
        return version;
    }

    /** No optional parameters towards a peer older than 3.4 (SMPP 3.4, 3.2.2). */
    boolean speaksTlvs() {
        return version >= 0x34;
    }

    void arrived(BindMode wanted, ByteBuf in, int at, int length, int sequence) {
        if (mode.isPresent() || answering) {
            refuse(wanted, SmppStatus.RALYBND, sequence);
            return;
        }
        int end = at + length;
        int password = after(in, at + Smpp.HEADER, end);
        int systemType = password < 0 ? -1 : after(in, password, end);
        int version = systemType < 0 ? -1 : after(in, systemType, end);
        if (version < 0 || end - version < 4) {
            refuse(wanted, SmppStatus.RINVCMDLEN, sequence);
            return;
        }
        String who = string(in, at + Smpp.HEADER, password);
        String secret = string(in, password, systemType);
        int theirs = in.getUnsignedByte(version);
        answering = true;
        long wait = port.behaviour.bindAfter.draw(port.random);
        Due answer = Due.of(() -> {
            answering = false;
            int status = judge(wanted, who, secret);
            if (status == SmppStatus.ROK) {
                accept(wanted, who, theirs, sequence);
            } else {
                refuse(wanted, status, sequence);
            }
        });
        if (wait == 0) {
            answer.run();
        } else {
            port.timeline.after(wait, answer);
        }
    }

    private int judge(BindMode wanted, String who, String secret) {
        Behaviour behaviour = port.behaviour;
        if (behaviour.bindStatus != SmppStatus.ROK) {
            return behaviour.bindStatus;
        }
        if (!port.accounts.isEmpty() && !port.accounts.containsKey(who)) {
            return SmppStatus.RINVSYSID;
        }
        if (!port.accounts.isEmpty() && !port.accounts.get(who).equals(secret)) {
            return SmppStatus.RINVPASWD;
        }
        if (!behaviour.bindModes.contains(wanted)) {
            return SmppStatus.RBINDFAIL;
        }
        return behaviour.maxBinds > 0 && port.boundNow() >= behaviour.maxBinds ? SmppStatus.RALYBND : SmppStatus.ROK;
    }

    private void accept(BindMode wanted, String who, int theirs, int sequence) {
        if (!session.isOpen() || !session.isAnswering()) {
            return;
        }
        mode = Optional.of(wanted);
        systemId = who;
        version = theirs;
        port.counters.binds++;
        Wire wire = session.wire();
        int at = wire.begin(wanted.command | Smpp.RESPONSE, SmppStatus.ROK, sequence);
        wire.string(port.behaviour.smscId);
        if (port.behaviour.interfaceVersion != 0 && speaksTlvs()) {
            wire.out()
                    .writeShort(Smpp.TAG_SC_INTERFACE_VERSION)
                    .writeShort(1)
                    .writeByte(port.behaviour.interfaceVersion);
        }
        wire.end(at);
        startTimers();
        port.pump();
        port.mo.changed();
    }

    private void refuse(BindMode wanted, int status, int sequence) {
        if (!session.isOpen() || !session.isAnswering()) {
            return;
        }
        port.counters.bindsRefused++;
        Wire wire = session.wire();
        int at = wire.begin(wanted.command | Smpp.RESPONSE, status, sequence);
        if (port.behaviour.refusalBody) {
            wire.out().writeByte(0);
        }
        wire.end(at);
    }

    void ended() {
        mode = Optional.empty();
        timers++;
    }

    /** Sets the timers of the script afresh; those set before find that they are old. */
    void startTimers() {
        timers++;
        if (mode.isEmpty()) {
            return;
        }
        long mine = timers;
        if (port.behaviour.breakAfter > 0) {
            port.timeline.after(port.behaviour.breakAfter, Due.of(() -> {
                if (mine == timers) {
                    session.breakOff(port.behaviour.breakHow);
                }
            }));
        }
        enquireLater(mine);
    }

    private void enquireLater(long mine) {
        if (port.behaviour.enquireLinkEvery > 0) {
            port.timeline.after(port.behaviour.enquireLinkEvery, Due.of(() -> {
                if (mine == timers && session.isAnswering()) {
                    session.wire().header(Smpp.ENQUIRE_LINK, SmppStatus.ROK, session.nextSequence());
                    enquireLater(mine);
                }
            }));
        }
    }

    private static int after(ByteBuf in, int at, int end) {
        int nul = at < end ? in.indexOf(at, end, (byte) 0) : -1;
        return nul < 0 ? -1 : nul + 1;
    }

    private static String string(ByteBuf in, int at, int after) {
        return in.toString(at, after - 1 - at, StandardCharsets.ISO_8859_1);
    }
}
