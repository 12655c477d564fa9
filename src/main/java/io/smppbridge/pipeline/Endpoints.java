package io.smppbridge.pipeline;

/** How hand-back endpoints are named: {@code webhook:<name>}, {@code esme:<account>}, {@code callbacks:<account>} and {@code listener}. */
final class Endpoints {
    /** The listener in the same process. */
    static final String LISTENER = "listener";

    private static final String WEBHOOK = "webhook:";
    private static final String ESME = "esme:";
    private static final String CALLBACKS = "callbacks:";

    private Endpoints() {}

    static String esme(String account) {
        return ESME + account;
    }

    static String callbacks(String account) {
        return CALLBACKS + account;
    }

    static String webhook(String name) {
        return WEBHOOK + name;
    }
}
