package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.ThreadsSince;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.List;
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
