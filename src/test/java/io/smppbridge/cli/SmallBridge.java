package io.smppbridge.cli;

import io.smppbridge.app.Bridge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The smallest bridge that an operator may ask: one SMSC, a journal of small segments, no way in but the one in process. */
final class SmallBridge {
    private SmallBridge() {}

    /**
     * Its configuration, in {@code bridge.properties} of that directory.
     *
     * @param port of the SMSC {@code one}; 1 where nobody listens
     * @param more lines of the test's own
     */
    static Path file(Path directory, int port, String... more) throws IOException {
        return Files.writeString(
                directory.resolve("bridge.properties"),
                """
                smsc.one.host = 127.0.0.1
                smsc.one.port = %d
                smsc.one.system-id = shop
                smsc.one.password = secret
                smsc.one.rate = 100
                journal.directory = %s
                journal.segment-size = 1M
                journal.reserve = 0
                journal.reserve-share = 0
                intake.http.enabled = false
                admin.port = 0
                """.formatted(port, directory.resolve("journal")) + String.join("\n", more) + "\n");
    }

    /** What is typed to ask it, from the directory of its configuration. */
    static Typed ask(Path file, Bridge bridge, String... words) {
        List<String> all = new ArrayList<>();
        Collections.addAll(all, words);
        Collections.addAll(all, "--config", file.toString(), "--url", "http://127.0.0.1:" + bridge.adminPort());
        return Typed.in(file.getParent(), all.toArray(String[]::new));
    }
}
