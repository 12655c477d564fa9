package io.smppbridge.audit;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.ReceiptWish;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;

/** The lines of JSON that callers, carriers and webhooks write, as docs/audit.md has them. */
final class JsonLines {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    private static final Pattern NAME = Pattern.compile("(ESME_)?R[A-Z_]+");
    /** What a refusal says while the journal fails: the next start may find the message all the same. */
    private static final String IN_DOUBT = "may be in the journal";

    private static final int OK = 2;
    private static final int HUNDRED = 100;

    private JsonLines() {}

    /** {@code {"clientRef":"order-1","id":"1MB…","to":"+46…","text":"…","outcome":"accepted"}}. */
    static void caller(Audit audit, String line, long where) {
        JsonNode json = object(line);
        Attempt.Answer answer =
                switch (required(json, "outcome").toLowerCase(Locale.ROOT)) {
                    case "accepted" -> Attempt.Answer.ACCEPTED;
                    case "refused" ->
                        word(json, "detail").contains(IN_DOUBT) ? Attempt.Answer.UNKNOWN : Attempt.Answer.REFUSED;
                    case "unknown" -> Attempt.Answer.UNKNOWN;
                    default -> throw new BadLine("outcome of accepted, refused or unknown", word(json, "outcome"));
                };
        Attempt attempt = new Attempt(
                word(json, "clientRef"),
                word(json, "id"),
                word(json, "from"),
                required(json, "to"),
                said(json),
                answer,
                wish(word(json, "receipt")),
                word(json, "order"));
        if (answer == Attempt.Answer.ACCEPTED
                && attempt.id().isEmpty()
                && attempt.ref().isEmpty()
                && attempt.text().isHidden()) {
            throw new BadLine("id, clientRef or text of what was accepted", "none of them");
        }
        audit.attempt(attempt, where);
    }

    /** {@code {"type":"submit",…}} and {@code {"type":"receipt",…}}, as the simulator's message-log has them. */
    static void carrier(Audit audit, String name, String line, long where) {
        JsonNode json = object(line);
        String carrier = name.isEmpty() ? word(json, "smsc") : name;
        switch (word(json, "type")) {
            case "submit" -> {
                int total = number(json, "parts", 1);
                int number = number(json, "part", 1);
                if (total < 1 || total > 255 || number < 1 || number > total) {
                    throw new BadLine("part 1..parts, of 1..255 parts", "part " + number + " of " + total);
                }
                audit.submit(
                        new Submit(
                                carrier,
                                word(json, "from"),
                                required(json, "to"),
                                said(json),
                                new Submit.Part(number(json, "ref", 0), total, number),
                                isTaken(json),
                                word(json, "messageId")),
                        where);
            }
            case "receipt" -> {
                String state = required(json, "state").toUpperCase(Locale.ROOT);
                if (isFinal(state)) {
                    audit.receipt(carrier, required(json, "messageId"), word(json, "to"), Ends.End.of(state), where);
                }
            }
            default -> throw new BadLine("type submit or receipt", word(json, "type"));
        }
    }

    /** As a webhook is posted: one event, or {@code {"events":[…]}}; with {@code "answer":503} beside it when it was not taken. */
    static void event(Audit audit, String line, long where) {
        JsonNode json = object(line);
        int absent = json.has("answer") ? 0 : OK * HUNDRED; // null is no answer
        boolean taken = number(json, "answer", absent) / HUNDRED == OK;
        JsonNode body = json.has("body") ? json.get("body") : json;
        if (body.path("events").isArray()) {
            body.get("events").forEach(event -> one(audit, event, taken, where));
        } else {
            one(audit, body, taken, where);
        }
    }

    private static void one(Audit audit, JsonNode event, boolean taken, long where) {
        if (required(event, "type").equals("message.state")) {
            audit.notice(
                    new Notice(
                            required(event, "eventId"),
                            word(event, "messageId"),
                            word(event, "clientRef"),
                            word(event, "to"),
                            required(event, "state"),
                            flag(event, "final"),
                            flag(event, "possibleDuplicate"),
                            event.has("previousState"),
                            taken),
                    where);
        }
    }

    static boolean isFinal(String state) {
        return !state.equals("ENROUTE") && !state.equals("SCHEDULED") && !state.equals("BUFFERED");
    }

    private static ReceiptWish wish(String text) {
        try {
            return text.isEmpty() ? ReceiptWish.NONE : ReceiptWish.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new BadLine("receipt of none, failure, final or all", text);
        }
    }

    private static Said said(JsonNode json) {
        if (json.has("binary")) {
            try {
                return Said.octets(Base64.getDecoder().decode(word(json, "binary")));
            } catch (IllegalArgumentException e) {
                throw new BadLine("binary in base64", word(json, "binary"));
            }
        }
        return json.has("text") ? Said.text(word(json, "text")) : Said.HIDDEN;
    }

    private static JsonNode object(String line) {
        try {
            JsonNode json = JSON.readTree(line);
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (JsonProcessingException e) {
            // said below
        }
        throw new BadLine("an object of JSON on one line", line);
    }

    /** A status is written as a number, in decimal or hexadecimal digits, or by its name. */
    private static boolean isTaken(JsonNode json) {
        String name = json.path("status").isTextual() ? word(json, "status") : "";
        return NAME.matcher(name).matches() ? name.endsWith("ROK") : number(json, "status", 0) <= 0;
    }

    /** Left out, or null, it is another. */
    private static int number(JsonNode json, String field, int otherwise) {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        try {
            if (value.isTextual() || value.isIntegralNumber()) {
                return Math.toIntExact(Long.decode(value.asText()));
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // said below
        }
        throw new BadLine(field + " as a number", value.toString());
    }

    private static boolean flag(JsonNode json, String field) {
        JsonNode value = json.path(field);
        if (!value.isBoolean() && !value.isMissingNode() && !value.isNull()) {
            throw new BadLine(field + " of true or false", value.toString());
        }
        return value.asBoolean();
    }

    private static String word(JsonNode json, String field) {
        return json.path(field).asText("");
    }

    private static String required(JsonNode json, String field) {
        String word = word(json, field);
        if (word.isEmpty()) {
            throw new BadLine(field, "none");
        }
        return word;
    }
}
