package io.smppbridge.receipts;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.SmscConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SMSCs that do not write receipts as appendix B has it, and what their keys make of them. */
@Tag("C66")
class OwnGrammarTest {
    @TempDir
    static Path directory;

    static List<String> shapes() throws IOException {
        try (InputStream in = OwnGrammarTest.class.getResourceAsStream("/receipts/own.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    /** An SMSC whose profile has these keys. */
    private static ReceiptReader reader(String... keys) throws IOException {
        StringBuilder file = new StringBuilder("""
                smsc.a.host = 127.0.0.1
                smsc.a.system-id = me
                smsc.a.password =
                smsc.a.rate = 1
                smsc.a.profile = own
                """);
        for (String key : keys) {
            file.append("profile.own.").append(key.strip()).append('\n');
        }
        LoadOutcome outcome =
                BridgeConfig.load(Files.writeString(directory.resolve("bridge.properties"), file), Map.of(), Map.of());
        assertThat(outcome).as("%s", outcome).isInstanceOf(LoadOutcome.Loaded.class);
        SmscConfig smsc = ((LoadOutcome.Loaded) outcome).config().smscs().get("a");
        return ReceiptReader.of(smsc.inbound());
    }

    private static ReceiptInput input(int esmClass, String body) {
        return new ReceiptInput(esmClass, 0, body.getBytes(StandardCharsets.ISO_8859_1), Map.of());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    @Tag("C71")
    void each_shape_is_read_by_its_keys(String line) throws IOException {
        String[] columns = line.split(" \\| ", 8);
        ReceiptReader reader = reader(columns[1].split(" ; "));
        SmscReceipt receipt = reader.read(input(4, columns[7])).orElseThrow();
        assertThat(receipt.id()).isEqualTo(given(columns[2]));
        assertThat(receipt.state()).isEqualTo(ReceiptState.valueOf(columns[3]));
        assertThat(receipt.report().err()).isEqualTo(given(columns[4]));
        assertThat(receipt.report().submitDate()).isEqualTo(date(columns[5]));
        assertThat(receipt.report().doneDate()).isEqualTo(date(columns[6]));
    }

    @Test
    void what_does_not_fit_is_read_as_usual_also_with_a_nul_behind_and_fewer_places() throws IOException {
        ReceiptReader reader = reader("receipt-fields = state, id", "receipt-state.0 = delivered");
        assertThat(reader.read(input(4, "0,77\0")).orElseThrow().textId()).isEqualTo("77");
        assertThat(reader.read(input(4, "id:78 stat:EXPIRED")).orElseThrow().state())
                .isEqualTo(ReceiptState.EXPIRED);
        assertThat(reader.read(input(4, "")).orElseThrow().id()).isEmpty();
    }

    @Test
    @Tag("C68")
    void an_unmarked_text_is_a_receipt_only_with_an_id_and_a_state_that_is_known() throws IOException {
        String[] keys = {"receipt-fields = state, id", "receipt-state.00 = delivered"};
        assertThat(reader(keys).read(input(0, "00,77"))).isEmpty();
        ReceiptReader byText = reader(keys[0], keys[1], "receipts-by-text = true");
        assertThat(byText.read(input(0, "00,77"))).isPresent();
        assertThat(byText.read(input(0, "Yes, please"))).isEmpty();
        assertThat(byText.read(input(0, "00,"))).isEmpty();
        assertThat(byText.read(input(0, "id:77 stat:DELIVRD"))).isPresent();
    }

    @Test
    void a_word_of_several_that_the_settings_name_is_told_whole() throws IOException {
        ReceiptReader reader = reader(
                "receipt-fields = id, state",
                "receipt-state.dead_end = rejected",
                "receipt-state.dead_letter = undeliverable",
                "receipt-state.gone = expired");
        assertThat(reader.read(input(4, "7,Dead end")).orElseThrow().report().stat())
                .isEqualTo("Dead end");
        assertThat(reader.read(input(4, "7,dead letter")).orElseThrow().report().stat())
                .isEqualTo("dead letter");
        assertThat(reader.read(input(4, "7,dead letter: 12"))
                        .orElseThrow()
                        .report()
                        .stat())
                .isEqualTo("dead letter");
        assertThat(reader.read(input(4, "7,gone away")).orElseThrow().report().stat())
                .isEqualTo("gone");
    }

    @Test
    void the_names_of_states_are_those_of_the_settings() {
        for (String state : ReceiptGrammar.STATES) {
            assertThat(ReceiptState.valueOf(state.toUpperCase(java.util.Locale.ROOT)))
                    .isNotNull();
        }
        assertThat(ReceiptGrammar.STATES).hasSize(ReceiptState.values().length - 1);
    }

    /** A pattern on which a backtracking machine takes for ever, and a body made for it. */
    @Test
    void time_grows_with_the_text_only_and_nothing_makes_it_throw() throws IOException {
        ReceiptReader evil = reader("receipt-pattern = ^(?P<id>(a+)+)(?P<state>(b+)+)$", "receipt-dates = ddMMyyHHmm");
        long start = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            evil.read(input(4, "a".repeat(5_000) + "c"));
        }
        assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
        ReceiptReader placed = reader("receipt-fields = done, id, submit, err", "receipt-dates = seconds");
        Random random = new Random(66);
        for (int i = 0; i < 20_000; i++) {
            byte[] body = new byte[random.nextInt(40)];
            for (int k = 0; k < body.length; k++) {
                body[k] = (byte) (i % 2 == 0 ? random.nextInt(256) : "0123,,ab:. id".charAt(random.nextInt(13)));
            }
            ReceiptInput input = new ReceiptInput(random.nextInt(256), random.nextInt(256), body, Map.of());
            evil.read(input);
            placed.read(input);
        }
    }

    private static String given(String column) {
        return column.equals("-") ? "" : column;
    }

    private static Instant date(String column) {
        return given(column).isEmpty() ? Instant.EPOCH : Instant.parse(column);
    }
}
