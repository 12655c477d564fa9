package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Tried;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Thousands that connect and say next to nothing. */
@Tag("long")
@Timeout(120)
class SlowStartTest {
    private static final int CROWD = 5_000;
    private static final Duration TIMER = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    @Tag("E-04")
    @Tag("C106")
    @Tag("S-22")
    void five_thousand_that_do_not_bind_are_closed_by_the_timer_and_an_honest_bind_takes_a_moment(TestReporter reporter)
            throws Exception {
        bed = EsmeBed.with(directory, List.of("shop"), "esme.e.unbound-per-address = 10000");
        bed.bound(RawPeer.TRX, "shop").close(); // The password is known from here on.
        warmUp();
        List<SocketChannel> crowd = new ArrayList<>();
        List<Long> honest = new ArrayList<>();
        try {
            long begun = System.nanoTime();
            while (crowd.size() < CROWD) {
                for (int i = 0; i < 100; i++) {
                    crowd.add(oneThatStays());
                }
                honest.add(bindMillis());
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("to connect them all")
                    .isLessThan(TIMER);
            await().until(() -> bed.server.connections() == CROWD);
            long last = System.nanoTime();
            while (bed.server.connections() > 0 && System.nanoTime() - last < 3 * TIMER.toNanos()) {
                honest.add(bindMillis());
                await().pollDelay(Duration.ofMillis(20)).until(() -> true);
            }
            long gone = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - last);
            Collections.sort(honest);
            System.out.printf(
                    "E-04: %d connections without a bind, all closed %d ms after the last; %d honest binds meanwhile,"
                            + " middle %d ms, slowest %d ms%n",
                    CROWD, gone, honest.size(), honest.get(honest.size() / 2), honest.get(honest.size() - 1));
            for (SocketChannel peer : crowd) {
                assertThat(peer.read(ByteBuffer.allocate(1))).as("closed").isNegative();
            }
            assertThat(gone).isBetween(TIMER.toMillis() - 5_000, TIMER.toMillis() + 2_000);
            assertThat(honest.size()).isGreaterThan(75); // 50 while they come, the rest while they go.
            assertThat(honest.get(honest.size() - 1))
                    .as("slowest honest bind, ms")
                    .isLessThanOrEqualTo(100);
            Tried.times(honest.size())
                    .faults(crowd.size())
                    .note("honest binds beside connections that never bind: slowest " + honest.get(honest.size() - 1)
                            + " ms; all of these closed " + gone + " ms after the last came")
                    .tell(reporter);
        } finally {
            for (SocketChannel peer : crowd) {
                peer.close();
            }
        }
    }

    /** The crowd's cost is asked for, not that of code which runs for the first time. */
    private void warmUp() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            oneThatStays().close();
            if (i % 20 == 0) {
                bindMillis();
            }
        }
        await().until(() -> bed.server.connections() == 0);
    }

    /** Begins a length, and says no more. */
    private SocketChannel oneThatStays() throws IOException {
        SocketChannel peer = SocketChannel.open();
        peer.setOption(StandardSocketOptions.SO_LINGER, 0);
        peer.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), bed.port()));
        peer.write(ByteBuffer.wrap(new byte[1]));
        return peer;
    }

    private long bindMillis() throws Exception {
        long begun = System.nanoTime();
        RawPeer peer = bed.bound(RawPeer.TRX, "shop");
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        peer.close();
        await().until(() -> bed.server.binds().values().stream().allMatch(binds -> binds == 0));
        return took;
    }
}
