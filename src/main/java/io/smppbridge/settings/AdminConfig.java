package io.smppbridge.settings;

import java.time.Duration;

/**
 * The operator's listener ({@code admin.*}): health, metrics, status, levers.
 *
 * @param enabled {@code admin.enabled}
 * @param host {@code admin.host}, loopback by default
 * @param port {@code admin.port}
 * @param keyHash hash of the key that levers need ({@code admin.key-hash}); empty: levers only from loopback with the key file that the
 *     start writes into the journal directory
 * @param countersEvery {@code admin.counters-every}, how often the live counters are written; zero: never
 */
public record AdminConfig(boolean enabled, String host, int port, String keyHash, Duration countersEvery) {}
