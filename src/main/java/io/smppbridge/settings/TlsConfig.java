package io.smppbridge.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * TLS towards one SMSC ({@code tls = on}).
 *
 * @param trust certificates of those who vouch for the SMSC ({@code tls-trust}); empty: whom Java trusts
 * @param certificate what the bridge shows of itself, with the chain behind it ({@code tls-certificate}); empty: nothing
 * @param key the private key to it ({@code tls-key})
 * @param name asked for by SNI, and what the SMSC's certificate must be for ({@code tls-name}); never empty
 * @param print stands for what the files held when the configuration was read, so that renewed ones are a change
 */
public record TlsConfig(
        Optional<Path> trust, Optional<Path> certificate, Optional<Path> key, String name, String print) {}
