package io.smppbridge.dropin;

import io.smppbridge.http.Exchange;
import java.util.Locale;
import java.util.Optional;

/**
 * What the {@code Content-Type} of a request says.
 *
 * @param name without its parameters, in small letters; empty when nothing is said
 * @param charset as its parameter names it
 */
record MediaType(String name, Optional<String> charset) {
    static final String FORM = "application/x-www-form-urlencoded";
    static final String MULTIPART = "multipart/form-data";
    static final String JSON = "application/json";
    static final String OCTETS = "application/octet-stream";
    static final String TEXT = "text/plain";

    private static final String CHARSET = "charset=";

    static MediaType of(Exchange exchange) {
        return of(exchange.header("Content-Type"));
    }

    static MediaType of(String header) {
        String[] pieces = header.split(";", -1);
        Optional<String> charset = Optional.empty();
        for (int i = 1; i < pieces.length && charset.isEmpty(); i++) {
            String piece = pieces[i].strip();
            if (piece.regionMatches(true, 0, CHARSET, 0, CHARSET.length())) {
                charset = Optional.of(piece.substring(CHARSET.length())
                                .replace("\"", "")
                                .strip())
                        .filter(it -> !it.isEmpty());
            }
        }
        return new MediaType(pieces[0].strip().toLowerCase(Locale.ROOT), charset);
    }
}
