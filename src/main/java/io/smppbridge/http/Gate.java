package io.smppbridge.http;

import java.net.InetAddress;
import java.time.Duration;

/** Decides who may pass. Called on event loops for each request with a route that needs a key: never blocks. */
@FunctionalInterface
public interface Gate {
    /**
     * @param authorization the {@code Authorization} header; empty when there is none
     * @param peer the other end's address
     */
    Verdict check(String authorization, InetAddress peer);

    /** What the gate says. */
    sealed interface Verdict {
        /** It is this one: an account, an operator. */
        record Open(String principal) implements Verdict {}

        /** No key, or a wrong one: 401. */
        record Closed() implements Verdict {}

        /** Too many wrong keys from that address: 429. */
        record Paused(Duration retryAfter) implements Verdict {}
    }
}
