package io.smppbridge.simulator;

import io.netty.channel.Channel;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One port of a running simulator, steered from a test or from HTTP.
 *
 * <p>A change holds for what arrives after the method has returned. All methods may be called from any thread but the
 * simulator's own.
 */
@ThreadSafe
public final class SimulatedPort {
    private final SmscSimulator simulator;
    private final PortCore core;
    private volatile int number;
    private Optional<Channel> listener = Optional.empty();
    /** Has the port's number while nothing listens, or the system would give it to a connection of somebody else. */
    private Optional<Channel> keeper = Optional.empty();

    SimulatedPort(SmscSimulator simulator, PortCore core, int number) {
        this.simulator = simulator;
        this.core = core;
        this.number = number;
    }

    public String name() {
        return core.name;
    }

    /** The TCP port; it stays the same when the port stops listening and listens again. */
    public int number() {
        return number;
    }

    // ---- the script, live

    /**
     * Changes one key of the script, as in config/smsc-sim.properties.
     *
     * @throws IllegalArgumentException naming key, value and expectation; nothing is changed then
     */
    public SimulatedPort set(String key, String value) {
        return then(() -> core.set(key, value));
    }

    /** Answers each submit after this long. */
    public SimulatedPort respondAfter(Duration delay) {
        return then(() -> {
            core.behaviour.respondAfter = Delay.fixed(delay);
            core.changed("respond-after");
        });
    }

    /** More than this in any sliding second get RTHROTTLED; 0 is unlimited. */
    public SimulatedPort rate(int perSecond) {
        return set("rate", Integer.toString(perSecond));
    }

    /** Binds are answered with this status; 0 accepts them again. */
    public SimulatedPort bindStatus(int status) {
        return set("bind-status", Integer.toString(status));
    }

    /** Destinations of this pattern ({@code *}, {@code ?}) are refused, after the patterns that are there already. */
    public SimulatedPort refuse(String pattern, int status) {
        return then(() -> core.behaviour.refuse = core.behaviour.refuse.plus(pattern, status));
    }

    /** All are refused with this status from now on; 0 accepts them again. */
    public SimulatedPort refuseAll(int status) {
        return then(() -> core.behaviour.refuse =
                status == 0 ? Rules.none() : Rules.<Integer>none().plus("*", status));
    }

    public SimulatedPort silence(Silence silence) {
        return set("silence", BehaviourKeys.name(silence));
    }

    /** Reads on and answers nothing at all. */
    public SimulatedPort stopAnswering() {
        return silence(Silence.EVERYTHING);
    }

    /** Answers what comes from now on; what came before stays unanswered. */
    public SimulatedPort answerAgain() {
        return silence(Silence.NONE);
    }

    // ---- connections

    /** Ends every connection in this way. */
    public SimulatedPort breakAll(BreakHow how) {
        return then(() -> new ArrayList<>(core.sessions).forEach(session -> session.breakOff(how)));
    }

    /** Ends the connections that are bound so, in this way. */
    public SimulatedPort breakBinds(BindMode mode, BreakHow how) {
        return then(() -> new ArrayList<>(core.sessions)
                .stream()
                        .filter(session -> session.mode().filter(mode::equals).isPresent())
                        .forEach(session -> session.breakOff(how)));
    }

    /** Resets every connection (TCP RST). */
    public SimulatedPort dropAllBinds() {
        return breakAll(BreakHow.RST);
    }

    /** Sends unbind on every connection. */
    public SimulatedPort unbindAll() {
        return breakAll(BreakHow.UNBIND);
    }

    /** New connections are refused by TCP; those that exist stay. */
    public void stopListening() {
        synchronized (this) {
            if (listener.isPresent()) {
                listener.get().close().awaitUninterruptibly();
                listener = Optional.empty();
                keeper = simulator.keep(number);
            }
        }
    }

    /** Takes connections again, on the same port. */
    public void listen() throws IOException {
        synchronized (this) {
            if (listener.isEmpty()) {
                Channel channel = simulator.bind(number, simulator.sessions(core));
                number = SmscSimulator.number(channel);
                listener = Optional.of(channel);
                keeper.ifPresent(Channel::close);
                keeper = Optional.empty();
            }
        }
    }

    /** Writes these bytes to every connection, whatever they are. */
    public SimulatedPort sendRaw(byte[] bytes) {
        return then(() -> core.sessions.forEach(session -> session.wire().raw(bytes)));
    }

    // ---- towards the ESME

    /** A text from a subscriber to any bind that receives; long ones as parts with UDH. Gives the number of parts. */
    public int sendMo(String from, String to, String text) {
        return simulator.call(() -> core.mo.send(Optional.empty(), from, to, text));
    }

    /** The same to the binds of one account; it waits while there is none. */
    public int sendMo(String systemId, String from, String to, String text) {
        return simulator.call(() -> core.mo.send(Optional.of(systemId), from, to, text));
    }

    /** A deliver_sm with exactly these fields, to any bind that receives. */
    public SimulatedPort sendDeliver(
            ReceivedSubmit.Party from, ReceivedSubmit.Party to, int esmClass, int dataCoding, byte[] shortMessage) {
        return sendDeliver(from, to, esmClass, dataCoding, shortMessage, new byte[0]);
    }

    /** The same with optional parameters as they shall be on the wire. */
    public SimulatedPort sendDeliver(
            ReceivedSubmit.Party from,
            ReceivedSubmit.Party to,
            int esmClass,
            int dataCoding,
            byte[] shortMessage,
            byte[] tlvs) {
        if (shortMessage.length > 255) {
            throw new IllegalArgumentException("shortMessage of " + shortMessage.length
                    + " octets, expected at most 255; more goes into the TLV message_payload, or into sendRaw");
        }
        boolean receipt = (esmClass & (Smpp.ESM_RECEIPT | Smpp.ESM_INTERMEDIATE)) != 0;
        Delivery.Content content =
                new Delivery.Content(receipt, from, to, esmClass, dataCoding, shortMessage.clone(), tlvs.clone());
        return then(() -> {
            if (receipt) {
                core.receipts.sendContent(Optional.empty(), content);
            } else {
                core.mo.sendContent(Optional.empty(), content);
            }
        });
    }

    /** A subscriber can be reached again (alert_notification), said on every bind that receives. */
    public SimulatedPort sendAlert(String subscriber, String esmeAddress) {
        return then(() -> core.alert(MoSource.party(subscriber), MoSource.party(esmeAddress)));
    }

    /** A receipt by hand: its id as it shall be written, in the port's receipt form. */
    public SimulatedPort sendReceipt(String messageId, Outcome outcome, String submitSource, String submitDestination) {
        return then(() -> core.receipts.send(
                Optional.empty(), messageId, outcome, MoSource.party(submitDestination), MoSource.party(submitSource)));
    }

    /** A receipt by hand for a recorded submit, to the account that sent it. */
    public SimulatedPort sendReceipt(ReceivedSubmit submit, Outcome outcome) {
        return then(() -> core.receipts.send(
                Optional.of(submit.systemId()), submit.messageId(), outcome, submit.destination(), submit.source()));
    }

    // ---- what was seen

    /** The last submits, oldest first, at most {@link SimulatorConfig#record()} of them. */
    public List<ReceivedSubmit> submits() {
        return simulator.call(core.memory::submits);
    }

    /** How a kept message stands (DELIVRD, ENROUTE, …) and its text now, by its message_id; empty when it is not kept. */
    public Optional<Map.Entry<String, byte[]>> kept(String messageId) {
        return simulator.call(() -> core.store
                .find(messageId)
                .map(message -> Map.entry(message.state().name(), message.text.clone())));
    }

    /** The last PDUs, oldest first, at most as many as the capture ring holds; what is buffered for the file is written. */
    public List<CapturedPdu> captured() {
        return simulator.call(core.memory::pdus);
    }

    /** Forgets recorded submits and PDUs; counters stay. */
    public SimulatedPort forget() {
        return then(core.memory::clear);
    }

    /** All counters. */
    public PortReport report() {
        return simulator.call(this::reportHere);
    }

    /** Binds at this moment. */
    public int bindsNow() {
        return simulator.call(core::boundNow);
    }

    PortReport reportHere() {
        Counters c = core.counters;
        List<PortReport.Bound> bound = new ArrayList<>();
        int undelivered = 0;
        for (Session session : core.sessions) {
            undelivered += session.undelivered();
            if (session.mode().isPresent()) {
                bound.add(session.report());
            }
        }
        Map<String, Long> refused = new TreeMap<>();
        c.refused.forEach((status, count) -> refused.put(SmppStatus.name(status), count));
        return new PortReport(
                core.name,
                number,
                new PortReport.Sessions(
                        bound.size(),
                        c.binds,
                        c.bindsRefused,
                        c.connections,
                        c.enquireLinks,
                        c.nacksSent,
                        c.nacksReceived,
                        c.framingErrors,
                        bound),
                new PortReport.Submits(
                        c.submits,
                        c.accepted,
                        refused,
                        c.throttled,
                        c.queueFull,
                        c.dropped,
                        c.silenced,
                        c.arrivals.most(),
                        c.acceptances.most(),
                        c.mostUnanswered,
                        c.windowViolations,
                        c.firstSubmit,
                        c.lastSubmit()),
                new PortReport.Delivered(c.receiptsDue, c.receiptsSent, c.receiptsAcked, c.receiptsRefused),
                new PortReport.Delivered(c.moDue, c.moSent, c.moAcked, c.moRefused),
                new PortReport.Waiting(
                        core.waiting(),
                        undelivered,
                        c.deliverReturned,
                        c.deliverTimeouts,
                        c.deliverGivenUp,
                        c.deliverOverflow));
    }

    PortCore core() {
        return core;
    }

    private SimulatedPort then(Runnable work) {
        return simulator.call(() -> {
            work.run();
            return this;
        });
    }
}
