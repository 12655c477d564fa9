package io.smppbridge.http;

import java.util.Optional;

/**
 * What a route does when it can take nothing, whoever asks: its requests are refused by their heads, their bodies thrown away unread, and
 * so that even this leaves the processors to the work that was taken before, they wait their turn ({@link Turnstile}).
 * Called by all event loops, for each request: must not block.
 */
public interface Overload {
    /** A route that always looks at what it is asked. */
    Overload NEVER = new Overload() {
        @Override
        public Optional<Problem> refusesAll() {
            return Optional.empty();
        }

        @Override
        public void unread() {}

        @Override
        public void waiting(int more) {}
    };

    /** What any request would be answered now; empty while some may be taken. */
    Optional<Problem> refusesAll();

    /** One has been refused unread. */
    void unread();

    /** So many more wait their turn now, or fewer. */
    void waiting(int more);
}
