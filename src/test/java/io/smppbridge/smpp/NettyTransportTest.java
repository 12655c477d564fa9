package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract over Netty, and what is particular to it. */
class NettyTransportTest extends ConnectorContract {
    private final NettyLoops loops = new NettyLoops(2);

    @Override
    Connector.Factory factory(SmscConfig account, int firstSequence) {
        return new NettyTransport(account, Ticker.SYSTEM, firstSequence, PduTap.NONE, loops);
    }

    @AfterEach
    void endLoops() {
        closeAll();
        loops.close();
    }

    @Test
    @Tag("C108")
    void many_binds_have_two_threads_and_reconnects_add_none() {
        Connector.Factory factory = factory(Accounts.at(smsc.port()), 1);
        for (int i = 0; i < 60; i++) {
            Connector c = factory.create(BindAs.TRANSCEIVER, ear);
            c.open();
            smsc.acceptBind();
            ear.next(Ear.Bound.class);
            if (i % 3 == 0) {
                smsc.drop();
            } else if (i % 3 == 1) {
                c.close("test");
            } else {
                continue; // stays
            }
            ear.next(Ear.Closed.class);
        }
        assertThat(ours()).containsExactlyInAnyOrder("smpp-io-1", "smpp-io-2");
        loops.close();
        await().atMost(Duration.ofSeconds(10)).until(() -> ours().isEmpty());
        for (int i = 0; i < 20; i++) {
            ear.next(Ear.Closed.class);
        }
    }

    @Test
    void after_the_loops_have_ended_a_bind_says_so_at_once() {
        loops.close();
        Connector c = factory(Accounts.at(smsc.port()), 1).create(BindAs.TRANSMITTER, ear);

        c.open();

        assertThat(ear.next(Ear.Closed.class).detail()).isEqualTo("the bridge has stopped");
    }

    /** The transport's threads. */
    private static List<String> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(n -> n.startsWith("smpp-"))
                .toList();
    }
}
