/**
 * Turns the administrator's properties file into typed, checked records, and names file, line and key in every complaint.
 *
 * <p>Door: {@link io.smppbridge.settings.BridgeConfig}. No threads, no state: a config is read whole, or refused whole.
 */
package io.smppbridge.settings;
