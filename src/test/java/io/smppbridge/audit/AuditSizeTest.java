package io.smppbridge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.JavaCommand;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A million messages, in a process with little heap. */
class AuditSizeTest {
    private static final int MANY = 1_000_000;
    private static final String TO = "467%08d";
    private static final String TEXT = "text %d that is as long as texts usually are, so that keeping it would be seen";

    @TempDir
    Path directory;

    @Test
    @Tag("long")
    void a_million_messages_are_audited_in_224_mib_of_heap() throws Exception {
        Path callers = write(
                "callers.jsonl",
                n -> "{\"id\":\"" + id(n) + "\",\"clientRef\":\"ref-" + n + "\",\"to\":\"+" + TO.formatted(n)
                        + "\",\"text\":\"" + TEXT.formatted(n) + "\",\"outcome\":\"accepted\"}");
        Path carrier = write(
                "carrier.jsonl",
                n -> "{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"" + TO.formatted(n) + "\",\"text\":\""
                        + TEXT.formatted(n == 4711 ? 4712 : n) + "\",\"messageId\":\"" + n + "\"}");
        Path out = directory.resolve("out");
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(JavaCommand.of(
                        List.of("-Xmx224m", "-XX:+UseSerialGC"),
                        "io.smppbridge.cli.Main",
                        "audit",
                        "--callers",
                        callers.toString(),
                        "--carrier",
                        carrier.toString(),
                        "--json"))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(out);
        System.out.printf("audit of a million: %d ms, %s%n", (System.nanoTime() - begun) / 1_000_000, said);
        assertThat(process.exitValue()).as(said).isEqualTo(1);
        assertThat(said).contains("\"accepted\":1000000", "\"submits\":1000000", "\"wrong bytes\":{\"count\":1");
        assertThat(said).contains("\"lost\":{\"count\":0", "\"phantom\":{\"count\":0");
    }

    private static String id(int n) {
        return new io.smppbridge.TaskId((1_760_000_000_000L << 20) + n).toString();
    }

    private Path write(String name, IntFunction<String> line) throws IOException {
        Path file = directory.resolve(name);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int n = 0; n < MANY; n++) {
                out.write(line.apply(n));
                out.newLine();
            }
        }
        return file;
    }
}
