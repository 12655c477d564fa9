/**
 * Builds every part from one configuration, starts and stops them in order, and changes them while messages flow.
 *
 * <p>Door: {@link io.smppbridge.app.Bridge}. Its own threads: {@code watchdog}, and {@code stop} at its end. Must never know how any part works inside.
 */
package io.smppbridge.app;
