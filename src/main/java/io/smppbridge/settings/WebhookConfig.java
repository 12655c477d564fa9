package io.smppbridge.settings;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

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
 * @param trust certificates of those who vouch for the receiver, as the file held them when the configuration was read
 *     ({@code webhook.<name>.tls-trust}); empty: whom Java trusts
 */
public record WebhookConfig(
        String name,
        URI url,
        Secret secret,
        Secret oldSecret,
        boolean allowPrivate,
        int concurrency,
        int batch,
        Duration answerWithin,
        Optional<List<X509Certificate>> trust) {
    private static final String ENCODED = "whsec_";

    /** The key that a secret stands for: {@code whsec_…} is base64 of it, any other is the key itself, in UTF-8. Empty when it is neither. */
    public static Optional<byte[]> keyOf(Secret secret) {
        String text = secret.reveal();
        if (!text.startsWith(ENCODED)) {
            return Optional.of(text.getBytes(StandardCharsets.UTF_8));
        }
        try {
            return Optional.of(Base64.getDecoder().decode(text.substring(ENCODED.length())))
                    .filter(key -> key.length > 0);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
