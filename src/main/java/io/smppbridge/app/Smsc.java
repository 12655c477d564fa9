package io.smppbridge.app;

import io.smppbridge.connector.Alert;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.Rest;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.InboundDoor;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.receiver.Receiver;
import io.smppbridge.sender.Flights;
import io.smppbridge.sender.LanePace;
import io.smppbridge.sender.SenderGroup;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.smpp.Transport;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Everything of one SMSC account that runs: its senders, and its part of the receiver. */
@OwnedBy("whoever starts, reloads or stops the bridge: one at a time")
final class Smsc {
    /**
     * What all accounts share.
     *
     * @param receiver the one receiver thread
     * @param loops carry the binds over Netty
     */
    record Shared(
            Pipeline pipeline,
            BridgeStats stats,
            Flights.Factory flights,
            Receiver receiver,
            InstantSource clock,
            Ticker ticker,
            RandomGenerator random,
            PduLogs pduLogs,
            BeforeSubmit before,

            NettyLoops loops) {}

    private final Shared shared;
    private final SenderGroup senders;
    private volatile SmscConfig config;
    private final Map<String, Flights> notes;

    /**
     * @param notes flight notes by worker and size, of a set of senders that has ended, or none: they are used again
     * @param pace what all sets of senders of this account keep to
     */
    Smsc(SmscConfig config, Shared shared, Map<String, Flights> notes, LanePace pace) {
        this.config = config;
        this.notes = notes;
        this.shared = shared;
        this.senders = new SenderGroup(
                config,
                transport(config),
                new SenderGroup.Wiring(
                        shared.pipeline().bag(config.name()),
                        shared.pipeline().tasks(),
                        shared.pipeline().outcomes(),
                        inlet(config.name()),
                        shared.stats().smsc(config.name()),
                        this::flights,
                        shared.clock(),
                        shared.ticker(),
                        shared.random().nextLong(),
                        shared.pipeline()::quietHours,
                        shared.before(),
                        this::rest),
                pace);
    }

    /** What its workers noted in; free for others when all have ended. */
    Map<String, Flights> notes() {
        return notes;
    }

    SmscConfig config() {
        return config;
    }

    /** Opens its binds; nothing is taken to be sent before {@link #start}. */
    void bind() {
        senders.bind();
        receive();
    }

    /** After {@link #bind}. */
    void start() {
        senders.start();
    }

    /** Takes live changes over. */
    void apply(SmscConfig changed) {
        config = changed;
        senders.apply(changed, transport(changed));
        receive();
    }

    /** Asks about a message that it has taken. Any thread. */
    void ask(Operation operation, Consumer<OperationAnswer> answer) {
        senders.ask(operation, answer);
    }

    /** Begins to end: no new submissions, windows drain. */
    void drain(Duration within) {
        senders.drain(within);
        shared.receiver().forget(config.name());
    }

    boolean awaitEnd(Duration within) throws InterruptedException {
        return senders.awaitEnd(within);
    }

    String status() {
        return senders.status();
    }

    private void receive() {
        shared.receiver()
                .serve(
                        config,
                        transport(config),
                        inlet(config.name()),
                        shared.stats().smsc(config.name()));
    }

    private Flights flights(String worker, int slots) {
        return notes.computeIfAbsent(worker + "/" + slots, n -> shared.flights().open(worker, slots));
    }

    /** It has called by outbind: its receiver binds on that connection. */
    void called(Socket connection) {
        shared.receiver().called(config.name(), transport(config).over(connection));
    }

    /** Where a sender waits: only what goes over Netty can be carried there. */
    private Rest rest() {
        return config.link().transport() == TransportKind.NETTY ? shared.loops().rest() : Rest.asleep();
    }

    private Transport transport(SmscConfig of) {
        return Transport.of(of, shared.ticker(), shared.pduLogs().tap(of.name()), shared.loops());
    }

    private Inlet inlet(String smsc) {
        InboundDoor door = shared.pipeline().inbound();
        return new Inlet() {
            @Override
            public boolean offer(Delivery delivery, Answer answer) {
                return door.offer(smsc, delivery, answer);
            }

            @Override
            public boolean alert(Alert alert) {
                return door.alert(smsc, alert);
            }
        };
    }
}
