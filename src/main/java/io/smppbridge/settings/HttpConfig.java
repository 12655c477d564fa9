package io.smppbridge.settings;

import java.time.Duration;

/**
 * The HTTP intake ({@code intake.http.*}).
 *
 * @param enabled {@code intake.http.enabled}
 * @param host {@code intake.http.host}, loopback by default
 * @param port {@code intake.http.port}, 0 for any free one
 * @param threads event loops ({@code intake.http.threads})
 * @param connections most connections at once ({@code intake.http.connections})
 * @param maxBody octets ({@code intake.http.max-body})
 * @param maxHeader octets of all header lines ({@code intake.http.max-header})
 * @param maxBatch messages in one request ({@code intake.http.max-batch})
 * @param maxDepth of the JSON ({@code intake.http.max-depth})
 * @param headerWithin time for the header ({@code intake.http.header-within})
 * @param requestWithin time for the whole request ({@code intake.http.request-within})
 * @param durability {@code intake.http.durability}
 */
public record HttpConfig(
        boolean enabled,
        String host,
        int port,
        int threads,
        int connections,
        int maxBody,
        int maxHeader,
        int maxBatch,
        int maxDepth,
        Duration headerWithin,
        Duration requestWithin,
        NodeConfig.Durability durability) {}
