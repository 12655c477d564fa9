package io.smppbridge.settings;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * The hash of a password, for the configuration: {@code pbkdf2:<rounds>:<salt>:<hash>} (PBKDF2 with HMAC-SHA-256). Slow on purpose: a
 * password of SMPP has eight characters.
 */
public final class PasswordHash {
    private static final String ALGORITHM = "pbkdf2";
    private static final int ROUNDS = 100_000;
    private static final int MOST_ROUNDS = 10_000_000;
    private static final int SALT = 16;
    private static final int DIGEST = 32;

    private final int rounds;
    private final byte[] salt;
    private final byte[] digest;

    private PasswordHash(int rounds, byte[] salt, byte[] digest) {
        this.rounds = rounds;
        this.salt = salt;
        this.digest = digest;
    }

    /**
     * Hashes a password.
     *
     * @param random a {@link java.security.SecureRandom} outside tests
     */
    public static PasswordHash create(String password, RandomGenerator random) {
        byte[] salt = new byte[SALT];
        random.nextBytes(salt);
        return new PasswordHash(ROUNDS, salt, digest(password, ROUNDS, salt));
    }

    /** Reads what {@link #toString()} writes; empty if the text is something else. */
    public static Optional<PasswordHash> parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 4 || !parts[0].equals(ALGORITHM) || !parts[1].matches("[1-9]\\d{0,7}")) {
            return Optional.empty();
        }
        boolean salted = parts[2].matches("([0-9a-f]{2}){8,32}");
        boolean hashed = parts[3].matches("[0-9a-f]{" + 2 * DIGEST + "}");
        int rounds = Integer.parseInt(parts[1]);
        return salted && hashed && rounds <= MOST_ROUNDS
                ? Optional.of(new PasswordHash(
                        rounds,
                        HexFormat.of().parseHex(parts[2]),
                        HexFormat.of().parseHex(parts[3])))
                : Optional.empty();
    }

    /** Whether this is the hash of that password. Takes tens of milliseconds of processor time: not for an event loop. */
    public boolean matches(String password) {
        return MessageDigest.isEqual(digest, digest(password, rounds, salt));
    }

    int rounds() {
        return rounds;
    }

    static byte[] digest(String password, int rounds, byte[] salt) {
        try {
            PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, rounds, DIGEST * 8);
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    @Override
    public String toString() {
        return ALGORITHM + ":" + rounds + ":" + HexFormat.of().formatHex(salt) + ":"
                + HexFormat.of().formatHex(digest);
    }
}
