package io.smppbridge.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.stats.BridgeStats;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The demo's live table. */
class TableTest {
    private final Books books = new Books();
    private final BridgeStats stats = new BridgeStats();

    private String row(String smsc) throws Exception {
        BridgeConfig config = ((LoadOutcome.Loaded)
                        BridgeConfig.load(Path.of("config/bridge.properties"), Map.of(), Map.of()))
                .config();
        StringWriter out = new StringWriter();
        new Table(new PrintWriter(out), false, Carrier.all(10), config).draw("now", stats, books);
        return out.toString()
                .lines()
                .filter(line -> line.startsWith(smsc))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_left_of_a_message_that_has_ended_waits_in_no_bag() throws Exception {
        ObjectMapper json = new ObjectMapper();
        books.accepted(json.readTree("{\"id\":\"1\",\"smsc\":\"slow\",\"parts\":2}"));
        books.accepted(json.readTree("{\"id\":\"2\",\"smsc\":\"slow\",\"parts\":1}"));
        stats.smsc("slow").rejected.increment();
        assertThat(row("slow")).matches("slow +2 .*");
        books.heard(json.readTree("{\"eventId\":\"e1\",\"type\":\"message.state\",\"final\":true,\"messageId\":\"1\","
                + "\"state\":\"REJECTED\",\"parts\":2}"));
        assertThat(row("slow")).matches("slow +1 .*");
    }
}
