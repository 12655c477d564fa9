package io.smppbridge.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Receipts as SMSCs write them: what each line of the corpus says is what is read. */
@Tag("C66")
class ReceiptCorpusTest {
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");
    private final ReceiptReader reader = new ReceiptReader(ZoneOffset.UTC, false);

    static List<String> corpus() throws IOException {
        try (InputStream in = ReceiptCorpusTest.class.getResourceAsStream("/receipts/corpus.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    @Test
    void the_corpus_has_more_than_fifty_shapes_of_many_sources() throws IOException {
        List<String> corpus = corpus();
        assertThat(corpus).hasSizeGreaterThanOrEqualTo(50);
        assertThat(corpus.stream().map(line -> line.split(" \\| ", 9)[8]).distinct())
                .hasSizeGreaterThanOrEqualTo(50);
        for (String kind : List.of("guide:", "issue:", "log:", "test:")) {
            assertThat(corpus).filteredOn(line -> line.startsWith(kind)).hasSizeGreaterThan(5);
        }
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void each_shape_is_read(String line) {
        String[] columns = line.split(" \\| ", 9);
        SmscReceipt receipt =
                reader.read(input(columns[1], columns[7], body(columns[8]))).orElseThrow();
        String id = receipt.textId().isEmpty() ? receipt.tlvId() : receipt.textId();
        assertThat(id).isEqualTo(given(columns[2]));
        assertThat(receipt.state()).isEqualTo(ReceiptState.valueOf(columns[3]));
        assertThat(receipt.report().err()).isEqualTo(given(columns[4]));
        assertThat(receipt.report().submitDate()).isEqualTo(date(columns[5]));
        assertThat(receipt.report().doneDate()).isEqualTo(date(columns[6]));
    }

    private static String body(String column) {
        String body = ESCAPE.matcher(column)
                .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16))
                        .replace("\\", "\\\\")
                        .replace("$", "\\$"));
        return body.replace("\\t", "\t");
    }

    private static ReceiptInput input(String carried, String tlvColumn, String body) {
        Map<Integer, byte[]> tlvs = tlvs(given(tlvColumn));
        Charset latin1 = StandardCharsets.ISO_8859_1;
        return switch (carried) {
            case "short" -> new ReceiptInput(4, 0, body.getBytes(latin1), tlvs);
            case "latin1" -> new ReceiptInput(4, 3, body.getBytes(latin1), tlvs);
            case "ucs2" -> new ReceiptInput(4, 8, body.getBytes(StandardCharsets.UTF_16BE), tlvs);
            case "gsm" -> new ReceiptInput(4, 0, body.replace('_', '\u0011').getBytes(latin1), tlvs);
            case "payload" -> {
                tlvs.put(ReceiptInput.MESSAGE_PAYLOAD, body.getBytes(latin1));
                yield new ReceiptInput(4, 0, new byte[0], tlvs);
            }
            case "udh" -> {
                ByteArrayOutputStream octets = new ByteArrayOutputStream();
                octets.writeBytes(new byte[] {5, 0, 3, 1, 1, 1});
                octets.writeBytes(body.getBytes(latin1));
                yield new ReceiptInput(0x44, 0, octets.toByteArray(), tlvs);
            }
            default -> throw new AssertionError("carried as " + carried);
        };
    }

    private static Map<Integer, byte[]> tlvs(String column) {
        Map<Integer, byte[]> tlvs = new HashMap<>();
        for (String tlv : column.isEmpty() ? new String[0] : column.split(" ")) {
            String value = tlv.substring(tlv.indexOf('=') + 1);
            switch (tlv.substring(0, tlv.indexOf('='))) {
                case "id" ->
                    tlvs.put(ReceiptInput.RECEIPTED_MESSAGE_ID, (value + "\0").getBytes(StandardCharsets.ISO_8859_1));
                case "state" -> tlvs.put(ReceiptInput.MESSAGE_STATE, new byte[] {Byte.parseByte(value)});
                case "net" -> {
                    int code = Integer.parseInt(value.substring(2));
                    byte type = Byte.parseByte(value.substring(0, 1));
                    tlvs.put(ReceiptInput.NETWORK_ERROR_CODE, new byte[] {type, (byte) (code >> 8), (byte) code});
                }
                default -> throw new AssertionError("TLV " + tlv);
            }
        }
        return tlvs;
    }

    private static String given(String column) {
        return column.equals("-") ? "" : column;
    }

    private static Instant date(String column) {
        return given(column).isEmpty() ? Instant.EPOCH : Instant.parse(column);
    }
}
