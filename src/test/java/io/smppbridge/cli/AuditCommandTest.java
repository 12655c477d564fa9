package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.smppbridge.app.Bridge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the audit says when not all of what it was given can be judged, or it was given something else. */
class AuditCommandTest {
    private static final String CALL =
            "{\"id\":\"1MB3QS7Z00042\",\"to\":\"+46701234567\",\"text\":\"Hi\",\"outcome\":\"accepted\"}\n";
    private static final String SUBMIT =
            "{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"46701234567\",\"text\":\"Hi\",\"status\":0,\"messageId\":\"1\"}\n";

    @TempDir
    Path directory;

    private Typed audited(String callers, String carrier, String... more) throws IOException {
        Files.writeString(directory.resolve("calls.jsonl"), callers);
        Files.writeString(directory.resolve("smsc.jsonl"), carrier);
        String[] arguments = new String[5 + more.length];
        System.arraycopy(
                new String[] {"audit", "--callers", "calls.jsonl", "--carrier", "smsc.jsonl"}, 0, arguments, 0, 5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return Typed.in(directory, arguments);
    }

    @Test
    void sound_logs_are_0_and_nothing_is_wrong() throws IOException {
        Typed typed = audited(CALL, SUBMIT);
        assertThat(typed.code()).as(typed.out() + typed.err()).isZero();
        assertThat(typed.out()).endsWith("nothing is wrong\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"audit --callers calls.jsonl --journal", "journal verify", "journal stats"})
    void a_directory_without_a_segment_is_2(String command) throws IOException {
        Files.writeString(directory.resolve("calls.jsonl"), CALL);
        Files.createDirectory(directory.resolve("empty"));
        Typed typed = Typed.in(directory, (command + " empty").split(" "));
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).contains("no segment of a journal in ").contains("empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"1MB3QS7Z00043\",\"to\":\"+4670",
                "{\"id\":\"1MB3QS7Z00043\",\"to\":\"+467\",\"text\":\"a\",\"outcome\":\"accepted\"} {}",
                "{\"id\":\"1MB3QS7Z00043\",\"to\":\"+467\",\"text\":\"a\",\"outcome\":\"accepted\",\"outcome\":\"refused\"}"
            })
    void a_line_that_cannot_be_read_leaves_open_whether_nothing_is_wrong(String line) throws IOException {
        Typed typed = audited(CALL + line + "\n", SUBMIT);
        assertThat(typed.code()).as(typed.out()).isEqualTo(65);
        assertThat(typed.out())
                .contains("calls.jsonl:2: expected an object of JSON")
                .contains("1 lines could not be read: nothing can be said of what stood in them")
                .doesNotContain("nothing is wrong");
        Typed json = audited(CALL + line + "\n", SUBMIT, "--json");
        assertThat(json.out()).contains("\"clean\":false", "\"gaps\":[\"1 lines");
    }

    @Test
    void a_fault_beside_a_line_that_cannot_be_read_is_1() throws IOException {
        assertThat(audited(CALL + "{\n", "").code()).isEqualTo(1);
    }

    @Test
    void files_without_a_message_are_not_said_to_be_right() throws IOException {
        Typed typed = audited("", "\n");
        assertThat(typed.code()).isEqualTo(65);
        assertThat(typed.out()).contains("no message stands in what was given").doesNotContain("nothing is wrong");
    }

    @Test
    void what_stands_in_the_files_moves_no_cursor() throws IOException {
        String odd = CALL.replace("00042", "00043").replace("Hi", "\u202EHi\u009B2J");
        Typed typed = audited(CALL + odd + "{\u001B[2J\n", SUBMIT);
        assertThat(typed.out())
                .contains("\\u202eHi\\u009b2J", "calls.jsonl:3")
                .doesNotContain("\u001B", "\u009B", "\u202E");
    }

    @Test
    void octets_that_are_no_utf_8_and_a_mark_at_the_beginning_are_no_trouble() throws IOException {
        String latin = CALL.replace("00042", "00043").replace("Hi", "Gr\u00fc\u00dfe");
        Files.write(directory.resolve("latin.jsonl"), latin.getBytes(StandardCharsets.ISO_8859_1));
        Typed typed = audited("\uFEFF" + CALL, "\uFEFF" + SUBMIT, "--callers", "latin.jsonl");
        assertThat(typed.code()).as(typed.err()).isEqualTo(1);
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out()).contains("latin.jsonl:1: {").endsWith("SOMETHING IS WRONG\n");
        assertThat(audited("\uFEFF" + CALL, "\uFEFF" + SUBMIT).code()).isZero();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void what_is_found_in_a_pipe_is_named_by_its_line_as_it_cannot_be_read_once_more() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Thread writer = new Thread(() -> assertThatCode(() ->
                        Files.writeString(pipe, CALL.replace("00042", "00043").replace("Hi", "lost")))
                .doesNotThrowAnyException());
        writer.start();
        Typed typed = audited(CALL, SUBMIT, "--callers", "pipe");
        writer.join();
        assertThat(typed.code()).as(typed.err()).isEqualTo(1);
        assertThat(typed.err()).isEmpty();
        assertThat(typed.out())
                .contains("2 messages: 2 accepted", "pipe:1: (cannot be read once more")
                .endsWith("SOMETHING IS WRONG\n");
    }

    @ParameterizedTest
    @CsvSource({
        "--show -1, '--show -1: expected how many'",
        "--carrier =smsc.jsonl, '--carrier =smsc.jsonl: expected FILE or SMSC=FILE'",
        "--pdulog a=, '--pdulog a=: expected FILE or SMSC=FILE'",
        "--key-file nowhere, '--key-file nowhere is not a file that can be read'",
        "--key-file calls.jsonl, '--key-file '"
    })
    void an_option_that_makes_no_sense_is_2_and_says_what_was_expected(String option, String words) throws IOException {
        Typed typed = audited(CALL, SUBMIT, option.split(" "));
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.err()).contains(words).doesNotContain("configuration");
    }

    @Test
    void a_sealed_journal_without_its_key_is_2_and_names_the_option() throws IOException {
        String configuration = """
                smsc.one.host = 127.0.0.1
                smsc.one.port = 1
                smsc.one.system-id = bridge
                smsc.one.password = secret99
                smsc.one.rate = 10
                route.all.smsc = one
                journal.directory = journal
                journal.reserve = 0
                journal.reserve-share = 0
                journal.segment-size = 1M
                journal.key = k1 %s
                intake.http.enabled = false
                admin.enabled = false
                bridge.drain-within = 0s
                """.formatted("0123456789abcdef".repeat(4));
        try (Bridge bridge = Bridge.start(Files.writeString(directory.resolve("bridge.properties"), configuration))) {
            bridge.middleWare().send("46701234567", "Hi").join();
        }
        Typed typed = audited(CALL, SUBMIT, "--journal", "journal");
        assertThat(typed.code()).as(typed.err()).isEqualTo(2);
        assertThat(typed.err()).contains("k1").contains("--key-file FILE names the keys");
    }
}
