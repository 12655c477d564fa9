package io.smppbridge.handback;

import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.ssl.SSLContexts;

/**
 * The HTTP clients of webhooks: one for all that trust whom Java trusts, and one for each that names its authorities, so that a connection
 * that these have let pass is never used for another webhook.
 */
@ThreadSafe
final class WebhookClients {
    private final List<WebhookClient> all = new ArrayList<>();
    private final List<WebhookClient> leaving = new ArrayList<>();
    /** Null until the first webhook needs it: what it needs is a tenth of the work of a start. */
    private WebhookClient shared;

    private boolean started;

    /** @param sharedOrNull null when it is to be made for the first webhook */
    WebhookClients(WebhookClient sharedOrNull) {
        shared = sharedOrNull;
        if (sharedOrNull != null) {
            all.add(sharedOrNull);
        }
    }

    synchronized void start() {
        started = true;
        each(WebhookClient::start);
    }

    /** The one for a webhook under these terms; whoever has it gives it to {@link #over} when it sends no more. */
    synchronized WebhookClient of(WebhookConfig config) {
        if (config.trust().isPresent()) {
            return begun(new WebhookClient(context(config.trust().get()), "handback-io-" + config.name(), 1));
        }
        if (shared == null) {
            shared = begun(new WebhookClient());
        }
        return shared;
    }

    /** Trusts these alone. */
    private static SSLContext context(List<X509Certificate> authorities) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                trusted.setCertificateEntry("trusted-" + i, authorities.get(i));
            }
            return SSLContexts.custom().loadTrustMaterial(trusted, null).build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java has what this takes", e);
        }
    }

    private WebhookClient begun(WebhookClient made) {
        all.add(made);
        if (started) {
            made.start();
        }
        return made;
    }

    /** Nobody sends by it any more; it is closed when nothing is under way in it. The shared one stays. */
    synchronized void over(WebhookClient client) {
        if (client != shared) {
            leaving.add(client);
        }
    }

    /** Closes connections that nobody has used for a while, and clients that are over. */
    synchronized void tidy() {
        leaving.removeIf(client -> {
            boolean quiet = client.underWay() == 0;
            if (quiet) {
                all.remove(client);
                client.end();
            }
            return quiet;
        });
        each(WebhookClient::tidy);
    }

    synchronized void close() {
        each(WebhookClient::close);
    }

    private void each(Consumer<WebhookClient> what) {
        all.forEach(what);
    }
}
