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
        Duration headerWithin,
        Duration requestWithin,
        Duration idleWithin,
        boolean longest) {
    public HttpOptions {
        if (threads < 1 || connections < 1 || maxBody < 0 || maxHeader < 256) {
            throw new IllegalArgumentException("threads " + threads + ", connections " + connections + ", maxBody "
                    + maxBody + ", maxHeader " + maxHeader + ", expected at least 1, 1, 0 and 256");
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
                headerWithin,
                requestWithin,
                idleWithin,
                false);
    }
}
