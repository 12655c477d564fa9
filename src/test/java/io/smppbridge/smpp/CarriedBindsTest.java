package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.ThreadsSince;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Mailbox;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract over Netty where an owner carries its binds itself, and what that owner may rely on. */
@Timeout(60)
class CarriedBindsTest extends ConnectorContract {
    private final ThreadsSince since = ThreadsSince.now();
    private final NettyLoops none = new NettyLoops(0);
    private final Mailbox mailbox = new Mailbox(none.rest());
    private final CountDownLatch left = new CountDownLatch(1);
    private volatile boolean leaving;

    @Override
    Connector.Factory factory(SmscConfig account, int firstSequence) {
        NettyTransport transport = new NettyTransport(account, Ticker.SYSTEM, firstSequence, PduTap.NONE, none);
        return new Connector.Factory() {
            @Override
            public Connector create(Connector.BindAs as, ConnectorListener listener) {
                return transport.create(as, listener, mailbox.rest());
            }
        };
    }

    @BeforeEach
    void anOwner() {
        NamedThreads.single("owner", () -> {
                    while (!leaving) {
                        mailbox.park(Duration.ofSeconds(20).toNanos());
                        mailbox.drain();
                    }
                    mailbox.rest().leave();
                    left.countDown();
                })
                .start();
    }

    @AfterEach
    void leaves() throws InterruptedException {
        closeAll();
        mailbox.post(() -> leaving = true);
        assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(since.names("smpp-io")).isEmpty();
        none.close();
    }

    @Test
    @Tag("C107")
    void no_wake_up_of_an_owner_that_rests_with_its_binds_is_lost() throws InterruptedException {
        int rounds = 20_000;
        AtomicInteger heard = new AtomicInteger();
        for (int i = 0; i < rounds; i++) {
            CountDownLatch told = new CountDownLatch(1);
            mailbox.post(() -> {
                heard.incrementAndGet();
                told.countDown();
            });
            assertThat(told.await(10, TimeUnit.SECONDS)).as("round " + i).isTrue();
        }
        assertThat(heard).hasValue(rounds);
    }
}
