package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.TaskId;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonOutTest {
    @Test
    void commas_stand_where_json_wants_them() {
        JsonOut out = new JsonOut();
        out.object()
                .field("a", 1)
                .field("b", "x")
                .name("c")
                .array()
                .value(1)
                .value("y")
                .object()
                .end();
        out.endArray().field("d", true).field("e", -12).name("f").value(1.5).end();

        assertThat(out).hasToString("{\"a\":1,\"b\":\"x\",\"c\":[1,\"y\",{}],\"d\":true,\"e\":-12,\"f\":1.5}");
    }

    @Test
    void names_of_fields_may_be_any_text() throws Exception {
        JsonOut out = new JsonOut();
        out.object().entry("a\"b\n", "1").entry("\u00e5", "\u0001").name("c");
        out.plain("2026-11-26".getBytes(StandardCharsets.US_ASCII), 4).end();

        JsonNode read = new ObjectMapper().readTree(out.toString());
        assertThat(read.get("a\"b\n").asText()).isEqualTo("1");
        assertThat(read.get("\u00e5").asText()).isEqualTo("\u0001");
        assertThat(read.get("c").asText()).isEqualTo("2026");
    }

    @Test
    void numbers_are_those_of_the_language() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        JsonOut out = new JsonOut();
        for (long value = -2; value < 1_100; value++) {
            assertThat(out.clear().value(value)).hasToString(Long.toString(value));
        }
        for (int i = 0; i < 1_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertThat(out.clear().value(value)).hasToString(Long.toString(value));
            TaskId id = new TaskId(1 + (value & Long.MAX_VALUE - 1));
            assertThat(out.clear().array().value(id).value(id).endArray())
                    .hasToString("[\"" + id + "\",\"" + id + "\"]");
        }
    }

    @Test
    void any_text_comes_back_from_another_parser() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        ObjectMapper mapper = new ObjectMapper();
        JsonOut out = new JsonOut();
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(40); n > 0; n--) {
                int c = random.nextInt(random.nextBoolean() ? 0x80 : 0x110000);
                text.appendCodePoint(c >= 0xd800 && c < 0xe000 ? 'x' : c);
            }
            out.clear().object().field("t", text.toString()).end();
            JsonNode read = mapper.readTree(out.toBytes());
            assertThat(read.get("t").asText()).isEqualTo(text.toString());
        }
        assertThat(out.clear().value("a\ud800b")).hasToString("\"a\ufffdb\"");
    }
}
