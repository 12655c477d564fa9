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
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** {@code PATCH /v1/messages/{id}}: another text, validity or schedule for a message that still waits. */
@ThreadSafe
final class ChangeHandler implements Handler {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(4)
                    .maxNumberLength(20)
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
        private final Instant now;
        private final Faults faults = new Faults();
        private Optional<String> text = Optional.empty();
        private Optional<Duration> validity = Optional.empty();
        private Optional<Instant> schedule = Optional.empty();

        Reader(Instant now) {
            this.now = now;
            faults.start(-1);
        }

        void read(JsonParser parser) throws IOException {
            int count = 0;
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                count++;
                value(parser, name);
            }
            if (parser.nextToken() != null) {
                faults.addWhole("json-syntax", "something stands after the end of the JSON");
            } else if (count == 0) {
                faults.addWhole("empty", "nothing to change; expected text, validity or schedule");
            }
        }

        private void value(JsonParser parser, String name) throws IOException {
            boolean seconds = name.equals("validity") && parser.currentToken() == JsonToken.VALUE_NUMBER_INT;
            if (!seconds && parser.currentToken() != JsonToken.VALUE_STRING) {
                parser.skipChildren();
                faults.add(name, "wrong-type", "expected a string");
                return;
            }
            try {
                switch (name) {
                    case "text" -> text = Optional.of(text(once(text, parser.getText())));
                    case "validity" ->
                        validity = Optional.of(
                                seconds
                                        ? Values.seconds(once(validity, parser.getLongValue()))
                                        : Values.validity(once(validity, parser.getText())));
                    case "schedule" -> schedule = Optional.of(Values.schedule(once(schedule, parser.getText()), now));
                    default ->
                        faults.add(name, "unknown-field", "cannot be changed; expected text, validity or schedule");
                }
            } catch (IllegalArgumentException e) {
                faults.add(name, "bad-value", e.getMessage());
            }
        }

        private static <T> T once(Optional<?> before, T value) {
            if (before.isPresent()) {
                throw new IllegalArgumentException("given twice, expected once");
            }
            return value;
        }

        private static String text(String value) {
            if (value.isEmpty() || Values.hasLoneSurrogate(value)) {
                throw new IllegalArgumentException("expected what to say, in whole characters");
            }
            return value;
        }
    }
}
