package io.smppbridge.settings;

import java.util.HexFormat;

/** Hashes of passwords for tests to which it is nothing that a password takes long to check: of one round. Any thread. */
public final class QuickPassword {
    private static final byte[] SALT = new byte[16];

    private QuickPassword() {}

    /** As a configuration has it. */
    public static String hash(String password) {
        HexFormat hex = HexFormat.of();
        return "pbkdf2:1:" + hex.formatHex(SALT) + ":" + hex.formatHex(PasswordHash.digest(password, 1, SALT));
    }
}
