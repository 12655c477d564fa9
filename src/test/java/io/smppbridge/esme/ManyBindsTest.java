package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.ThreadsSince;
import io.smppbridge.settings.PasswordHash;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All connections of an ESME come at once after a restart of the bridge, which remembers no password yet. */
@Timeout(120)
class ManyBindsTest {
    private static final int BINDS = 60;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    @Tag("S2.3")
    void a_password_that_waits_to_be_checked_many_times_is_checked_once() throws Exception {
        PasswordHash hash = PasswordHash.create("secret", new SecureRandom());
        bed = EsmeBed.with(
                directory,
                List.of("shop"),
                "account.crowd.esme.system-id = crowd",
                "account.crowd.esme.password-hash = " + hash,
                "account.crowd.esme.binds = " + BINDS);
        assertThat(hash.matches("secret")).isTrue();
        long before = THREADS.getCurrentThreadCpuTime();
        assertThat(hash.matches("secret")).isTrue();
        long once = THREADS.getCurrentThreadCpuTime() - before;

        List<RawPeer> peers = new ArrayList<>();
        for (int i = 0; i < BINDS; i++) {
            peers.add(new RawPeer(bed.port()).write(RawPeer.bind(RawPeer.TX, "crowd", "secret", i + 1)));
        }
        for (int i = 0; i < BINDS; i++) {
            RawPeer.Pdu answer = peers.get(i).read();
            assertThat(answer.status()).isZero();
            assertThat(answer.sequence()).isEqualTo(i + 1);
        }
        assertThat(since.ids("esme-password")).isNotEmpty();
        assertThat(checking())
                .as("nanoseconds, of which one check takes %d", once)
                .isLessThan(10 * once);
        for (RawPeer peer : peers) {
            peer.close();
        }
    }

    /** Processor time of the threads that check passwords. */
    private long checking() {
        return Arrays.stream(since.ids("esme-password"))
                .map(THREADS::getThreadCpuTime)
                .sum();
    }
}
