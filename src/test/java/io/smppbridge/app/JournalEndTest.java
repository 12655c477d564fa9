package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.journal.JournalException;
import io.smppbridge.settings.JournalConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a journal is closed. */
@Tag("C22")
class JournalEndTest {
    @TempDir
    Path directory;

    private Journal journal() {
        JournalConfig config = new JournalConfig(directory, 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        return Journal.open(config, FileDisk.in(directory), InstantSource.system());
    }

    @Test
    void a_journal_is_left_to_its_thread_until_that_has_ended() {
        Journal journal = journal();
        journal.replay((position, type, payload) -> {});
        try (JournalEnd end = new JournalEnd(journal)) {
            end.free(false);
        }
        journal.write(); // its thread goes on
        assertThatThrownBy(this::journal)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.LOCKED));
        try (JournalEnd end = new JournalEnd(journal)) {
            end.free(true);
        }
        assertThatThrownBy(journal::write)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.CLOSED));
        journal().close();
    }
}
