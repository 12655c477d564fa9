package io.smppbridge.handback;

import io.smppbridge.TaskId;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.threads.OwnedBy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.apache.hc.core5.http.HttpHost;

/** Hands events to one webhook: body, id, signature, checked address. */
@OwnedBy("its lane")
final class WebhookHandOver implements HandOver {
    private static final HexFormat UPPER = HexFormat.of().withUpperCase();

    private final WebhookConfig config;
    private final Surroundings world;
    private final WebhookClients clients;
    private final WebhookClient client;
    private final Lane lane;
    private final Signature signature;
    private final CheckedTarget target;
    private final String path;

    WebhookHandOver(WebhookConfig config, Surroundings world, WebhookClients clients, Lane lane) {
        this.config = config;
        this.world = world;
        this.clients = clients;
        this.client = clients.of(config);
        this.lane = lane;
        this.signature = new Signature(config.secret(), config.oldSecret());
        this.target = new CheckedTarget(config, world, client.dns(), lane);
        String raw = config.url().getRawPath();
        String query = config.url().getRawQuery();
        this.path = ascii((raw == null || raw.isEmpty() ? "/" : raw) + (query == null ? "" : "?" + query));
    }

    /** With the octets of its UTF-8 for letters that a request line has not: of none another one is made, as {@link URI#toASCIIString} would. */
    private static String ascii(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            if (octet >= 0) {
                out.append((char) octet);
            } else {
                out.append('%').append(UPPER.toHexDigits(octet));
            }
        }
        return out.toString();
    }

    @Override
    public Readiness readiness() {
        return target.readiness();
    }

    @Override
    public Sending send(List<Event> events, Answered answered) {
        boolean single = config.batch() == 1;
        String id = single ? new TaskId(events.get(0).id()).toString() : batchId(events);
        byte[] body = single ? lane.json().single(events.get(0)) : lane.json().batch(events);
        long seconds = world.wall().millis() / 1000;
        HttpHost host = target.target();
        WebhookClient.Post post = new WebhookClient.Post(
                host, path, id, seconds, signature.isEmpty() ? "" : signature.of(id, seconds, body), body);
        Sending sending = client.post(post, config.answerWithin(), answer -> answered.accept(heard(answer, host)));
        return () -> heard(sending.giveUp(), host);
    }

    /** Any thread: where nobody was reached, the next one goes to another address, if there is one. */
    private Answer heard(Answer answer, HttpHost host) {
        if (answer instanceof Answer.Failed failed && !failed.reached()) {
            lane.execute(() -> target.unreachable(host.getAddress()));
            String key = "webhook." + config.name() + (SendFault.isOfTls(failed) ? ".tls-trust and .url" : ".url");
            return new Answer.Failed(failed.why() + "; check " + key, false, failed.pauseMs());
        }
        return answer;
    }

    /** The same for the same events in the same order, and for no others. */
    private static String batchId(List<Event> events) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            ByteBuffer ids = ByteBuffer.allocate(8 * events.size());
            events.forEach(event -> ids.putLong(event.id()));
            byte[] hash = digest.digest(ids.array());
            return "batch_" + HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JDK", e);
        }
    }

    @Override
    public void over() {
        clients.over(client);
    }

    @Override
    public int concurrency() {
        return config.concurrency();
    }

    @Override
    public int batch() {
        return config.batch();
    }

    @Override
    public Duration answerWithin() {
        return config.answerWithin();
    }
}
