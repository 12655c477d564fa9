package io.smppbridge.smpp;

import io.netty.channel.EventLoop;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Rest;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Makes binds to one SMSC account over Netty, on event loops that all accounts share: a bind has no thread of its own. */
@ThreadSafe
public final class NettyTransport implements Transport {
    private final Setup setup;
    private final AtomicInteger made = new AtomicInteger();

    /**
     * @param smsc whom to call, as whom, and the deadlines of connect, bind and write ({@code answer-within})
     * @param ticker stamps what is read, and tells the deadlines
     * @param tap given every PDU that is written or read
     */
    public NettyTransport(SmscConfig smsc, Ticker ticker, PduTap tap, NettyLoops loops) {
        this(smsc, ticker, 1, tap, loops);
    }

    /** @param firstSequence where the numbers start: for tests of the wrap */
    NettyTransport(SmscConfig smsc, Ticker ticker, int firstSequence, PduTap tap, NettyLoops loops) {
        SmscConfig.Timers timers = smsc.timers();
        Duration shortest = Stream.of(timers.connectWithin(), timers.bindWithin(), timers.answerWithin())
                .min(Duration::compareTo)
                .orElseThrow();
        setup = new Setup(
                new SmscBind.Account(smsc, ticker, new PduTrace(smsc.name())),
                firstSequence,
                smsc.link().tls().map(how -> new Tls(smsc.name(), how)),
                tap,
                loops,
                Duration.ofMillis(Math.max(10, Math.min(500, shortest.toMillis() / 8))));
    }

    @Override
    public Connector create(Connector.BindAs as, ConnectorListener listener) {
        return create(as, listener, Optional.empty(), Optional.empty());
    }

    @Override
    public Connector create(Connector.BindAs as, ConnectorListener listener, Rest owner) {
        return create(
                as,
                listener,
                Optional.empty(),
                owner instanceof CarryingRest carrying ? Optional.of(carrying.loop()) : Optional.empty());
    }

    @Override
    public Connector.Factory over(Socket called) {
        return (as, listener) -> create(as, listener, Optional.of(called), Optional.empty());
    }

    private Connector create(
            Connector.BindAs as, ConnectorListener listener, Optional<Socket> called, Optional<EventLoop> carrier) {
        String name = "smpp-" + setup.account().smsc().name() + "-" + made.incrementAndGet();
        return new NettyConnector(setup, name, as, listener, called, carrier);
    }

    /**
     * What every bind of this account shares.
     *
     * @param lookEvery how often a bind with a deadline is looked at
     */
    record Setup(
            SmscBind.Account account,
            int firstSequence,
            Optional<Tls> tls,
            PduTap tap,
            NettyLoops loops,
            Duration lookEvery) {}
}
