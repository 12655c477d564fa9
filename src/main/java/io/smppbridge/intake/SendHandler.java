package io.smppbridge.intake;

import io.netty.buffer.ByteBuf;
import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.Router;
import io.smppbridge.intake.BodyReader.Refused;
import io.smppbridge.intake.BodyReader.Span;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Function;

/** {@code POST /v1/messages}: reads, hands over, and answers when the bridge has decided. */
@ThreadSafe
final class SendHandler implements Router.Handler {
    private static final SendOutcome[] NONE = {};

    private final Function<String, MiddleWare> doors;
    private final FullBags full;
    private final BodyReader reader;
    private final AccountRates rates;
    private final BridgeStats stats;
    private final InstantSource clock;

    SendHandler(
            Function<String, MiddleWare> doors,
            FullBags full,
            BodyReader reader,
            AccountRates rates,
            BridgeStats stats,
            InstantSource clock) {
        this.doors = doors;
        this.full = full;
        this.reader = reader;
        this.rates = rates;
        this.stats = stats;
        this.clock = clock;
    }

    @Override
    public void handle(Exchange exchange) {
        Instant now = clock.instant();
        Batch batch;
        try {
            boolean lines = isLines(exchange.header("content-type"));
            ByteBuf body = exchange.body();
            Span span = body.isReadable()
                    ? new Span(
                            body.array(),
                            body.arrayOffset() + body.readerIndex(),
                            body.arrayOffset() + body.writerIndex())
                    : new Span(new byte[0], 0, 0);
            batch = reader.read(span, lines, reference(exchange), now);
        } catch (Refused refused) {
            if (!rates.refuse(exchange, 1)) {
                stats.refused("malformed").increment();
                exchange.answer(refused.problem);
            }
            return;
        }
        if (rates.refuse(exchange, batch.count())) {
            return;
        }
        if (batch.faultyCount() > 0) {
            stats.refused("invalid").add(batch.faultyCount());
        }
        if (batch.sound.isEmpty()) {
            Answers.write(exchange, batch, NONE, now);
            return;
        }
        doors.apply(exchange.principal())
                .send(batch.sound, outcomes -> exchange.run(() -> Answers.write(exchange, batch, outcomes, now)));
        full.handedOver();
    }

    private static String reference(Exchange exchange) throws Refused {
        String key = exchange.header("idempotency-key");
        if (key.isEmpty() && exchange.hasHeader("idempotency-key")) {
            throw new Refused(
                    400,
                    "idempotency-key",
                    "Idempotency-Key is empty; leave it out or give 1.." + MessageReader.LONGEST_REF + " characters");
        }
        if (!key.isEmpty() && exchange.isRepeated("idempotency-key")) {
            throw new Refused(400, "idempotency-key", "Idempotency-Key is given more than once, expected once");
        }
        if (key.length() > MessageReader.LONGEST_REF) {
            throw new Refused(
                    400,
                    "idempotency-key",
                    "Idempotency-Key of " + key.length() + " characters, expected at most "
                            + MessageReader.LONGEST_REF);
        }
        return key;
    }

    /** Without its parameters. */
    static String mediaType(String contentType) {
        int semicolon = contentType.indexOf(';');
        return (semicolon < 0 ? contentType : contentType.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    private static boolean isLines(String contentType) throws Refused {
        return switch (mediaType(contentType)) {
            case "application/json" -> false;
            case "application/x-ndjson", "application/ndjson" -> true;
            default ->
                throw new Refused(
                        415,
                        "media-type",
                        "expected Content-Type: application/json, or application/x-ndjson for one message a line");
        };
    }
}
