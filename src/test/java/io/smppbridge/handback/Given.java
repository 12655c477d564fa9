package io.smppbridge.handback;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.PartReport;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events and settings for the tests. */
final class Given {
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private Given() {}

    static long id(Instant at, int n) {
        return TaskId.first(at.toEpochMilli()) + n;
    }

    static Event state(long id, long message, MessageState state) {
        return new Event.State(new Receipt(
                new TaskId(id),
                new TaskId(message),
                "order-" + message,
                state,
                "telia",
                Address.of("Acme"),
                Address.of("+46701234567"),
                2,
                "stat:DELIVRD err:000",
                false,
                Instant.parse("2026-11-20T11:59:58Z"),
                Instant.parse("2026-11-20T12:00:00Z"),
                new CarrierReport(
                                "DELIVRD",
                                "000",
                                0x030011,
                                Instant.parse("2026-11-20T11:59:00Z"),
                                Instant.parse("2026-11-20T12:00:00Z"))
                        .withTlvs(Map.of("0x1400", "07")),
                List.of(new PartReport(
                        2,
                        "id-2",
                        MessageState.UNDELIVERED,
                        new CarrierReport("UNDELIV", "", -1, Instant.EPOCH, Instant.EPOCH))),
                Optional.of(MessageState.UNDELIVERED),
                Map.of("campaign", "å\"1")));
    }

    static Event inbound(long id, String text) {
        return new Event.Inbound(new InboundSms(
                new TaskId(id),
                "telia",
                Address.of("+46707654321"),
                Address.of("72404"),
                text,
                text.getBytes(StandardCharsets.UTF_8),
                Encoding.GSM7,
                0,
                1,
                true,
                Instant.parse("2026-11-20T12:00:00Z"),
                List.of()));
    }

    /** Retries of 10 to 100 ms, 5 attempts, kept 72 h, 1,000 hot. */
    static HandbackConfig quick() {
        return new HandbackConfig(2, Duration.ofMillis(10), Duration.ofMillis(100), 5, Duration.ofHours(72), 1_000);
    }

    static WebhookConfig webhook(String name, URI url, int concurrency, int batch, Duration answerWithin) {
        return new WebhookConfig(
                name, url, new Secret(SECRET), Secret.NONE, true, concurrency, batch, answerWithin, Optional.empty());
    }
}
