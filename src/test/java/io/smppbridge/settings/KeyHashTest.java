package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KeyHashTest {
    private final KeyHash.NewKey made = KeyHash.create(new SecureRandom());

    @Test
    @Tag("S-04")
    void a_created_key_opens_its_hash_and_no_other() {
        String key = made.key().reveal();
        KeyHash hash = KeyHash.parse(made.hash().toString()).orElseThrow();
        assertThat(hash).isEqualTo(made.hash());
        assertThat(hash.matches(key)).isTrue();
        assertThat(hash.matches(key + "x")).isFalse();
        assertThat(hash.matches(key.substring(0, key.length() - 1))).isFalse();
        assertThat(hash.matches("")).isFalse();
        assertThat(KeyHash.create(new SecureRandom()).hash().matches(key)).isFalse();
    }

    @Test
    void a_key_names_the_salt_of_its_hash() {
        assertThat(KeyHash.saltOf(made.key().reveal())).contains(made.hash().salt());
        assertThat(KeyHash.saltOf("Bearer x")).isEmpty();
        assertThat(KeyHash.saltOf("sb_")).isEmpty();
        assertThat(KeyHash.saltOf("sb_12_34")).isEmpty();
        assertThat(KeyHash.saltOf("sk" + made.key().reveal().substring(2)))
                .as("a key of somebody else")
                .isEmpty();
    }

    @Test
    void hashes_of_two_salts_are_two_also_where_the_rest_is_the_same() {
        String digest = "cd".repeat(32);
        assertThat(KeyHash.parse("sha256:" + "ab".repeat(8) + ":" + digest))
                .isNotEqualTo(KeyHash.parse("sha256:" + "ef".repeat(8) + ":" + digest));
    }

    @Test
    @Tag("S-04")
    void keys_never_repeat() {
        Set<String> keys = new HashSet<>();
        Set<String> secrets = new HashSet<>();
        Set<String> salts = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            KeyHash.NewKey one = KeyHash.create(new SecureRandom());
            String secret = one.key().reveal().substring(20);
            assertThat(one.hash().toString()).as("what is kept").doesNotContain(secret);
            keys.add(one.key().reveal());
            secrets.add(secret);
            salts.add(one.hash().salt());
        }
        Tried.times(keys.size()).keep();
        assertThat(keys).hasSize(1_000).allMatch(key -> key.matches("sb_[0-9a-f]{16}_[A-Za-z0-9_-]{32}"));
        assertThat(secrets).hasSize(1_000);
        assertThat(salts).hasSize(1_000);
    }

    @Test
    @Tag("C105")
    void a_new_key_does_not_show_itself() {
        assertThat(made.toString()).doesNotContain(made.key().reveal());
    }

    @Test
    void other_texts_are_no_hashes() {
        String hash = made.hash().toString();
        for (String bad : new String[] {
            "",
            "secret",
            "sha256:",
            "sha1" + hash.substring(6),
            hash + "0",
            hash.toUpperCase(),
            hash + ":",
            "sha256::" + hash.substring(24)
        }) {
            assertThat(KeyHash.parse(bad)).as(bad).isEmpty();
        }
    }
}
