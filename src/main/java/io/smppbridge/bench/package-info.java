/**
 * Measures the product as a user runs it: load generator, bridge and sink as three processes on loopback.
 *
 * <p>Door: {@link io.smppbridge.bench.BenchCommand}. Threads: {@code bench-load-1} drives all connections of a generator; everything else
 * runs on the caller's thread. Must never: share a process with the bridge that it measures (but for the scenario that says so), reuse the
 * transport that it measures, or report a rate without the processor time that it took.
 */
package io.smppbridge.bench;
