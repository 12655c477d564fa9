/**
 * Turns the administrator's properties file into typed, checked records, and names file, line and key in every complaint.
 *
 * <p>Doors: {@link io.smppbridge.settings.BridgeConfig#load} reads a file, {@link io.smppbridge.settings.ConfigChange#between} says what a
 * reload changes, {@link io.smppbridge.settings.KeyHash} makes and checks API keys. No threads, no state: a config is read whole, or
 * refused whole.
 *
 * <p>To add a key: a row in {@code NodeKeys}, {@code SmscKeys} or {@code PartnerKeys}, a line in {@code Binder}, and
 * {@code SettingsReferenceTest} with {@code -Dsettings.write=true} to write the example file and the reference anew.
 *
 * <p>It must never open anything but the configuration and the secret files that it names, resolve a name, or show a secret.
 */
package io.smppbridge.settings;
