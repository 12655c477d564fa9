package io.smppbridge.settings;

import java.time.Duration;

/**
 * How events are handed back ({@code handback.*}).
 *
 * @param threads {@code handback.threads}
 * @param retryMin first pause after a failed hand-over ({@code handback.retry-min})
 * @param retryMax longest pause ({@code handback.retry-max})
 * @param attempts tries before an event is laid aside as dead ({@code handback.attempts})
 * @param keep how long an event may wait before it is laid aside ({@code handback.keep})
 * @param hotEvents events of one endpoint held in memory ({@code handback.hot-events})
 */
public record HandbackConfig(
        int threads, Duration retryMin, Duration retryMax, int attempts, Duration keep, int hotEvents) {}
