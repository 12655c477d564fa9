package io.smppbridge.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.netty.buffer.ByteBuf;
import io.smppbridge.Messages.Change;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.Problem;
import io.smppbridge.http.Router.Handler;
import io.smppbridge.text.Surrogates;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** {@code PATCH /v1/messages/{id}}: another text, validity or schedule for a message that still waits. */
@ThreadSafe
final class ChangeHandler implements Handler {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(4)
                    .maxNumberLength(100)
                    .maxNameLength(256)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final MessageRoutes routes;
    private final InstantSource clock;

    ChangeHandler(MessageRoutes routes, InstantSource clock) {
        this.routes = routes;
        this.clock = clock;
    }

    @Override
    public void handle(Exchange exchange) {
        if (!SendHandler.mediaType(exchange.header("content-type")).equals(Answers.JSON)) {
            exchange.answer(Problem.of(415, "media-type", "expected Content-Type: application/json"));
            return;
        }
        ByteBuf body = exchange.body();
        byte[] bytes = new byte[body.readableBytes()];
        body.getBytes(body.readerIndex(), bytes);
        if (!Utf8.isValid(bytes, 0, bytes.length)) {
            exchange.answer(Problem.of(400, "not-utf-8", "the body is not UTF-8"));
            return;
        }
        Reader reader = new Reader(clock.instant());
        try (JsonParser parser = JSON.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                exchange.answer(
                        Problem.of(400, "json-syntax", "expected a JSON object with text, validity or schedule"));
                return;
            }
            reader.read(parser);
        } catch (IOException e) {
            exchange.answer(Problem.of(400, "json-syntax", "not JSON, or more than a change can be"));
            return;
        }
        if (reader.faults.isEmpty()) {
            routes.change(exchange, new Change(reader.text, reader.validity, reader.schedule));
        } else {
            exchange.answer(reader.faults.toProblem());
        }
    }

    /** Reads the fields of one change. */
    private static final class Reader {
        private static final Set<String> FIELDS = Set.of("text", "validity", "schedule");

        private final Instant now;
        private final Set<String> seen = new HashSet<>();
        private final Faults faults = new Faults();
        private Optional<String> text = Optional.empty();
        private Optional<Duration> validity = Optional.empty();
        private Optional<Instant> schedule = Optional.empty();

        Reader(Instant now) {
            this.now = now;
            faults.start(-1);
        }

        void read(JsonParser parser) throws IOException {
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                if (!FIELDS.contains(name)) {
                    skip(parser, name, "unknown-field", "cannot be changed; expected text, validity or schedule");
                } else if (seen.add(name)) {
                    value(parser, name);
                } else {
                    skip(parser, name, "duplicate-field", "given twice, expected once");
                }
            }
            if (parser.nextToken() != null) {
                faults.addWhole("json-syntax", "something stands after the end of the JSON");
            } else if (seen.isEmpty() && faults.isEmpty()) {
                faults.addWhole("empty", "nothing to change; expected text, validity or schedule");
            }
        }

        private void skip(JsonParser parser, String name, String code, String detail) throws IOException {
            parser.skipChildren();
            faults.add(name, code, detail);
        }

        private void value(JsonParser parser, String name) throws IOException {
            boolean isValidity = name.equals("validity");
            boolean seconds = isValidity && Values.isWhole(parser);
            if (!seconds && parser.currentToken() != JsonToken.VALUE_STRING) {
                skip(parser, name, "wrong-type", isValidity ? Values.VALIDITY_EXPECTED : "expected a string");
                return;
            }
            try {
                switch (name) {
                    case "text" -> text = Optional.of(text(parser.getText()));
                    case "validity" ->
                        validity = Optional.of(seconds ? Values.seconds(parser) : Values.validity(parser.getText()));
                    default -> schedule = Optional.of(schedule(parser.getText()));
                }
            } catch (IllegalArgumentException e) {
                faults.add(name, "bad-value", e.getMessage());
            }
        }

        /** One that has passed means now. */
        private Instant schedule(String value) {
            Instant at = Values.schedule(value, now);
            return at.isAfter(now) ? at : Instant.EPOCH;
        }

        private static String text(String value) {
            if (value.isEmpty() || Surrogates.anyAlone(value)) {
                throw new IllegalArgumentException("expected what to say, in whole characters");
            }
            return value;
        }
    }
}
