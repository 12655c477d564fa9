package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Logged;
import io.smppbridge.OnDisk;
import io.smppbridge.OutboundSms;
import io.smppbridge.app.Bridge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator has a number erased, and searches the directory. */
@Tag("S-49")
@Tag("crowd")
class EraseIT {
    private static final String NUMBER = "46701234567";

    @TempDir
    Path directory;

    private Path file;

    private Typed typed(Bridge bridge, String... words) {
        return SmallBridge.ask(file, bridge, words);
    }

    @Test
    void after_it_is_reported_as_done_a_search_of_the_directory_finds_nothing() throws Exception {
        file = SmallBridge.file(directory, 1, "bridge.drain-within = 0s");
        try (Logged log = Logged.of("io.smppbridge.pipeline.Erasures");
                Bridge bridge = Bridge.start(file)) {
            bridge.middleWare()
                    .send(OutboundSms.to("+" + NUMBER)
                            .from("72404")
                            .text("Words to forget")
                            .build())
                    .get(10, TimeUnit.SECONDS);
            assertThat(OnDisk.filesWith(directory, NUMBER)).isNotEmpty();
            assertThat(typed(bridge, "erase", "list").out())
                    .contains("no order to erase is open, and none was done within a week");
            String ordered = typed(bridge, "erase", "+" + NUMBER, "--withdraw").out();
            assertThat(ordered).startsWith("ordered, ");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> typed(bridge, "erase", "list").out().contains("  done "));
            String id = ordered.substring("ordered, ".length(), ordered.indexOf(';'));
            assertThat(log.lines()).anyMatch(line -> line.startsWith("erase " + id + ": done"));
            assertThat(OnDisk.filesWith(directory, NUMBER)).isEmpty();
            assertThat(OnDisk.filesWith(directory, "Words to forget")).isEmpty();
            for (String wrong : List.of("Acme", "1", "+12", "123456789012345678901")) {
                Typed refused = typed(bridge, "erase", wrong);
                assertThat(refused.code()).as(wrong).isEqualTo(Exit.USAGE);
                assertThat(refused.err()).contains("NUMBER " + wrong + ", expected 3..20 digits");
            }
        }
    }
}
