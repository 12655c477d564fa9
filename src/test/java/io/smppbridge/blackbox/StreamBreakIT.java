package io.smppbridge.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.journal.JournalException;
import io.smppbridge.records.Chronicle;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.simulator.SimulatorConfig;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A stream whose connection breaks again and again. */
@Tag("crowd")
class StreamBreakIT {
    private static final int BREAKS = 100;
    private static final int PER_SECOND = 1_000;
    private static final int MOST_BETWEEN_MS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    @Tag("A-12")
    void after_a_hundred_breaks_each_message_of_the_stream_is_in_the_journal_once(TestReporter reporter)
            throws Exception {
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Ledger ledger = broken(bed, BREAKS);
            Map<String, Integer> journaled = journaled();
            bed.report("A-12, " + BREAKS + " breaks, seed " + seed, ledger);
            assertThat(ledger.accepted()).isGreaterThan(10 * BREAKS);
            assertThat(ledger.isExact()).as("seed %d: %s", seed, ledger).isTrue();
            assertThat(journaled).as("seed %d", seed).hasSize(ledger.accepted());
            assertThat(journaled.values()).as("seed %d", seed).containsOnly(1);
            Tried.times(ledger.accepted())
                    .faults(BREAKS)
                    .lost(ledger.accepted() - journaled.size())
                    .doubled(journaled.values().stream()
                            .mapToLong(times -> times - 1)
                            .sum())
                    .refused(bed.callers.refused().size())
                    .note("each number once in the journal, and at the SMSC")
                    .tell(reporter);
        }
    }

    @Test
    @Tag("long")
    @Tag("A-12")
    void a_journal_whose_forces_do_nothing_is_found_to_lack_them(TestReporter reporter) throws Exception {
        LyingDisk.Lie lie = LyingDisk.Lie.FORCE_DOES_NOTHING;
        try (Bed bed = new Bed(directory, SimulatorConfig.forTests("a"))) {
            Ledger ledger = broken(bed.jvm(LyingDisk.options(lie)).withoutJournal(), 10);
            Teeth.bitten(
                    reporter, "breaks of a stream", lie, ledger.accepted(), ledger.accepted() - journaledIfReadable());
        }
    }

    /** A stream that breaks so often, and is settled; then the bridge is killed. */
    private Ledger broken(Bed bed, int breaks) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Child child = bed.with("intake.tcp.enabled", "true")
                .with("intake.tcp.port", Integer.toString(port))
                .with("journal.segment-size", "64M")
                .start();
        StreamFeed feed = new StreamFeed(port, bed.platform.key(), bed.callers, 1, PER_SECOND);
        for (int i = 0; i < breaks; i++) {
            pause();
            feed.cut();
        }
        Awaitility.await().atMost(PATIENCE).until(() -> bed.callers.accepted().size() > 10 * breaks);
        feed.pause(true);
        Awaitility.await().atMost(PATIENCE).until(feed::isSettled);
        feed.end();
        Ledger ledger = bed.settled(PATIENCE);
        child.kill();
        return ledger;
    }

    /** A break comes at any time: time itself is the case here. */
    private void pause() {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(MOST_BETWEEN_MS));
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private int journaledIfReadable() {
        try {
            return journaled().size();
        } catch (JournalException damaged) {
            return 0; // no start would read it either
        }
    }

    /** How often each text was accepted, as the journal has it. */
    private Map<String, Integer> journaled() {
        Map<String, Integer> texts = new HashMap<>();
        Chronicle.Kept journal = new Chronicle.Kept(directory.resolve("journal"), JournalKeys.NONE);
        Chronicle.read(journal, new Chronicle.Reader() {
            @Override
            public void begun(boolean nothingForgotten) {
                assertThat(nothingForgotten).isTrue();
            }

            @Override
            public void accepted(TaskId id, String smsc, OutboundSms sms) {
                texts.merge(sms.text(), 1, Integer::sum);
            }

            @Override
            public void taken(TaskId id, String messageId, boolean all) {}

            @Override
            public void unanswered(TaskId id) {}

            @Override
            public void moved(TaskId id, String smsc) {}

            @Override
            public void ended(TaskId id, MessageState state) {}
        });
        return texts;
    }
}
