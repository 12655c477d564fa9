package io.smppbridge.http;

import io.smppbridge.settings.KeyHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a number of holders, by their hashes. A presented key names its salt, so that one digest decides; a key with an unknown salt
 * costs one digest as well. Immutable, for any thread.
 */
public final class KeyRing implements Keys {
    private static final KeyHash NOBODYS =
            KeyHash.parse("sha256:" + "00".repeat(8) + ":" + "00".repeat(32)).orElseThrow();

    private record Held(String holder, KeyHash hash) {}

    private final Map<String, Held> bySalt = new HashMap<>();
    private final List<Held> saltedOtherwise = new ArrayList<>();

    /**
     * @param hashes hashes of keys by the name of their holder
     * @throws IllegalArgumentException if one is not a key hash
     */
    public KeyRing(Map<String, List<String>> hashes) {
        hashes.forEach((holder, texts) -> texts.forEach(text -> add(holder, text)));
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
        Held named = KeyHash.saltOf(key).map(bySalt::get).orElse(null);
        KeyHash candidate = named == null ? NOBODYS : named.hash();
        if (candidate.matches(key) && named != null) {
            return Optional.of(named.holder());
        }
        if (KeyHash.saltOf(key).isPresent() && saltedOtherwise.isEmpty()) {
            return Optional.empty();
        }
        return search(key);
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
