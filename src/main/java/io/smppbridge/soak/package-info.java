/**
 * A bridge under load and faults for hours: a platform, simulated carriers and the bridge in a process of its own, judged by the audit chapter by
 * chapter from the files that each side has written.
 *
 * <p>Door: {@link io.smppbridge.soak.Soak}. Threads: the caller's, four that post, and those of the webhook and the simulator. Must never touch a
 * bridge other than its own.
 */
package io.smppbridge.soak;
