package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Opens captures with tshark, where it is installed. */
public final class Wireshark {
    private static final Path TSHARK = Path.of("/usr/bin/tshark");

    private Wireshark() {}

    /** The test ends here, counted as skipped, on a machine without it. */
    public static void assumed() {
        Assumptions.assumeTrue(Files.isExecutable(TSHARK), "tshark is not installed here");
    }

    /** One line for each packet: its fields, with semicolons between. Checksums are checked. */
    public static List<String> fields(Path capture, String... fields) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(TSHARK.toString(), "-r", capture.toString()));
        command.addAll(List.of("-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE"));
        command.addAll(List.of("-T", "fields", "-E", "separator=;"));
        for (String field : fields) {
            command.addAll(List.of("-e", field));
        }
        Process tshark = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tshark.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(tshark.exitValue()).as("exit code of tshark").isZero();
        return said.lines().toList();
    }
}
