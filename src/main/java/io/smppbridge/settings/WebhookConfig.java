package io.smppbridge.settings;

import java.net.URI;
import java.time.Duration;

/**
 * Where events go by HTTP POST ({@code webhook.<name>.*}).
 *
 * @param url {@code webhook.<name>.url}
 * @param secret signs every body ({@code webhook.<name>.secret} or {@code secret-file})
 * @param oldSecret also signs during a rotation ({@code webhook.<name>.old-secret}); empty for none
 * @param allowPrivate whether loopback, private and plain-http targets are allowed ({@code webhook.<name>.allow-private})
 * @param concurrency requests in flight at once ({@code webhook.<name>.concurrency}), 1..16
 * @param batch events in one request at most ({@code webhook.<name>.batch}), 1..1000
 * @param answerWithin {@code webhook.<name>.answer-within}
 */
public record WebhookConfig(
        String name,
        URI url,
        Secret secret,
        Secret oldSecret,
        boolean allowPrivate,
        int concurrency,
        int batch,
        Duration answerWithin) {}
