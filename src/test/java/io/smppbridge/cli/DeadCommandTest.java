package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead events that are named by their ids where more are dead than are listed. */
@Tag("C90")
class DeadCommandTest {
    private static final String LISTED = "1M8EMR5QT0000";
    private static final String BEHIND = "1M8EMR5QT0001";
    private static final String NOWHERE = "1M8EMR5QT0002";

    @TempDir
    Path directory;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer bridge;

    @BeforeEach
    void start() throws IOException {
        bridge = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        bridge.createContext(
                "/dead",
                exchange -> answer(
                        exchange,
                        "{\"dead\":[{\"id\":\"" + LISTED
                                + "\",\"endpoint\":\"webhook:crm\"}],\"counts\":{\"webhook:crm\":2,\"webhook:few\":0}}"));
        bridge.createContext("/dead/drop", exchange -> {
            JsonNode order = new ObjectMapper().readTree(exchange.getRequestBody());
            asked.add(order.toString());
            int done = 0;
            for (JsonNode id : order.path("ids")) {
                done += NOWHERE.equals(id.asText()) ? 0 : 1;
            }
            answer(exchange, "{\"events\":" + done + "}");
        });
        bridge.start();
    }

    @AfterEach
    void stop() {
        bridge.stop(0);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Typed drop(String... words) {
        List<String> all = new ArrayList<>(List.of("dead", "drop"));
        Collections.addAll(all, words);
        Collections.addAll(
                all, "--url", "http://127.0.0.1:" + bridge.getAddress().getPort());
        return Typed.in(directory, all.toArray(String[]::new));
    }

    @Test
    void one_that_is_not_listed_is_asked_for_where_there_are_more() {
        Typed typed = drop(LISTED, BEHIND, LISTED);
        assertThat(asked)
                .containsExactly("{\"endpoint\":\"webhook:crm\",\"ids\":[\"" + LISTED + "\",\"" + BEHIND + "\"]}");
        assertThat(typed.out()).contains("2 events dropped");
        assertThat(typed.err()).isEmpty();
        assertThat(typed.code()).isZero();
    }

    @Test
    void what_is_no_id_or_nowhere_is_not_among_the_dead() {
        Typed typed = drop("nonsense", NOWHERE, BEHIND);
        assertThat(asked)
                .containsExactly("{\"endpoint\":\"webhook:crm\",\"ids\":[\"" + NOWHERE + "\",\"" + BEHIND + "\"]}");
        assertThat(typed.out()).contains("1 event dropped");
        assertThat(typed.err()).contains("2 of these events are not among the dead");
        assertThat(typed.code()).isEqualTo(1);
    }
}
