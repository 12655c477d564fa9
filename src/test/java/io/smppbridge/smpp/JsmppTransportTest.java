package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract over jSMPP, and what is particular to it. */
class JsmppTransportTest extends ConnectorContract {
    private final ThreadsSince since = ThreadsSince.now();

    @Override
    Connector.Factory factory(SmscConfig account, int firstSequence) {
        return new JsmppTransport(account, Ticker.SYSTEM, firstSequence);
    }

    @Test
    @Tag("C108")
    void two_hundred_reconnects_leave_no_thread() {
        Connector.Factory factory = factory(Accounts.at(smsc.port()), 1);
        for (int i = 0; i < 200; i++) {
            Connector c = factory.create(BindAs.TRANSCEIVER, ear);
            c.open();
            smsc.acceptBind();
            ear.next(Ear.Bound.class);
            if (i % 2 == 0) {
                smsc.drop();
            } else {
                c.close("test");
            }
            ear.next(Ear.Closed.class);
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> ours().isEmpty());
    }

    @Test
    @Tag("C108")
    void a_bind_has_one_thread_and_its_factory_one() {
        bound(BindAs.TRANSCEIVER);

        await().untilAsserted(
                        () -> assertThat(ours()).containsExactlyInAnyOrder("smpp-test-1", "connector-watch-test"));
    }

    @Test
    void where_no_thread_can_be_made_a_bind_fails_and_the_next_one_is_watched() {
        AtomicInteger asked = new AtomicInteger();
        ConnectorWatch watch = new ConnectorWatch(
                work -> asked.incrementAndGet() == 1
                        ? new Impossible()
                        : NamedThreads.single("connector-watch-test", work),
                Ticker.SYSTEM,
                Duration.ofSeconds(1));
        SmscBind.Account account = new SmscBind.Account(Accounts.at(smsc.port()), Ticker.SYSTEM, new PduTrace("test"));
        JsmppTransport.Setup setup = new JsmppTransport.Setup(
                account, BindAs.TRANSCEIVER, 1, Optional.empty(), PduTap.NONE, Optional.empty());

        new JsmppConnector(setup, 1, ear, watch).open();
        assertThat(ear.next(Ear.Closed.class).detail()).isEqualTo("no thread");

        Connector next = new JsmppConnector(setup, 2, ear, watch);
        next.open();
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        assertThat(asked).as("threads that watch").hasValue(2);
        next.close("test");
        ear.next(Ear.Closed.class);
    }

    private static final class Impossible extends Thread {
        @Override
        public void start() {
            throw new RejectedExecutionException("no thread");
        }
    }

    /** The transport's threads, and any that jSMPP may have started. */
    private List<String> ours() {
        return since.names().stream()
                .filter(n -> n.startsWith("smpp-test")
                        || n.startsWith("connector-watch")
                        || n.startsWith("pool-")
                        || n.contains("EnquireLink")
                        || n.contains("PDUReader"))
                .toList();
    }
}
