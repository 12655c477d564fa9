package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bridge that has nothing to do keeps its journal's directory, however its journal thread waits. */
class KeptDirectoryTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"park", "spin"})
    void a_lock_file_that_is_deleted_is_made_anew_while_nothing_comes(String idle) throws Exception {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.wait = " + idle)) {
            Path lock = rig.config.journal().directory().resolve("journal.lock");
            Files.delete(lock);
            Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> Files.exists(lock));
            assertThat(rig.fatal.get()).isNull();
        }
    }
}
