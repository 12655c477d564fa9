package io.smppbridge.dropin;

import io.smppbridge.settings.DropInConfig;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where and how a message's receipts are told. It travels with the message as tags, so that it is as durable as the message, and comes
 * back with each event.
 *
 * @param kind whose form the call has
 * @param url as the platform gave it, for Kannel with its escapes
 * @param events Kannel's dlr-mask, or Jasmin's dlr-level
 * @param post whether Jasmin's call is a POST
 * @param from the sender as the platform wrote it, for Kannel; empty where that is not known
 * @param to the receiver likewise
 */
record Callback(Kind kind, String url, int events, boolean post, String from, String to) {
    /** The name that leads a message's events here, in place of a webhook's. */
    static final String NAME = DropInConfig.CALLBACK;

    /** Octets of the longest URL. */
    static final int LONGEST = 1_000;

    private static final String TAG = "dlr";
    private static final String URL_TAG = "dlr-url-";
    private static final String FROM_TAG = "dlr-from";
    private static final String TO_TAG = "dlr-to";
    private static final int PIECE = 125;

    enum Kind {
        KANNEL,
        JASMIN
    }

    Callback(Kind kind, String url, int events, boolean post) {
        this(kind, url, events, post, "", "");
    }

    /** The same of a message between these two, as the platform wrote them. */
    Callback between(String sender, String receiver) {
        return new Callback(kind, url, events, post, sender, receiver);
    }

    /** The tags that carry it. */
    Map<String, String> tags() {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put(TAG, kind.name().toLowerCase(Locale.ROOT) + ' ' + events + (post ? " post" : " get"));
        for (int at = 0; at < url.length(); at += PIECE) {
            tags.put(URL_TAG + at / PIECE, url.substring(at, Math.min(url.length(), at + PIECE)));
        }
        if (!from.isEmpty()) {
            tags.put(FROM_TAG, from);
        }
        if (!to.isEmpty()) {
            tags.put(TO_TAG, to);
        }
        return tags;
    }

    /** From an event's tags; empty when they carry none. */
    static Optional<Callback> of(Map<String, String> tags) {
        String[] said = tags.getOrDefault(TAG, "").split(" ");
        if (said.length != 3) {
            return Optional.empty();
        }
        StringBuilder url = new StringBuilder();
        for (int i = 0; tags.containsKey(URL_TAG + i); i++) {
            url.append(tags.get(URL_TAG + i));
        }
        try {
            Kind kind = Kind.valueOf(said[0].toUpperCase(Locale.ROOT));
            return Optional.of(new Callback(
                    kind,
                    url.toString(),
                    Integer.parseInt(said[1]),
                    said[2].equals("post"),
                    tags.getOrDefault(FROM_TAG, ""),
                    tags.getOrDefault(TO_TAG, "")));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    /** Host and port of a URL that may be called; empty if it is no http or https URL, names a user, or is too long. */
    static Optional<URI> target(String url) {
        // Escapes such as %d are no URL yet: only what stands before the path counts here.
        int scheme = url.indexOf("://");
        int path = scheme < 0 ? -1 : url.indexOf('/', scheme + 3);
        int query = scheme < 0 ? -1 : url.indexOf('?', scheme + 3);
        int end = path < 0 ? query : query < 0 ? path : Math.min(path, query);
        try {
            URI base = URI.create(end < 0 ? url : url.substring(0, end));
            boolean web = "http".equalsIgnoreCase(base.getScheme()) || "https".equalsIgnoreCase(base.getScheme());
            return web && base.getHost() != null && base.getRawUserInfo() == null && url.length() <= LONGEST
                    ? Optional.of(base)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether a list of hosts names the one of this URL. */
    static boolean isAllowed(URI target, Iterable<String> hosts) {
        return entry(target, hosts).isPresent();
    }

    /** What names the host of this URL in a list of hosts, in any case; an entry without a port stands for every port. */
    static Optional<String> entry(URI target, Iterable<String> hosts) {
        String host = target.getHost().toLowerCase(Locale.ROOT);
        int port = target.getPort() > 0 ? target.getPort() : "https".equalsIgnoreCase(target.getScheme()) ? 443 : 80;
        for (String entry : hosts) {
            String listed = entry.toLowerCase(Locale.ROOT);
            if (listed.equals(host) || listed.equals(host + ":" + port)) {
                return Optional.of(listed);
            }
        }
        return Optional.empty();
    }
}
