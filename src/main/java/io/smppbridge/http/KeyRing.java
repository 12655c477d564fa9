package io.smppbridge.http;

import io.smppbridge.settings.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a number of holders, by their hashes. A presented key names its salt, so that one digest decides. All salts are looked at,
 * whether one fits or not, and a key with an unknown salt is held against somebody's hash, so that time tells nothing of who there is.
 * Immutable, for any thread.
 */
public final class KeyRing implements Keys {
    private record Held(String holder, KeyHash hash) {}

    private final Map<String, Held> bySalt = new HashMap<>();
    private final List<Held> saltedOtherwise = new ArrayList<>();
    private final long[] salts;
    private final Held[] bySalts;

    /**
     * @param hashes hashes of keys by the name of their holder
     * @throws IllegalArgumentException if one is not a key hash
     */
    public KeyRing(Map<String, List<String>> hashes) {
        hashes.forEach((holder, texts) -> texts.forEach(text -> add(holder, text)));
        bySalts = bySalt.values().toArray(Held[]::new);
        salts = Arrays.stream(bySalts)
                .mapToLong(held -> number(held.hash().salt()))
                .toArray();
    }

    private void add(String holder, String text) {
        KeyHash hash = KeyHash.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("a key hash of " + holder + " is not in the form"));
        Held held = new Held(holder, hash);
        if (bySalt.putIfAbsent(hash.salt(), held) != null) {
            saltedOtherwise.add(held);
        }
    }

    @Override
    public Optional<String> holderOf(String key) {
        Optional<String> salt = KeyHash.saltOf(key);
        if (salt.isPresent() && salts.length > 0) {
            long named = number(salt.get());
            Held held = bySalts[place(named)];
            if (held.hash().matches(key)) {
                return Optional.of(held.holder());
            }
        }
        if (salt.isPresent() && saltedOtherwise.isEmpty()) {
            return Optional.empty();
        }
        return search(key);
    }

    /** Of the one with this salt, or of any when there is none; no branch hangs on which. */
    private int place(long salt) {
        int place = (int) Long.remainderUnsigned(salt, salts.length);
        for (int i = 0; i < salts.length; i++) {
            long other = salts[i] ^ salt;
            int unlike = (int) ((other | -other) >> 63);
            place = place & unlike | i & ~unlike;
        }
        return place;
    }

    /** Of what is no hexadecimal some number: the digest decides. */
    private static long number(String hexadecimal) {
        long number = 0;
        for (int i = 0; i < hexadecimal.length(); i++) {
            number = number << 4 ^ Character.digit(hexadecimal.charAt(i), 16);
        }
        return number;
    }

    /** For keys that were not made by {@link KeyHash#create}: every hash is tried, always all of them. */
    private Optional<String> search(String key) {
        Optional<String> found = Optional.empty();
        for (Held held : bySalt.values()) {
            if (held.hash().matches(key)) {
                found = Optional.of(held.holder());
            }
        }
        for (Held held : saltedOtherwise) {
            if (held.hash().matches(key)) {
                found = Optional.of(held.holder());
            }
        }
        return found;
    }
}
