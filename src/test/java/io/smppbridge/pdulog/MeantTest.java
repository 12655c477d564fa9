package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.pdulog.Named.Place;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A line says whether the octets say what was meant by them. */
@Tag("S2.14")
class MeantTest {
    private static final Charset LATIN = StandardCharsets.ISO_8859_1;
    private static final int QUERY = 3;
    private static final byte[] OCTETS = pdu(QUERY, 7, "id-77\0\1\00146701234567\0");

    @TempDir
    Path directory;

    private PduLogs logs;
    private TappedLink link;

    private static byte[] pdu(int command, int sequence, String body) {
        return ByteBuffer.allocate(16 + body.length())
                .putInt(16 + body.length())
                .putInt(command)
                .putInt(0)
                .putInt(sequence)
                .put(body.getBytes(LATIN))
                .array();
    }

    private static Meant query(String id, String number) {
        return new Meant().whole().text(Named.MESSAGE_ID, id).address(Place.SOURCE, 1, 1, number);
    }

    @BeforeEach
    void open() {
        logs = new PduLogs(
                new PduLogConfig(directory, 1 << 20, 3, Map.of()),
                () -> Instant.parse("2026-01-02T03:04:05Z"),
                () -> 0);
        link = logs.tap("telia").link("b");
    }

    @AfterEach
    void close() {
        logs.close();
    }

    private void order(Form form, boolean capture, boolean unmasked) {
        logs.order("telia", new Wish(form, capture, List.of()), unmasked, Duration.ofMinutes(1), "the operator");
    }

    private String written(String ending) throws IOException {
        logs.close();
        try (Stream<Path> files = Files.list(directory)) {
            Path file = files.filter(one -> one.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file, LATIN);
        }
    }

    private void out(Meant meant) {
        link.composed(QUERY, 7, meant);
        link.out(OCTETS, OCTETS.length, 0);
    }

    @Test
    void octets_that_say_what_was_meant_are_said_to() throws Exception {
        order(Form.TEXT, false, false);
        out(query("id-77", "46701234567"));
        link.out(OCTETS, OCTETS.length, 0); // nobody knows what was meant by these
        link.in(OCTETS, 0, OCTETS.length, 0);
        link.understood(new Meant().part().text(Named.MESSAGE_ID, "id-77"));
        link.in(OCTETS, 0, OCTETS.length, 0);
        link.done();
        List<String> lines = written(".log").lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).endsWith(" source_addr=\"46701234xxx\" meant=same");
        assertThat(lines.get(1)).endsWith(" source_addr=\"46701234xxx\"");
        assertThat(lines.get(2)).endsWith(" meant=same");
        assertThat(lines.get(3)).endsWith(" source_addr=\"46701234xxx\"");
        assertThat(logs.status().get(0).otherwise()).isZero();
    }

    @Test
    void octets_that_say_otherwise_stand_beside_what_was_meant_masked_alike() throws Exception {
        order(Form.TEXT, false, false);
        out(query("id-78", "46709999999"));
        out(query("id-77", "46701234567").message("noon".getBytes(LATIN)));
        out(new Meant().whole().text(Named.MESSAGE_ID, "id-77"));
        assertThat(written(".log").lines().map(line -> line.substring(line.indexOf(" source_addr="))))
                .containsExactly(
                        " source_addr=\"46701234xxx\" OTHERWISE meant: message_id=\"id-78\" source_addr=\"46709999xxx\"",
                        " source_addr=\"46701234xxx\" OTHERWISE meant: message=\"****\"",
                        " source_addr=\"46701234xxx\" OTHERWISE meant: source_addr_ton=nothing"
                                + " source_addr_npi=nothing source_addr=nothing");
        assertThat(logs.status().get(0).otherwise()).isEqualTo(3);
    }

    @Test
    void a_character_that_the_wire_cannot_carry_is_otherwise() throws Exception {
        order(Form.TEXT, false, true);
        byte[] octets = pdu(QUERY, 7, "?\0\1\00146701234567\0");
        link.composed(QUERY, 7, query("\u20ac", "46701234567"));
        link.out(octets, octets.length, 0);
        assertThat(written(".log")).contains("OTHERWISE meant: message_id=");
    }

    @Test
    void programs_read_it_in_json() throws Exception {
        order(Form.JSON, false, false);
        out(query("id-77", "46701234567"));
        out(query("id-78", "46701234567"));
        out(new Meant().whole().address(Place.SOURCE, 1, 1, "46701234567"));
        List<String> lines = written(".jsonl").lines().toList();
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(lines.get(0)).path("meant").asText()).isEqualTo("same");
        JsonNode otherwise = json.readTree(lines.get(1)).path("meant");
        assertThat(otherwise.get(0).path("message_id").asText()).isEqualTo("id-78");
        assertThat(json.readTree(lines.get(2))
                        .path("meant")
                        .get(0)
                        .path("message_id")
                        .isNull())
                .isTrue();
    }

    @Test
    void a_capture_has_it_as_the_packet_s_comment() throws Exception {
        order(Form.OFF, true, false);
        out(query("id-78", "46709999999"));
        out(query("id-77", "46701234567"));
        assertThat(written(".pcapng"))
                .containsOnlyOnce("meant: message_id=\"id-78\" source_addr=\"46709999xxx\"")
                .doesNotContain("46709999999");
        Path file;
        try (Stream<Path> files = Files.list(directory)) {
            file = files.findFirst().orElseThrow();
        }
        assertThat(Captured.read(file))
                .extracting(Captured::comment)
                .containsExactly("meant: message_id=\"id-78\" source_addr=\"46709999xxx\"", "");
        Wireshark.assumed();
        assertThat(Wireshark.fields(file, "smpp.message_id", "frame.comment"))
                .containsExactly("id-77;meant: message_id=\"id-78\" source_addr=\"46709999xxx\"", "id-77;");
    }

    @Test
    void what_was_meant_while_the_log_was_off_is_forgotten_and_the_rest_is_bounded() throws Exception {
        out(query("id-78", "46709999999"));
        order(Form.TEXT, false, false);
        link.out(OCTETS, OCTETS.length, 0);
        for (int i = 0; i < 30_000; i++) {
            link.composed(QUERY, 100 + i, query("never written", "1"));
        }
        out(query("id-77", "46701234567"));
        List<String> lines = written(".log").lines().toList();
        assertThat(lines.get(0)).doesNotContain("meant");
        assertThat(lines.get(1)).endsWith("meant=same");
    }
}
