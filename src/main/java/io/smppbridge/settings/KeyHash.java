package io.smppbridge.settings;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The hash of an API key, as it stands in the file: {@code sha256:<salt>:<hash>}, both in hexadecimal; the hash is SHA-256 over the salt
 * and the key in UTF-8.
 *
 * <p>One round is enough here, unlike for a password that a human thought up: {@link #create} makes keys of 192 random bits, which nobody
 * can try through, and a request must not cost more than a microsecond to check. Never hash a word of your own choice with it.
 *
 * <p>A created key carries its salt: {@code sb_<salt>_<secret>}. So of a thousand hashes the right one is found by
 * {@link #saltOf(String)}, and only one digest is computed. Immutable, for any thread.
 */
public final class KeyHash {
    private static final String ALGORITHM = "sha256";
    private static final int SALT = 8;
    private static final int SECRET = 24;
    private static final int DIGEST = 32;

    private final byte[] salt;
    private final byte[] digest;

    private KeyHash(byte[] salt, byte[] digest) {
        this.salt = salt;
        this.digest = digest;
    }

    /**
     * A new key, and what to keep of it.
     *
     * @param key for its holder; not kept anywhere
     * @param hash for {@code account.<name>.key-hash}
     */
    public record NewKey(Secret key, KeyHash hash) {}

    /**
     * Makes a key.
     *
     * @param random a {@link java.security.SecureRandom} outside tests
     */
    public static NewKey create(RandomGenerator random) {
        byte[] salt = new byte[SALT];
        byte[] secret = new byte[SECRET];
        random.nextBytes(salt);
        random.nextBytes(secret);
        String key = "sb_" + HexFormat.of().formatHex(salt) + "_"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        return new NewKey(new Secret(key), new KeyHash(salt, digest(salt, key)));
    }

    /** Reads what {@link #toString()} writes; empty if the text is something else. */
    public static Optional<KeyHash> parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3 || !parts[0].equals(ALGORITHM)) {
            return Optional.empty();
        }
        boolean salted = parts[1].matches("([0-9a-f]{2}){8,32}");
        boolean hashed = parts[2].matches("[0-9a-f]{" + 2 * DIGEST + "}");
        return salted && hashed
                ? Optional.of(new KeyHash(
                        HexFormat.of().parseHex(parts[1]), HexFormat.of().parseHex(parts[2])))
                : Optional.empty();
    }

    /** The salt in hexadecimal that a presented key names; empty if it is no key of ours. */
    public static Optional<String> saltOf(String presented) {
        int end = presented.startsWith("sb_") ? presented.indexOf('_', 3) : -1;
        return end == 3 + 2 * SALT ? Optional.of(presented.substring(3, end)) : Optional.empty();
    }

    /** The salt in hexadecimal: what to look a hash up by. */
    public String salt() {
        return HexFormat.of().formatHex(salt);
    }

    /** Whether this is the hash of that key; takes the same time wherever they differ. */
    public boolean matches(String presented) {
        return MessageDigest.isEqual(digest, digest(salt, presented));
    }

    private static byte[] digest(byte[] salt, String key) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            return sha.digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyHash hash
                && MessageDigest.isEqual(salt, hash.salt)
                && MessageDigest.isEqual(digest, hash.digest);
    }

    @Override
    public int hashCode() {
        return Objects.hash(salt(), digest[0]);
    }

    @Override
    public String toString() {
        return ALGORITHM + ":" + salt() + ":" + HexFormat.of().formatHex(digest);
    }
}
