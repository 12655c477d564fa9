package io.smppbridge.pipeline;

/** How hand-back endpoints are named: {@code webhook:<name>} and {@code listener}. */
final class Endpoints {
    /** The listener in the same process. */
    static final String LISTENER = "listener";

    private static final String WEBHOOK = "webhook:";

    private Endpoints() {}

    static String webhook(String name) {
        return WEBHOOK + name;
    }
}
