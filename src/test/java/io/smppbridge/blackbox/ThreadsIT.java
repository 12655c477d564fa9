package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** How the threads of a bridge fare under load, while its SMSC breaks off and its configuration changes. */
@Tag("crowd")
class ThreadsIT {
    @TempDir
    Path directory;

    @Test
    @Tag("H-04")
    void under_load_and_faults_no_thread_stands_before_a_lock_or_in_a_cycle(TestReporter reporter) throws Exception {
        long samples = faults(6, "jsmpp").samples();
        Tried.times(samples)
                .faults(6)
                .note("samples of all threads of a process under load")
                .tell(reporter);
    }

    @Test
    @Tag("long")
    @Tag("H-04")
    void under_minutes_of_load_and_faults_no_thread_stands_before_a_lock_or_in_a_cycle(TestReporter reporter)
            throws Exception {
        long samples = faults(150, "jsmpp").samples() + faults(150, "netty").samples();
        Tried.times(samples)
                .faults(300)
                .note("samples of all threads, over both transports")
                .tell(reporter);
    }

    @Test
    @Tag("H-06")
    void nothing_waits_on_an_event_loop(TestReporter reporter) throws Exception {
        Child.Watched watched = faults(6, "netty", LoopHound.options());
        Tried.times(6)
                .faults(6)
                .note("an agent looked at each call that may wait; none on a loop")
                .tell(reporter);
        assertThat(watched.findings()).isEmpty();
    }

    /** Load from HTTP and from within, an SMSC that breaks off in turns by each way, and a reload at each. */
    private Child.Watched faults(int faults, String transport, String... jvm) throws Exception {
        BreakHow[] ways = {BreakHow.RST, BreakHow.CLOSE, BreakHow.UNBIND};
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a").with("respond-after", "5ms..30ms"))) {
            bed.with("smsc.a.bag", "2000").with("smsc.a.transport", transport);
            Child child = bed.jvm(jvm).start();
            AtomicInteger next = new AtomicInteger(1);
            Platform.Load load = bed.platform.load(child.httpPort(), next, 5, 2);
            child.tell("load 1000001 5");
            for (int i = 0; i < faults; i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(400));
                bed.sim.first().breakAll(ways[i % ways.length]);
                bed.with("smsc.a.window", Integer.toString(15 + i % 10)).write();
                assertThat(child.reload()).startsWith("true");
            }
            load.end();
            bed.awaitSubmits(100, Duration.ofSeconds(30));
            Child.Watched watched = child.watched();
            assertThat(watched.findings()).isEmpty();
            assertThat(watched.samples()).isGreaterThan(20);
            if (jvm.length > 0) {
                child.tell("plant");
                assertThat(child.watched().findings()).contains("smpp-io-n calls jdk.internal.misc.Unsafe#park");
                child.kill();
            }
            return watched;
        }
    }
}
