package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBufInputStream;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Switches PDU logs at run time; each word of an operator ends by itself. */
@ThreadSafe
final class PduLogRoutes {
    private static final String JSON = "application/json";
    private static final int MOST_NUMBERS = 100;

    private final PduLogs logs;
    private final ObjectMapper mapper = new ObjectMapper();

    PduLogRoutes(PduLogs logs) {
        this.logs = logs;
    }

    void addTo(OperatorRoutes routes) {
        routes.get("/pdulog", Right.READ, this::show)
                .post("/pdulog", Right.OPERATE, exchange -> order(exchange, routes.rights()));
    }

    private void show(Exchange exchange) {
        JsonOut out = exchange.json().object();
        out.name("pdulog").array();
        for (PduLogs.Status status : logs.status()) {
            out.object()
                    .field(status.isAccount() ? "account" : "smsc", status.name())
                    .field("form", status.wish().form().name().toLowerCase(Locale.ROOT))
                    .field("capture", status.wish().capture())
                    .field("numbers", String.join(",", status.wish().numbers()))
                    .field("unmasked", status.unmasked())
                    .field("until", status.until().map(Object::toString).orElse(""))
                    .field("written", status.written())
                    .field("otherwise", status.otherwise())
                    .field("leftOut", status.leftOut())
                    .end();
        }
        exchange.answer(200, JSON, out.endArray().end());
    }

    /**
     * {@code {"smsc":"telia","form":"text","capture":true,"numbers":["4670"],"unmasked":false,"seconds":3600}}, or {@code
     * {"smsc":"telia","asSet":true}}; {@code "account":"shop"} in its place means the binds of that account at the SMPP server, {@code
     * "all":true} every SMSC and account.
     */
    private void order(Exchange exchange, Rights rights) throws IOException {
        JsonNode body = body(exchange);
        boolean unmasked = body.path("unmasked").asBoolean(false);
        if (unmasked && !rights.allows(exchange, Right.CONTENT)) {
            return;
        }
        String who = Rights.who(exchange);
        try {
            if (body.path("asSet").asBoolean(false)) {
                links(body).forEach(link -> logs.asSet(link, who));
            } else {
                Wish wish = new Wish(form(body), body.path("capture").asBoolean(false), numbers(body));
                Duration during = Duration.ofSeconds(body.path("seconds").asLong(3600));
                links(body).forEach(link -> logs.order(link, wish, unmasked, during, who));
            }
        } catch (IllegalArgumentException e) {
            exchange.answer(Problem.of(400, "invalid", e.getMessage()));
            return;
        }
        show(exchange);
    }

    private List<String> links(JsonNode body) {
        if (body.path("all").asBoolean(false)) {
            return logs.links();
        }
        String account = body.path("account").asText("");
        return List.of(account.isEmpty() ? body.path("smsc").asText("") : PduLogConfig.ofAccount(account));
    }

    private static Form form(JsonNode body) {
        String word = body.path("form").asText("text");
        return switch (word) {
            case "off" -> Form.OFF;
            case "text" -> Form.TEXT;
            case "json" -> Form.JSON;
            default -> throw new IllegalArgumentException("form = " + word + ", expected off | text | json");
        };
    }

    private static List<String> numbers(JsonNode body) {
        List<String> numbers = new ArrayList<>();
        for (JsonNode number : body.path("numbers")) {
            String digits = number.asText().replaceFirst("^\\+", "");
            if (!digits.matches("\\d{1,20}") || numbers.size() == MOST_NUMBERS) {
                throw new IllegalArgumentException(
                        "numbers: expected at most " + MOST_NUMBERS + ", each of 1..20 digits, with or without +");
            }
            numbers.add(digits);
        }
        return List.copyOf(numbers);
    }

    private JsonNode body(Exchange exchange) throws IOException {
        try (InputStream in = new ByteBufInputStream(exchange.body().duplicate())) {
            JsonNode read = mapper.readTree(in);
            return read.isObject() ? read : mapper.createObjectNode();
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            return mapper.createObjectNode();
        }
    }
}
