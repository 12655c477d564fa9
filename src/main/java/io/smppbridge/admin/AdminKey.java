package io.smppbridge.admin;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.OwnerOnly;
import io.smppbridge.settings.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The operator's key of a bridge that was given none: made anew at each start, in a file beside the journal that only the bridge's own
 * user can read. Whoever can read it could read the journal as well.
 */
public final class AdminKey {
    /** Its name in the journal directory. */
    public static final String FILE = "admin.key";

    /** Its name while it is written. */
    private static final String UNFINISHED = FILE + ".tmp";

    private AdminKey() {}

    /**
     * Reads the key of a running bridge.
     *
     * @return empty when there is none, as with {@code admin.key-hash} set
     * @throws IOException if it is there and cannot be read
     */
    public static Optional<Secret> read(Path journalDirectory) throws IOException {
        Path file = journalDirectory.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(new Secret(Files.readString(file).strip()))
                : Optional.empty();
    }

    /** Makes a key, leaves it in the file and keeps its hash. */
    static KeyHash make(Path journalDirectory, RandomGenerator random) throws IOException {
        KeyHash.NewKey made = KeyHash.create(random);
        Path fresh = journalDirectory.resolve(UNFINISHED);
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, OwnerOnly.file(fresh));
        Files.write(fresh, (made.key().reveal() + "\n").getBytes(StandardCharsets.US_ASCII), StandardOpenOption.WRITE);
        Files.move(fresh, journalDirectory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        return made.hash();
    }

    /** A key of an earlier start opens nothing: neither it nor one that a killed start has begun is left lying about. */
    static void forget(Path journalDirectory) throws IOException {
        Files.deleteIfExists(journalDirectory.resolve(FILE));
        Files.deleteIfExists(journalDirectory.resolve(UNFINISHED));
    }
}
