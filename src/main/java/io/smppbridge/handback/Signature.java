package io.smppbridge.handback;

import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs by Standard Webhooks: {@code v1,base64(HMAC-SHA256(id.timestamp.body))}, one for each active secret, separated by spaces.
 *
 * <p>A secret {@code whsec_…} is base64 of the key; any other is the key itself, in UTF-8.
 */
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private final List<SecretKeySpec> keys = new ArrayList<>(2);

    /**
     * @param secret signs first; empty for no signature
     * @param oldSecret signs as well during a rotation; empty for none
     */
    Signature(Secret secret, Secret oldSecret) {
        add(secret);
        add(oldSecret);
    }

    private void add(Secret secret) {
        if (!secret.isEmpty()) {
            keys.add(new SecretKeySpec(keyOf(secret), ALGORITHM));
        }
    }

    private static byte[] keyOf(Secret secret) {
        return WebhookConfig.keyOf(secret)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a webhook secret that starts with whsec_ but is not base64 after it"));
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /** The header's value. */
    String of(String id, long epochSeconds, byte[] body) {
        byte[] head = (id + '.' + epochSeconds + '.').getBytes(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder(100);
        for (SecretKeySpec key : keys) {
            all.append(all.length() == 0 ? "" : " ").append("v1,");
            all.append(Base64.getEncoder().encodeToString(hmac(key, head, body)));
        }
        return all.toString();
    }

    private static byte[] hmac(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no " + ALGORITHM + " in this JDK", e);
        }
    }
}
