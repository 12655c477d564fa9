package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

class HttpIntakeTest {
    private Bed bed;

    @BeforeEach
    void open() throws Exception {
        bed = new Bed();
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void a_single_message_is_answered_with_id_encoding_and_parts() throws Exception {
        HttpResponse<String> response = bed.post("{\"to\":\"+46701234567\",\"text\":\"hello\"}");

        assertThat(response.statusCode()).isEqualTo(202);
        JsonNode json = Bed.json(response);
        assertThat(json.get("id").asText()).hasSize(13);
        assertThat(json.get("state").asText()).isEqualTo("queued");
        assertThat(json.get("encoding").asText()).isEqualTo("gsm7");
        assertThat(json.get("durability").asText()).isEqualTo("forced");
        assertThat(json.get("parts").asInt()).isEqualTo(1);
        assertThat(json.get("repeated").asBoolean()).isFalse();
        assertThat(response.headers().firstValue("location"))
                .hasValue("/v1/messages/" + json.get("id").asText());
    }

    @Test
    void a_client_that_shuts_its_side_after_its_message_is_answered() throws Exception {
        String body = "{\"to\":\"+46701234567\",\"text\":\"hello\"}";
        try (Socket socket = bed.connect()) {
            socket.getOutputStream()
                    .write(("POST /v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-a\r\n"
                                    + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                    + body)
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(Bed.readAll(socket.getInputStream()))
                    .startsWith("HTTP/1.1 202")
                    .contains("\"id\":");
        }
        assertThat(bed.door.stored).hasSize(1);
    }

    @Test
    void every_field_reaches_the_door() throws Exception {
        HttpResponse<String> response = bed.post("""
                {"to":"46701234567","from":"Acme","text":"h\\u00e5 \\ud83d\\ude00","encoding":"ucs2","clientRef":"r1","priority":"high",
                 "validity":"5m","schedule":"2026-11-21T08:00:00+01:00","receipt":"all","callback":"crm","tags":{"k":"v","l":"w"},
                 "tlvs":{"dlt_entity_id":"1101","user_message_reference":7}}
                """);

        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(Bed.json(response).get("state").asText()).isEqualTo("scheduled");
        OutboundSms sms = bed.door.stored.values().iterator().next().sms();
        assertThat(sms.to().number()).isEqualTo("46701234567");
        assertThat(sms.from().number()).isEqualTo("Acme");
        assertThat(sms.text()).isEqualTo("hå 😀");
        assertThat(sms.hint()).hasValue(Encoding.UCS2);
        assertThat(sms.clientRef()).isEqualTo("r1");
        assertThat(sms.priority()).isEqualTo(Priority.HIGH);
        assertThat(sms.validity()).isEqualTo(Duration.ofMinutes(5));
        assertThat(sms.schedule()).isEqualTo(Instant.parse("2026-11-21T07:00:00Z"));
        assertThat(sms.wish()).isEqualTo(ReceiptWish.ALL);
        assertThat(sms.callback()).isEqualTo("crm");
        assertThat(sms.tags()).isEqualTo(Map.of("k", "v", "l", "w"));
        assertThat(sms.tlvs()).isEqualTo(Map.of("dlt_entity_id", "1101", "user_message_reference", "7"));
    }

    @Test
    @Tag("C86")
    void a_schedule_that_has_passed_reaches_the_door_as_it_was_written_so_that_a_repetition_is_the_same()
            throws Exception {
        HttpResponse<String> response = bed.post("""
                {"to":"46701234567","text":"x","clientRef":"r1","schedule":"2026-11-20T11:00:00Z"}
                """);
        assertThat(Bed.json(response).get("state").asText()).isEqualTo("queued");
        OutboundSms sms = bed.door.stored.values().iterator().next().sms();
        assertThat(sms.schedule()).isEqualTo(Instant.parse("2026-11-20T11:00:00Z"));
    }

    @Test
    @Tag("C08")
    void a_tlv_of_the_wrong_kind_is_told_with_a_pointer_to_it() throws Exception {
        HttpResponse<String> response = bed.post("""
                {"to":"46701234567","text":"x","tlvs":{"a/b":true,"ok":"1","":"x"}}
                """);

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(Bed.json(response).get("errors").findValuesAsText("pointer"))
                .containsExactly("/tlvs/a~1b", "/tlvs/");
    }

    @Test
    @Tag("C56")
    @Tag("C60")
    void class_header_ports_and_data_coding_reach_the_door() throws Exception {
        assertThat(bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"class\":0,\"smartEncoding\":true}")
                        .statusCode())
                .isEqualTo(202);
        Form flash = bed.door.stored.values().iterator().next().sms().form();
        assertThat(flash.messageClass()).isZero();
        assertThat(flash.smart()).contains(true);
        bed.door.stored.clear();
        bed.post("{\"to\":\"46701234567\",\"binaryHex\":\"01\",\"destinationPort\":2948,\"dataCoding\":245}");
        OutboundSms coded = bed.door.stored.values().iterator().next().sms();
        assertThat(coded.coding()).isEqualTo(SmppCoding.of(true, 245));
        assertThat(coded.binary()).isEqualTo(new byte[] {6, 5, 4, 0x0B, (byte) 0x84, 0, 0, 1});
        assertThat(coded.form().isPlain()).isTrue();
        assertThat(coded.hint()).contains(Encoding.BINARY);
        bed.door.stored.clear();
        bed.post("{\"to\":\"46701234567\",\"binaryHex\":\"01\",\"udh\":\"0605040b840000\"}");
        assertThat(bed.door.stored.values().iterator().next().sms().form().udh())
                .isEqualTo(Form.ports(2948, 0));
        for (String wrong : List.of(
                "\"class\":4",
                "\"class\":\"0\"",
                "\"udh\":\"05\"",
                "\"udh\":\"0\"",
                "\"dataCoding\":8",
                "\"sourcePort\":1",
                "\"destinationPort\":65536",
                "\"smartEncoding\":1",
                "\"udh\":\"0605040b840000\",\"destinationPort\":1")) {
            assertThat(bed.post("{\"to\":\"46701234567\",\"text\":\"x\"," + wrong + "}")
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(422);
        }
    }

    /** Octets with a data_coding go unchanged, but a handset would take the beginning of these for a header. */
    @Test
    @Tag("C56")
    void a_header_that_is_none_is_refused_with_a_data_coding_too() throws Exception {
        String octets = "{\"to\":\"46701234567\",\"binaryHex\":\"01\",\"dataCoding\":4,\"udh\":";
        HttpResponse<String> refused = bed.post(octets + "\"0201ff\"}");
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Bed.json(refused).get("errors").findValuesAsText("pointer")).containsExactly("/udh");
        assertThat(bed.post(octets + "\"0203ff00\"}").statusCode()).isEqualTo(422);
        assertThat(bed.door.stored).isEmpty();
        assertThat(bed.post(octets + "\"037001ff\"}").statusCode()).isEqualTo(202);
    }

    /** By JSON Schema, which openapi.yaml goes by; they were refused as no whole numbers. */
    @Test
    void a_whole_number_is_one_however_it_is_written() throws Exception {
        assertThat(bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"class\":0.0,\"validity\":6e1,"
                                + "\"destinationPort\":2948.0,\"tlvs\":{\"0x1401\":5.0}}")
                        .statusCode())
                .isEqualTo(202);
        OutboundSms sms = bed.door.stored.values().iterator().next().sms();
        assertThat(sms.validity()).isEqualTo(Duration.ofMinutes(1));
        assertThat(sms.form().messageClass()).isZero();
        assertThat(sms.tlvs()).containsEntry("0x1401", "5");
        for (String wrong : List.of(
                "\"class\":0.5",
                "\"class\":1e40",
                "\"validity\":1e999999999",
                "\"class\":100e2147483647",
                "\"tlvs\":{\"0x1401\":0.5}",
                "\"tlvs\":{\"0x1401\":1e40}",
                "\"tlvs\":{\"0x1401\":100e2147483647}")) {
            assertThat(bed.post("{\"to\":\"46701234567\",\"text\":\"x\"," + wrong + "}")
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(422);
        }
    }

    @Test
    void binary_comes_as_base64_or_hexadecimal() throws Exception {
        assertThat(bed.post("{\"to\":\"46701234567\",\"binary\":\"AAH/\"}").statusCode())
                .isEqualTo(202);
        assertThat(bed.post("{\"to\":\"46701234567\",\"binaryHex\":\"0001ff\"}").statusCode())
                .isEqualTo(202);
        assertThat(bed.door.stored.values())
                .allSatisfy(s -> assertThat(s.sms().binary()).containsExactly(0, 1, 0xff));
    }

    @Test
    void all_faults_of_a_message_are_told_at_once_with_pointers() throws Exception {
        HttpResponse<String> response = bed.post("""
                {"to":"abc","text":"","priorty":"high","priority":"urgent","validity":0,"schedule":"tomorrow","receipt":1,
                 "encoding":"utf8","tags":{"a":1},"from":"much too long a sender","text":"again"}
                """);

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
        JsonNode json = Bed.json(response);
        assertThat(json.get("code").asText()).isEqualTo("invalid");
        assertThat(json.get("errors").findValuesAsText("pointer"))
                .containsExactlyInAnyOrder(
                        "/to",
                        "/text",
                        "/priorty",
                        "/priority",
                        "/validity",
                        "/schedule",
                        "/receipt",
                        "/encoding",
                        "/tags/a",
                        "/from",
                        "/text");
        assertThat(response.body()).contains("did you mean \\\"priority\\\"");
        assertThat(bed.door.calls.get()).isZero();
    }

    @Test
    @Tag("C88")
    @Tag("F-20")
    void while_every_bag_is_full_a_request_is_refused_as_a_whole_and_unread() throws Exception {
        bed.door.refusesAll = Optional.of(new NoCredit("acme, zeta", Duration.ofMillis(2_500)));
        String refused = "[{\"to\":\"46701234561\",\"text\":\"one\"}, this is not read";

        HttpResponse<String> response = bed.post(refused);

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("retry-after")).hasValue("3");
        assertThat(Bed.json(response).get("code").asText()).isEqualTo("no-credit");
        assertThat(Bed.json(response).get("detail").asText()).contains("acme, zeta");
        assertThat(bed.stats.refused("unread").sum()).isEqualTo(1);
        assertThat(bed.door.calls.get()).isZero();
        assertThat(bed.get("/v1/messages/0000000000000").statusCode())
                .as("questions are answered")
                .isEqualTo(404);

        bed.door.refusesAll = Optional.of(new NotAccepting("the bridge is stopping", Duration.ofSeconds(5)));
        assertThat(bed.post(refused).statusCode()).isEqualTo(503);

        bed.door.refusesAll = Optional.empty();
        assertThat(bed.post(refused).statusCode()).as("read again").isEqualTo(400);
        assertThat(bed.post("{\"to\":\"46701234561\",\"text\":\"one\"}").statusCode())
                .isEqualTo(202);
    }

    @Test
    @Tag("C87")
    void result_i_belongs_to_message_i_and_a_malformed_one_does_not_lose_the_others() throws Exception {
        bed.door.refuses = (account, sms) ->
                sms.text().equals("full") ? Optional.of(new NoCredit("acme", Duration.ofSeconds(7))) : Optional.empty();

        HttpResponse<String> response = bed.post("""
                [{"to":"46701234561","text":"one"}, 17, {"to":"46701234563","txt":"three"},
                 {"to":"46701234564","text":"full"}, null, {"to":"46701234565","text":"five"}]
                """);

        assertThat(response.statusCode()).isEqualTo(202);
        JsonNode json = Bed.json(response);
        assertThat(statuses(json)).containsExactly(202, 422, 422, 429, 422, 202);
        assertThat(json.at("/results/2/problem/errors/0/pointer").asText()).isEqualTo("/2/txt");
        assertThat(json.at("/results/3/problem/retryAfter").asInt()).isEqualTo(7);
        assertThat(text(json.at("/results/0/id"))).isEqualTo("one");
        assertThat(text(json.at("/results/5/id"))).isEqualTo("five");
        assertThat(json.get("accepted").asInt()).isEqualTo(2);
        assertThat(json.get("refused").asInt()).isEqualTo(4);
    }

    @Test
    @Tag("C87")
    void a_broken_line_of_ndjson_fails_alone() throws Exception {
        HttpResponse<String> response = bed.post("application/x-ndjson", """
                {"to":"46701234561","text":"one"}
                {"to":"46701234562","text":
                \r
                {"to":"46701234563","text":"three"} {}
                {"to":"46701234564","text":"four"}""");

        assertThat(response.statusCode()).isEqualTo(202);
        JsonNode json = Bed.json(response);
        assertThat(statuses(json)).containsExactly(202, 400, 400, 202);
        assertThat(json.at("/results/1/problem/errors/0/pointer").asText()).isEqualTo("/1");
        assertThat(json.at("/results/1/problem/detail").asText()).startsWith("not JSON at line 2, column ");
        assertThat(json.at("/results/2/problem/errors/0/pointer").asText()).isEqualTo("/2");
        assertThat(json.at("/results/2/problem/errors/0/code").asText()).isEqualTo("json-syntax");
        assertThat(json.at("/results/2/problem/detail").asText())
                .startsWith("not JSON at line 4, column ")
                .endsWith("something stands after the message");
    }

    @Test
    @Tag("E-08")
    @Tag("C87")
    void a_batch_of_ten_thousand_with_one_bad_message_accepts_the_others(TestReporter reporter) throws Exception {
        bed.close();
        bed = new Bed(new Bed.Limits(10, 2 << 20, 10_000, Duration.ofSeconds(5), Duration.ofSeconds(60)));
        StringBuilder body = new StringBuilder("[");
        for (int i = 0; i < 10_000; i++) {
            body.append(i == 0 ? "" : ",")
                    .append(i == 7_777 ? "{\"to\":\"nobody\"" : "{\"to\":\"4670" + (1_000_000 + i) + "\"")
                    .append(",\"text\":\"number ")
                    .append(i)
                    .append("\"}");
        }

        HttpResponse<String> response = bed.post(body.append(']').toString());

        assertThat(response.statusCode()).isEqualTo(202);
        JsonNode json = Bed.json(response);
        assertThat(json.get("accepted").asInt()).isEqualTo(9_999);
        for (int i = 0; i < 10_000; i++) {
            JsonNode result = json.get("results").get(i);
            if (i == 7_777) {
                assertThat(result.at("/problem/errors/0/pointer").asText()).isEqualTo("/7777/to");
            } else {
                assertThat(text(result.get("id"))).isEqualTo("number " + i);
            }
        }
        Tried.times(json.get("results").size())
                .faults(1)
                .lost(json.get("accepted").asInt() - bed.door.stored.size())
                .refused(json.get("results").size() - json.get("accepted").asInt())
                .tell(reporter);
    }

    @Test
    @Tag("E-08")
    void a_batch_above_the_limit_is_refused_whole(TestReporter reporter) throws Exception {
        String body = "[" + "{\"to\":\"46701234567\",\"text\":\"x\"},".repeat(1000)
                + "{\"to\":\"46701234567\",\"text\":\"x\"}]";

        HttpResponse<String> response = bed.post(body);

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(Bed.json(response).get("code").asText()).isEqualTo("too-many-messages");
        assertThat(bed.door.stored).isEmpty();
        Tried.times(1_001).refused(1_001L - bed.door.stored.size()).tell(reporter);
    }

    @Test
    @Tag("C88")
    void a_full_bag_is_answered_429_with_retry_after() throws Exception {
        bed.door.refuses = (account, sms) -> Optional.of(new NoCredit("acme", Duration.ofMillis(2_500)));

        HttpResponse<String> one = bed.post("{\"to\":\"46701234567\",\"text\":\"x\"}");
        HttpResponse<String> many = bed.post("[{\"to\":\"46701234567\",\"text\":\"x\"}]");

        assertThat(one.statusCode()).isEqualTo(429);
        assertThat(one.headers().firstValue("retry-after")).hasValue("3");
        assertThat(Bed.json(one).get("code").asText()).isEqualTo("no-credit");
        assertThat(many.statusCode()).isEqualTo(429);
        assertThat(many.headers().firstValue("retry-after")).hasValue("3");
        assertThat(statuses(Bed.json(many))).containsExactly(429);
    }

    @Test
    void a_bridge_that_takes_nothing_is_answered_503_with_retry_after() throws Exception {
        bed.door.refuses = (account, sms) -> Optional.of(new NotAccepting("draining", Duration.ofSeconds(4)));

        HttpResponse<String> response = bed.post("{\"to\":\"46701234567\",\"text\":\"x\"}");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("retry-after")).hasValue("4");
    }

    @Test
    @Tag("C86")
    void the_same_client_ref_is_the_same_message_and_with_another_body_a_conflict() throws Exception {
        String first = Bed.json(bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"r\"}"))
                .get("id")
                .asText();

        HttpResponse<String> again = bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"r\"}");
        HttpResponse<String> other = bed.post("{\"to\":\"46701234567\",\"text\":\"y\",\"clientRef\":\"r\"}");

        assertThat(again.statusCode()).isEqualTo(202);
        assertThat(Bed.json(again).get("id").asText()).isEqualTo(first);
        assertThat(Bed.json(again).get("repeated").asBoolean()).isTrue();
        assertThat(Bed.json(again).fieldNames())
                .toIterable()
                .as("nothing of this request, which the message may not be like")
                .containsExactlyInAnyOrder("id", "durability", "repeated");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(Bed.json(other).at("/errors/0/pointer").asText()).isEqualTo("/clientRef");
    }

    @Test
    @Tag("C86")
    void an_idempotency_key_names_messages_that_name_none() throws Exception {
        bed.send(
                bed.request("/v1/messages")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "k")
                        .POST(
                                BodyPublishers.ofString(
                                        "[{\"to\":\"46701234567\",\"text\":\"x\"},{\"to\":\"46701234567\",\"text\":\"y\",\"clientRef\":\"own\"}]")));

        assertThat(bed.door.stored.values().stream().map(s -> s.sms().clientRef()))
                .containsExactlyInAnyOrder("k/0", "own");
    }

    @Test
    void an_empty_name_of_a_message_is_refused_for_two_of_them_would_be_two_messages() throws Exception {
        HttpResponse<String> field = bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"\"}");
        HttpResponse<String> header = bed.send(bed.request("/v1/messages")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "")
                .POST(BodyPublishers.ofString("{\"to\":\"46701234567\",\"text\":\"x\"}")));

        assertThat(field.statusCode()).isEqualTo(422);
        assertThat(Bed.json(field).at("/errors/0/pointer").asText()).isEqualTo("/clientRef");
        assertThat(field.body()).contains("clientRef is empty; leave it out or give 1..64 characters");
        assertThat(header.statusCode()).isEqualTo(400);
        assertThat(header.body()).contains("Idempotency-Key is empty");
        assertThat(bed.door.calls.get()).isZero();
    }

    @Test
    @Tag("C86")
    void two_idempotency_keys_are_refused_for_only_one_would_hold() throws Exception {
        HttpResponse<String> response = bed.send(bed.request("/v1/messages")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "one")
                .header("Idempotency-Key", "two")
                .POST(BodyPublishers.ofString("{\"to\":\"46701234567\",\"text\":\"x\"}")));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(Bed.json(response).get("code").asText()).isEqualTo("idempotency-key");
        assertThat(bed.door.calls.get()).isZero();
    }

    @Test
    void a_field_that_looks_like_none_gets_no_guess() throws Exception {
        assertThat(bed.post("{\"to\":\"46701234567\",\"text\":\"x\",\"unknown\":1}")
                        .body())
                .contains("no such field")
                .doesNotContain("did you mean");
    }

    @Test
    void faults_that_the_bridge_finds_are_pointed_at_too() throws Exception {
        bed.door.refuses = (account, sms) -> Optional.of(new SendOutcome.Invalid(
                List.of(new SendOutcome.Fault("text", "too-many-parts", "300 parts, expected at most 255"))));

        HttpResponse<String> response =
                bed.post("[{\"to\":\"46701234567\",\"text\":\"x\"},{\"to\":\"46701234567\",\"text\":\"y\"}]");

        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(Bed.json(response).at("/results/1/problem/errors/0/pointer").asText())
                .isEqualTo("/1/text");
    }

    @Test
    void faults_of_octets_are_pointed_at_in_the_field_that_has_them() throws Exception {
        bed.door.refuses = (account, sms) -> Optional.of(new SendOutcome.Invalid(
                List.of(new SendOutcome.Fault("binary", "too-many-parts", "takes 38 parts, expected at most 10"))));
        String binary = "{\"to\":\"46701234567\",\"binary\":\"AAE=\"}";
        String hex = "{\"to\":\"46701234567\",\"binaryHex\":\"0001\"}";

        HttpResponse<String> one = bed.post(hex);
        HttpResponse<String> several = bed.post("[{}," + binary + "," + hex + "]");

        assertThat(Bed.json(one).at("/errors/0/pointer").asText()).isEqualTo("/binaryHex");
        assertThat(Bed.json(one).get("detail").asText()).startsWith("binaryHex: takes 38 parts");
        assertThat(Bed.json(several).at("/results/1/problem/errors/0/pointer").asText())
                .isEqualTo("/1/binary");
        assertThat(Bed.json(several).at("/results/2/problem/errors/0/pointer").asText())
                .isEqualTo("/2/binaryHex");
        String both = "{\"to\":\"46701234567\",\"binary\":\"AAE=\",\"binaryHex\":\"0001\"}";
        assertThat(Bed.json(bed.post(both)).at("/errors/0/pointer").asText()).isEqualTo("/binaryHex");
    }

    @Test
    void a_message_can_be_asked_about_explained_and_withdrawn() throws Exception {
        String id = send();

        JsonNode view = Bed.json(bed.get("/v1/messages/" + id));
        assertThat(view.get("state").asText()).isEqualTo("sent");
        assertThat(view.at("/parts/0/messageId").asText()).isEqualTo("abc\"1");
        assertThat(view.get("acceptedAt").asText()).isEqualTo("2026-11-20T12:00:00Z");
        assertThat(view.has("endedAt")).isFalse();
        assertThat(Bed.json(bed.get("/v1/messages/" + id + "/explain"))
                        .at("/why/0")
                        .asText())
                .isEqualTo("The bind is down.");
        assertThat(bed.delete("/v1/messages/" + id).statusCode()).isEqualTo(200);
        bed.door.withdrawals = any -> Withdrawal.TOO_LATE;
        assertThat(bed.delete("/v1/messages/" + id).statusCode()).isEqualTo(409);
        bed.door.withdrawals = any -> Withdrawal.ENDED;
        assertThat(bed.delete("/v1/messages/" + id).statusCode()).isEqualTo(409);
    }

    @Test
    @Tag("S-02")
    void nobody_reads_or_withdraws_anothers_message() throws Exception {
        String id = send();
        for (String path : List.of("/v1/messages/" + id, "/v1/messages/" + id + "/explain")) {
            assertThat(bed.send(bed.request(path).setHeader("Authorization", "Bearer key-b"))
                            .statusCode())
                    .isEqualTo(404);
        }
        assertThat(bed.send(bed.request("/v1/messages/" + id)
                                .setHeader("Authorization", "Bearer key-b")
                                .DELETE())
                        .statusCode())
                .isEqualTo(404);
        assertThat(bed.get("/v1/messages/short").statusCode()).isEqualTo(404);
        assertThat(bed.get("/v1/messages/zzzzzzzzzzzzz").statusCode()).isEqualTo(404);
    }

    @Test
    @Tag("S-01")
    void without_a_key_only_health_answers() throws Exception {
        for (String path : List.of("/v1/messages", "/v1/messages/0123456789ABC", "/version", "/openapi.yaml")) {
            HttpResponse<String> response = bed.send(HttpRequest.newBuilder(bed.uri(path)));
            assertThat(response.statusCode()).as(path).isEqualTo(401);
            assertThat(response.headers().allValues("www-authenticate")).hasSize(2);
        }
        assertThat(bed.send(HttpRequest.newBuilder(bed.uri("/nothing"))).statusCode())
                .isEqualTo(404);
        assertThat(bed.send(HttpRequest.newBuilder(bed.uri("/livez"))).statusCode())
                .isEqualTo(200);
    }

    @Test
    void basic_authentication_wants_the_account_of_the_key() throws Exception {
        assertThat(basic("a:key-a")).isEqualTo(200);
        assertThat(basic("b:key-a")).isEqualTo(401);
        assertThat(basic("key-a")).isEqualTo(401);
    }

    @Test
    void readiness_tells_the_truth() throws Exception {
        assertThat(bed.get("/readyz").statusCode()).isEqualTo(200);
        bed.obstacles.set(List.of("disk full", "draining"));
        HttpResponse<String> response = bed.get("/readyz");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(Bed.json(response).at("/reasons/0").asText()).isEqualTo("disk full");
        assertThat(bed.get("/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void wrong_methods_types_and_sizes_have_their_own_status() throws Exception {
        HttpResponse<String> get = bed.get("/v1/messages");
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.headers().firstValue("allow")).hasValue("POST");
        assertThat(bed.post("text/plain", "x").statusCode()).isEqualTo(415);
        assertThat(bed.post("").statusCode()).isEqualTo(400);
        assertThat(bed.post("[]").statusCode()).isEqualTo(422);
        assertThat(bed.post("[1").statusCode()).isEqualTo(400);
        assertThat(bed.post("x".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
        assertThat(bed.get("/" + "x".repeat(5000)).statusCode()).isEqualTo(414);
        assertThat(bed.send(bed.request("/version").header("X-Long", "x".repeat(9000)))
                        .statusCode())
                .isEqualTo(431);
    }

    private int basic(String pair) throws Exception {
        String header = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes());
        return bed.send(bed.request("/version").setHeader("Authorization", header))
                .statusCode();
    }

    @Test
    void each_result_of_a_list_says_what_its_message_alone_is_answered() throws Exception {
        String plain = "{\"to\":\"46701234567\",\"text\":\"x\"}";
        String later = "{\"to\":\"46701234567\",\"text\":\"x\",\"schedule\":\""
                + Instant.now().plusSeconds(3_600) + "\"}";
        String octets = "{\"to\":\"46701234567\",\"binaryHex\":\"00\"}";
        String known = "{\"to\":\"46701234567\",\"text\":\"x\",\"clientRef\":\"known\"}";
        bed.post(known);
        List<String> messages =
                List.of(plain, plain, later, later, plain, octets, octets, "{}", octets, known, known, plain);

        JsonNode results =
                Bed.json(bed.post("[" + String.join(",", messages) + "]")).get("results");

        assertThat(results).hasSize(messages.size());
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            ObjectNode result = (ObjectNode) results.get(i);
            HttpResponse<String> alone = bed.post(messages.get(i));
            assertThat(result.remove("status").asInt()).isEqualTo(alone.statusCode());
            if (alone.statusCode() == 202) {
                ObjectNode said = (ObjectNode) Bed.json(alone);
                ids.add(result.remove("id").asText());
                said.remove("id");
                assertThat(result).as(messages.get(i)).isEqualTo(said);
            }
        }
        assertThat(ids).as("the known one stands there twice").hasSize(messages.size() - 2);
    }

    private String send() throws Exception {
        return Bed.json(bed.post("{\"to\":\"46701234567\",\"text\":\"x\"}"))
                .get("id")
                .asText();
    }

    private String text(JsonNode id) {
        return bed.door.stored.get(TaskId.parse(id.asText())).sms().text();
    }

    private static List<Integer> statuses(JsonNode json) {
        List<Integer> statuses = new ArrayList<>();
        json.get("results").forEach(result -> statuses.add(result.get("status").asInt()));
        return statuses;
    }
}
