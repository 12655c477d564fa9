package io.smppbridge.http;

import java.time.Duration;

/**
 * What a listener allows.
 *
 * @param name prefix of its threads, such as {@code intake-http}
 * @param host address to listen on
 * @param port 0 for any free one
 * @param threads event loops
 * @param connections most connections at once; beyond it the oldest that has shown no key gives way, and when all have, the newcomer is
 *     answered 503
 * @param maxBody octets of one request's body
 * @param maxHeader octets of one request's header lines
 * @param maxLine octets of one request's first line, which holds its path and query
 * @param headerWithin from the first octet of a request (or the connect) to the end of its head
 * @param requestWithin from the head to the answer
 * @param idleWithin how long a connection without a request is kept
 * @param longest whether newcomers are let in where other listeners have no file descriptors left for theirs
 */
public record HttpOptions(
        String name,
        String host,
        int port,
        int threads,
        int connections,
        int maxBody,
        int maxHeader,
        int maxLine,
        Duration headerWithin,
        Duration requestWithin,
        Duration idleWithin,
        boolean longest) {
    /** First lines that hold a path and a few parameters. */
    private static final int USUAL_LINE = 4096;

    public HttpOptions {
        if (threads < 1 || connections < 1 || maxBody < 0 || maxHeader < 256 || maxLine < 256) {
            throw new IllegalArgumentException("threads " + threads + ", connections " + connections + ", maxBody "
                    + maxBody + ", maxHeader " + maxHeader + ", maxLine " + maxLine
                    + ", expected at least 1, 1, 0, 256 and 256");
        }
    }

    /** A listener like most. */
    public HttpOptions(
            String name,
            String host,
            int port,
            int threads,
            int connections,
            int maxBody,
            int maxHeader,
            Duration headerWithin,
            Duration requestWithin,
            Duration idleWithin) {
        this(
                name,
                host,
                port,
                threads,
                connections,
                maxBody,
                maxHeader,
                USUAL_LINE,
                headerWithin,
                requestWithin,
                idleWithin,
                false);
    }

    /** The same with another bound of the first line, for whoever is sent texts in a query. */
    public HttpOptions withMaxLine(int octets) {
        return with(octets, longest);
    }

    /** The same, let in where other listeners have no file descriptors left. */
    public HttpOptions letInLongest() {
        return with(maxLine, true);
    }

    private HttpOptions with(int lines, boolean last) {
        return new HttpOptions(
                name,
                host,
                port,
                threads,
                connections,
                maxBody,
                maxHeader,
                lines,
                headerWithin,
                requestWithin,
                idleWithin,
                last);
    }
}
