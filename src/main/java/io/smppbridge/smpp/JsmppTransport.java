package io.smppbridge.smpp;

import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Makes binds to one SMSC account over jSMPP. Holds nothing that needs closing: its threads end with the last bind.
 */
@ThreadSafe
public final class JsmppTransport implements Transport {
    private final SmscBind.Account account;
    private final ConnectorWatch watch;
    private final int firstSequence;
    private final Optional<Tls> tls;
    private final PduTap tap;
    private final AtomicInteger made = new AtomicInteger();

    /**
     * @param smsc whom to call, as whom, and the deadlines of connect, bind and write ({@code answer-within})
     * @param ticker stamps what is read, and tells the deadlines
     */
    public JsmppTransport(SmscConfig smsc, Ticker ticker) {
        this(smsc, ticker, 1, PduTap.NONE);
    }

    /** @param tap given every PDU that is written or read */
    public JsmppTransport(SmscConfig smsc, Ticker ticker, PduTap tap) {
        this(smsc, ticker, 1, tap);
    }

    /** @param firstSequence where the numbers start: for tests of the wrap */
    JsmppTransport(SmscConfig smsc, Ticker ticker, int firstSequence) {
        this(smsc, ticker, firstSequence, PduTap.NONE);
    }

    private JsmppTransport(SmscConfig smsc, Ticker ticker, int firstSequence, PduTap tap) {
        this.tap = tap;
        this.firstSequence = firstSequence;
        tls = smsc.link().tls().map(how -> new Tls(smsc.name(), how));
        account = new SmscBind.Account(smsc, ticker, new PduTrace(smsc.name()));
        SmscConfig.Timers timers = smsc.timers();
        Duration shortest = Stream.of(timers.connectWithin(), timers.bindWithin(), timers.answerWithin())
                .min(Duration::compareTo)
                .orElseThrow();
        watch = new ConnectorWatch(
                work -> NamedThreads.single("connector-watch-" + smsc.name(), work), ticker, shortest);
    }

    @Override
    public Connector create(Connector.BindAs as, ConnectorListener listener) {
        return create(as, listener, Optional.empty());
    }

    @Override
    public Connector.Factory over(Socket called) {
        return (as, listener) -> create(as, listener, Optional.of(called));
    }

    private Connector create(Connector.BindAs as, ConnectorListener listener, Optional<Socket> called) {
        Setup setup = new Setup(account, as, firstSequence, tls, tap, called);
        return new JsmppConnector(setup, made.incrementAndGet(), listener, watch);
    }

    /** What every bind of this account shares, and the command it binds with. */
    record Setup(
            SmscBind.Account account,
            Connector.BindAs as,
            int firstSequence,
            Optional<Tls> tls,
            PduTap tap,
            Optional<Socket> called) {}
}
