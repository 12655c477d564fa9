package io.smppbridge.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Reads a request's body: one message, an array of them, or NDJSON. A message with faults does not touch the others. Broken JSON fails an
 * array as a whole, since nothing after it can be trusted, but only its own line of NDJSON.
 */
@ThreadSafe
final class BodyReader {
    private static final int LONGEST_NUMBER = 100;
    private static final int LONGEST_NAME = 1000;
    private static final int LONGEST_STRING = 20_000_000;

    private final JsonFactory json;
    private final int maxBatch;
    private final int maxDepth;
    private final boolean emptyRefs;

    /** For a way in whose messages have a name beside their JSON: an empty clientRef is none. */
    BodyReader(int maxBatch, int maxDepth) {
        this(maxBatch, maxDepth, true);
    }

    BodyReader(int maxBatch, int maxDepth, boolean emptyRefs) {
        this.emptyRefs = emptyRefs;
        this.maxBatch = maxBatch;
        this.maxDepth = maxDepth;
        this.json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxDepth)
                        .maxNumberLength(LONGEST_NUMBER)
                        .maxNameLength(LONGEST_NAME)
                        .maxStringLength(LONGEST_STRING)
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    /** The whole request is refused. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        final transient Problem problem;

        Refused(int status, String code, String detail) {
            super(code, null, false, false);
            this.problem = Problem.of(status, code, detail);
        }
    }

    /**
     * Octets of a body.
     *
     * @param from first
     * @param to after the last
     */
    record Span(byte[] bytes, int from, int to) {
        int length() {
            return to - from;
        }
    }

    /**
     * @param defaultRef clientRef of a single message that names none; in bulk, {@code /} and the index are appended
     */
    Batch read(Span body, boolean lines, String defaultRef, Instant now) throws Refused {
        if (!Utf8.isValid(body.bytes(), body.from(), body.to())) {
            throw new Refused(400, "not-utf-8", "the body is not UTF-8");
        }
        Faults faults = new Faults();
        MessageReader reader = new MessageReader(faults, now, emptyRefs);
        return lines ? lines(body, defaultRef, reader, faults) : document(body, defaultRef, reader, faults);
    }

    private Batch document(Span body, String defaultRef, MessageReader reader, Faults faults) throws Refused {
        try (JsonParser parser = json.createParser(body.bytes(), body.from(), body.length())) {
            JsonToken first = parser.nextToken();
            Batch batch;
            if (first == JsonToken.START_ARRAY) {
                batch = new Batch(true, Math.min(maxBatch, body.length() / 100 + 10));
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    limit(batch);
                    one(parser, batch, numbered(defaultRef, batch.count()), reader, faults);
                }
            } else if (first == JsonToken.START_OBJECT) {
                batch = new Batch(false, 1);
                one(parser, batch, defaultRef, reader, faults);
            } else {
                throw new Refused(400, "json-syntax", "expected a message as a JSON object, or an array of messages");
            }
            if (parser.nextToken() != null) {
                throw new Refused(400, "json-syntax", "something stands after the end of the JSON");
            }
            return notEmpty(batch);
        } catch (IOException e) {
            throw broken(e, 0);
        }
    }

    private Batch lines(Span body, String defaultRef, MessageReader reader, Faults faults) throws Refused {
        Batch batch = new Batch(true, Math.min(maxBatch, body.length() / 100 + 10));
        int from = body.from();
        for (int number = 1; from < body.to(); number++) {
            int end = from;
            while (end < body.to() && body.bytes()[end] != '\n') {
                end++;
            }
            if (!blank(body.bytes(), from, end)) {
                limit(batch);
                Span line = new Span(body.bytes(), from, end);
                try {
                    line(line, batch, numbered(defaultRef, batch.count()), reader, faults);
                } catch (IOException e) {
                    batch.add(ofLine(broken(e, number).problem, batch.count()));
                }
            }
            from = end + 1;
        }
        return notEmpty(batch);
    }

    private void line(Span line, Batch batch, String defaultRef, MessageReader reader, Faults faults)
            throws IOException {
        try (JsonParser parser = json.createParser(line.bytes(), line.from(), line.length())) {
            parser.nextToken();
            faults.start(batch.count());
            boolean sound = reader.read(parser, defaultRef);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something stands after the message");
            } else if (sound) {
                batch.add(reader.message(), reader.isHex());
            } else {
                batch.add(faults.toProblem());
            }
        }
    }

    /** A line is a message: the pointer counts them. */
    private static Problem ofLine(Problem problem, int index) {
        Problem.Fault fault = new Problem.Fault("/" + index, problem.code(), problem.detail());
        return new Problem(problem.status(), problem.code(), problem.detail(), List.of(fault), 0);
    }

    private static void one(JsonParser parser, Batch batch, String defaultRef, MessageReader reader, Faults faults)
            throws IOException {
        faults.start(batch.isBulk() ? batch.count() : -1);
        if (reader.read(parser, defaultRef)) {
            batch.add(reader.message(), reader.isHex());
        } else {
            batch.add(faults.toProblem());
        }
    }

    private void limit(Batch batch) throws Refused {
        if (batch.count() == maxBatch) {
            throw new Refused(
                    413, "too-many-messages", "more than " + maxBatch + " messages in one request; none was taken");
        }
    }

    private static Batch notEmpty(Batch batch) throws Refused {
        if (batch.count() == 0) {
            throw new Refused(422, "no-messages", "expected at least one message");
        }
        return batch;
    }

    /** @param line of the body, where that is read line by line; else 0 */
    private Refused broken(IOException e, int line) {
        if (e instanceof StreamConstraintsException) {
            return new Refused(
                    400,
                    "json-limits",
                    "nested deeper than " + maxDepth + ", a number longer than " + LONGEST_NUMBER
                            + " digits, a name longer than " + LONGEST_NAME
                            + " characters, or a text longer than " + LONGEST_STRING);
        }
        if (e instanceof JsonProcessingException at && at.getLocation() != null) {
            return new Refused(
                    400,
                    "json-syntax",
                    "not JSON at line " + (line > 0 ? line : at.getLocation().getLineNr()) + ", column "
                            + at.getLocation().getColumnNr() + ": " + Values.shorten(at.getOriginalMessage()));
        }
        return new Refused(400, "json-syntax", "not JSON");
    }

    private static String numbered(String defaultRef, int index) {
        return defaultRef.isEmpty() ? "" : defaultRef + "/" + index;
    }

    private static boolean blank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\r' && bytes[i] != '\t') {
                return false;
            }
        }
        return true;
    }
}
