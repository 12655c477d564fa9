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
 * @param longest whether newcomers are let in where other listeners have no file descriptors left for theirs
 */
public record HttpOptions(
        String name,
        String host,
        int port,
        int threads,
        int connections,
        Sizes most,
        Deadlines within,
        boolean longest) {

    public HttpOptions {
        if (threads < 1 || connections < 1) {
            throw new IllegalArgumentException(
                    "threads " + threads + ", connections " + connections + ", expected at least 1 of either");
        }
    }

    /** A listener like most. */
    public HttpOptions(String name, String host, int port, int threads, int connections, Sizes most, Deadlines within) {
        this(name, host, port, threads, connections, most, within, false);
    }

    /** The same, let in where other listeners have no file descriptors left. */
    public HttpOptions letInLongest() {
        return new HttpOptions(name, host, port, threads, connections, most, within, true);
    }

    /**
     * How large a request may be, in octets.
     *
     * @param body its body
     * @param header its header lines
     * @param line its first line, which holds its path and query
     */
    public record Sizes(int body, int header, int line) {
        /** First lines that hold a path and a few parameters. */
        private static final int USUAL_LINE = 4096;

        public Sizes {
            if (body < 0 || header < 256 || line < 256) {
                throw new IllegalArgumentException("body " + body + ", header " + header + ", line " + line
                        + ", expected at least 0, 256 and 256");
            }
        }

        /** With first lines for a path and a few parameters. */
        public Sizes(int body, int header) {
            this(body, header, USUAL_LINE);
        }
    }

    /**
     * How long things may take.
     *
     * @param header from the first octet of a request (or the connect) to the end of its head
     * @param request from the head to the answer
     * @param idle how long a connection without a request is kept
     */
    public record Deadlines(Duration header, Duration request, Duration idle) {}
}
