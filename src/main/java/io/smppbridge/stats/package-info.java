/**
 * Counters, gauges and latencies: written by the stations, read by metrics and status.
 *
 * <p>Doors: {@link io.smppbridge.stats.BridgeStats} and {@link io.smppbridge.stats.SmscStats}. Plain adders: no meter library on the
 * hot path, no lock, no allocation.
 */
package io.smppbridge.stats;
