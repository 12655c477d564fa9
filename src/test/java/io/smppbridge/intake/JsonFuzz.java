package io.smppbridge.intake;

import java.time.Instant;

/** A target for a fuzzer: a request body is read or refused, and nothing else. */
public final class JsonFuzz {
    private static final BodyReader READER = new BodyReader(1000, 16);
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private JsonFuzz() {}

    /** The body, once as one document and once as lines. */
    public static void fuzzerTestOneInput(byte[] data) {
        read(data, false);
        read(data, true);
    }

    private static void read(byte[] data, boolean lines) {
        try {
            READER.read(new BodyReader.Span(data, 0, data.length), lines, "ref", NOW);
        } catch (BodyReader.Refused refused) {
            if (refused.problem == null) {
                throw new AssertionError("refused without a reason", refused);
            }
        }
    }
}
