package io.smppbridge.settings;

import java.time.Duration;

/**
 * Listeners that speak as other gateways do, so that a platform moves by changing a URL.
 *
 * @param kannel {@code intake.kannel.*}
 * @param jasmin {@code intake.jasmin.*}
 * @param callbackWithin time for a platform to answer a callback ({@code intake.dropin.callback-within})
 * @param callbacks callbacks of one account under way at once ({@code intake.dropin.callbacks})
 */
public record DropInConfig(Listener kannel, Listener jasmin, Duration callbackWithin, int callbacks) {
    /**
     * Stands in place of a webhook's name on messages whose tags say which URL hears of them. Where that may lead is up to the account's
     * callback hosts.
     */
    public static final String CALLBACK = "@url";

    /**
     * One of them.
     *
     * @param host loopback by default
     * @param port 0 for any free one
     */
    public record Listener(boolean enabled, String host, int port) {}

    /** Whether there is any. */
    public boolean enabled() {
        return kannel.enabled() || jasmin.enabled();
    }
}
