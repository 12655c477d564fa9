package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP side, and the capture of PDUs. */
@Timeout(30)
class HttpSideTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private SmscSimulator sim;

    @TempDir
    Path dir;

    @AfterEach
    void stop() {
        sim.close();
    }

    @Test
    void the_page_and_its_form_inject_a_message() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests("a", "b"));
        assertThat(get("/").body()).contains("action=\"/mo\"").contains("<option value=\"b\">");
        try (RawEsme esme = RawEsme.bound(sim.port("b").number(), BindMode.RX)) {
            HttpResponse<String> answer = post("/mo", "port=b&from=46701&to=12345&text=hello+there");
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(text(esme.read())).endsWith("hello there");
        }
    }

    @Test
    void the_form_of_smppsim_injects_too() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.RX)) {
            get("/inject_mo?short_message=hi&source_addr=46701&destination_addr=12345&submit=Submit+Message");
            assertThat(text(esme.read())).endsWith("hi");
        }
    }

    @Test
    void types_of_addresses_and_data_coding_are_those_that_the_form_of_smppsim_names() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.RX)) {
            String to =
                    "source_addr=46701&destination_addr=12345&source_addr_ton=1&source_addr_npi=1&dest_addr_ton=&dest_addr_npi=8";
            String text = "/inject_mo?short_message=d%C3%A5&" + to;
            get(text + "&data_coding=3");
            assertThat(text(esme.read())).contains("\1\00146701\0\3\01012345\0").endsWith("\0\3\0\2då");
            get(text + "&data_coding=8");
            assertThat(text(esme.read())).endsWith("\10\0\4\0d\0å");
            get(text + "&data_coding=0");
            assertThat(text(esme.read())).endsWith("\0\0\2d\17");
            assertThat(get(text + "&data_coding=4").body()).contains("data_coding = 4, expected 3, 8, or 0");
            assertThat(get(text + "&data_coding=x").body()).contains("data_coding = x, expected a number in 0..255");
            assertThat(get(text.replace("d%C3", "%D0%96") + "&data_coding=3").body())
                    .contains("expected characters of Latin-1");
        }
    }

    @Test
    void the_statistics_tell_what_came() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TRX)) {
            esme.write(RawEsme.submit("46701", 0, "private words", 1));
            esme.read();
            JsonNode port = json(get("/stats")).get("ports").get(0);
            assertThat(port.get("submits").get("accepted").asInt()).isEqualTo(1);
            assertThat(port.get("submits").get("mostInAnySecond").asInt()).isEqualTo(1);
            assertThat(port.get("sessions").get("binds").get(0).get("systemId").asText())
                    .isEqualTo("smppclient1");
            HttpResponse<String> submits = get("/submits?limit=5");
            assertThat(json(submits).get(0).get("destination").asText()).isEqualTo("46701");
            assertThat(submits.body()).doesNotContain("private words");
        }
    }

    @Test
    void the_script_changes_while_it_runs() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TRX)) {
            assertThat(post("/control", "{\"key\":\"refuse\",\"value\":\"*=RMSGQFUL\"}")
                            .statusCode())
                    .isEqualTo(200);
            esme.write(RawEsme.submit("46701", 0, "x", 1));
            assertThat(esme.read().status()).isEqualTo(SmppStatus.RMSGQFUL);
            post("/control", "action=unbind-all");
            assertThat(esme.read().commandId()).isEqualTo(Smpp.UNBIND);
        }
    }

    @Test
    void what_is_wrong_is_told() throws Exception {
        sim = SmscSimulator.start(SimulatorConfig.forTests());
        assertThat(post("/control", "key=respond-afer&value=1s").body()).contains("nearest: respond-after");
        assertThat(post("/control", "{oops").statusCode()).isEqualTo(400);
        assertThat(post("/mo", "from=1").body()).contains("to: missing");
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
        assertThat(post("/control", "port=x&action=forget").body()).contains("expected one of [smsc]");
    }

    @Test
    void every_pdu_is_captured_in_memory_and_on_disk() throws Exception {
        Path file = dir.resolve("pdus");
        sim = SmscSimulator.start(
                SimulatorConfig.forTests().capturing(new SimulatorConfig.CaptureConfig(Optional.of(file), 3)));
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.TRX)) {
            esme.write(RawEsme.submit("46701", 0, "x", 1));
            esme.read();
            assertThat(sim.first().captured())
                    .extracting(CapturedPdu::commandId)
                    .containsExactly(Smpp.BIND_TRANSCEIVER | Smpp.RESPONSE, Smpp.SUBMIT_SM, Smpp.SUBMIT_SM_RESP);
            List<CapturedPdu> all = CapturedPdu.read(file);
            assertThat(all).extracting(CapturedPdu::received).containsExactly(true, false, true, false);
            assertThat(all.get(2).bytes()).isEqualTo(RawEsme.submit("46701", 0, "x", 1));
            assertThat(all.get(2).port()).isEqualTo("smsc");
        }
    }

    @Test
    void messages_come_from_a_file_in_turn() throws Exception {
        Path file = Files.writeString(dir.resolve("mo.csv"), "# from,to,text\n46701,123,one, two\n46702,123,å\n");
        sim = SmscSimulator.start(
                SimulatorConfig.forTests().with("mo-file", file.toString()).with("mo-rate", "100"));
        try (RawEsme esme = RawEsme.bound(sim.port(), BindMode.RX)) {
            assertThat(text(esme.read())).endsWith("one, two");
            assertThat(esme.read().bytes()).endsWith(1, 0x0F);
            assertThat(text(esme.read())).endsWith("one, two");
        }
        await().until(() -> sim.first().bindsNow() == 0);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + sim.httpPort() + path);
    }

    private static JsonNode json(HttpResponse<String> response) throws Exception {
        return new ObjectMapper().readTree(response.body());
    }

    private static String text(CapturedPdu pdu) {
        return new String(pdu.bytes(), StandardCharsets.ISO_8859_1);
    }
}
