package io.smppbridge.dropin;

import io.smppbridge.settings.DropInConfig;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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

    /** Characters of the longest URL that a message may bring. */
    static final int LONGEST = 1_000;

    private static final String TAG = "dlr";
    private static final String URL_TAG = "dlr-url-";
    private static final String FROM_TAG = "dlr-from";
    private static final String TO_TAG = "dlr-to";
    private static final int PIECE = 125;
    private static final int LAST_PORT = 65_535;
    private static final String NOT_IN_QUERIES = "\"<>\\^`{|}";
    private static final String NOT_IN_PATHS = NOT_IN_QUERIES + "[]";
    private static final String NOT_IN_FRAGMENTS = NOT_IN_QUERIES + "#";
    /** Characters of the longest URL that is called, its escapes filled in: what servers take as a rule. */
    private static final int LONGEST_CALLED = 8_000;

    private static final String HEX = "0123456789ABCDEF";

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
        int at = 0;
        for (int i = 0; at < url.length(); i++) {
            int end = Math.min(url.length(), at + PIECE);
            if (end < url.length() && Character.isHighSurrogate(url.charAt(end - 1))) {
                end--; // neither half of a pair can be written down alone
            }
            tags.put(URL_TAG + i, url.substring(at, end));
            at = end;
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

    /** Host and port of a URL that a message may bring; empty if it may not be called, or is too long. */
    static Optional<URI> asked(String url) {
        return url.length() <= LONGEST ? target(url) : Optional.empty();
    }

    /**
     * Host and port of a URL that may be called; empty if it is no http or https URL, names a user, or a port that there is not. What its escapes
     * stand for may make it longer than one that a message may bring.
     */
    static Optional<URI> target(String url) {
        try {
            URI base = URI.create(url.substring(0, authorityEnd(url)));
            boolean web = "http".equalsIgnoreCase(base.getScheme()) || "https".equalsIgnoreCase(base.getScheme());
            boolean port = base.getPort() == -1 || base.getPort() > 0 && base.getPort() <= LAST_PORT;
            return web && port && base.getHost() != null && base.getRawUserInfo() == null
                    ? Optional.of(base)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The URL as HTTP takes it: characters that no URL has, such as blanks and letters beyond ASCII, are written as the octets of their UTF-8, and
     * so is a percent sign that begins no octet.
     *
     * @throws IllegalArgumentException if it is no URL even so, or one that is too long
     */
    static URI uri(String url) {
        int end = authorityEnd(url);
        StringBuilder out = new StringBuilder(url.length() + 50).append(url, 0, end);
        byte[] octets = url.substring(end).getBytes(StandardCharsets.UTF_8);
        String wrong = NOT_IN_PATHS;
        for (int i = 0; i < octets.length; i++) {
            int octet = octets[i] & 0xff;
            boolean passes =
                    octet == '%' ? isEscape(octets, i) : octet > ' ' && octet < 0x7f && wrong.indexOf(octet) < 0;
            if (passes) {
                out.append((char) octet);
            } else {
                out.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
            }
            wrong = octet == '#'
                    ? NOT_IN_FRAGMENTS
                    : octet == '?' && wrong.equals(NOT_IN_PATHS) ? NOT_IN_QUERIES : wrong;
        }
        if (out.length() > LONGEST_CALLED) {
            throw new IllegalArgumentException(out.length() + " characters, expected at most " + LONGEST_CALLED);
        }
        return URI.create(out.toString());
    }

    private static boolean isEscape(byte[] octets, int at) {
        return at + 2 < octets.length
                && Character.digit(octets[at + 1], 16) >= 0
                && Character.digit(octets[at + 2], 16) >= 0;
    }

    /** Where the path, the query or the fragment begins. Escapes such as %d are no URL yet: only what stands before that is one in any case. */
    private static int authorityEnd(String url) {
        int at = url.indexOf("://") + 3;
        if (at < 3) {
            return url.length();
        }
        while (at < url.length() && "/?#".indexOf(url.charAt(at)) < 0) {
            at++;
        }
        return at;
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
