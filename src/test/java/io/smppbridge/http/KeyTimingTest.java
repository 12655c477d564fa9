package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.settings.KeyHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Time tells nothing of a wrong key: what it is answered takes as long, to within three standard errors, whatever is wrong with it. That a
 * comparison which tells is found out by the same measurement is shown beside.
 */
@Tag("S-03")
class KeyTimingTest {
    private static final int SHORT = 20_000;
    private static final int LONG = 100_000;
    private static final double SIGMAS = 3;
    /** In each build: what is less than the clock's own step is how this JVM has laid its code out. The long form knows no such grain. */
    private static final double GRAIN_NANOS = 5;

    private static final int KEYS = 64;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<String, List<String>> hashes = new HashMap<>();
    /** Somebody's, then as many that nobody has: so that both kinds lie in memory alike. */
    private final List<String> salts = new ArrayList<>();

    KeyTimingTest() {
        System.out.println("seed " + seed);
        for (int i = 0; i < KEYS; i++) {
            KeyHash.NewKey key = KeyHash.create(random);
            salts.add(key.hash().salt());
            hashes.put("account" + i, List.of(key.hash().toString()));
        }
        for (int i = 0; i < KEYS; i++) { // by its last octet each is held against another account
            String nobodys = KeyHash.create(random).hash().salt();
            salts.add(nobodys.substring(0, nobodys.length() - 2) + String.format(Locale.ROOT, "%02x", i));
        }
    }

    @Test
    void a_wrong_key_takes_as_long_whether_somebody_has_its_salt_or_nobody(TestReporter reporter) {
        told(reporter, SHORT, saltsTried(SHORT), false);
    }

    @Test
    @Tag("long")
    void in_a_hundred_thousand_tries_nobody_s_salt_is_told_from_somebody_s(TestReporter reporter) {
        told(reporter, LONG, saltsTried(LONG), false);
    }

    @Test
    void a_wrong_key_takes_as_long_wherever_its_digest_differs_first(TestReporter reporter) {
        told(reporter, SHORT, digestsTried(SHORT), false);
    }

    @Test
    @Tag("long")
    void in_a_hundred_thousand_tries_the_first_octet_is_not_told_from_the_last(TestReporter reporter) {
        told(reporter, LONG, digestsTried(LONG), false);
    }

    @Test
    void a_comparison_that_ends_at_the_first_difference_is_found_out(TestReporter reporter) {
        Predicate<Stored> early = stored -> sameUpToTheFirstDifference(stored.digest(), hex(sha(stored.key())));

        told(
                reporter,
                SHORT,
                foundOut(() -> measured(SHORT, early, () -> differingAt(0), () -> differingAt(31))),
                true);
    }

    @Test
    void a_look_up_that_ends_at_an_unknown_salt_is_found_out(TestReporter reporter) {
        Map<String, KeyHash> bySalt = new HashMap<>();
        hashes.values().forEach(texts -> {
            KeyHash hash = KeyHash.parse(texts.get(0)).orElseThrow();
            bySalt.put(hash.salt(), hash);
        });
        Predicate<String> early = key -> KeyHash.saltOf(key)
                .map(bySalt::get)
                .filter(hash -> hash.matches(key))
                .isPresent();

        told(
                reporter,
                SHORT,
                foundOut(() -> measured(SHORT, early, () -> wrongKey(true), () -> wrongKey(false))),
                true);
    }

    /** What tells is found out in one of three looks: a busy machine may hide it from one. */
    private static Separation foundOut(Supplier<Separation> look) {
        return Stream.generate(look)
                .limit(3)
                .filter(found -> Math.abs(found.sigmas()) > SIGMAS)
                .findFirst()
                .orElseGet(look);
    }

    private Separation saltsTried(int samples) {
        KeyRing ring = new KeyRing(hashes);
        return measured(samples, key -> ring.holderOf(key).isPresent(), () -> wrongKey(true), () -> wrongKey(false));
    }

    private Separation digestsTried(int samples) {
        Predicate<Stored> check = stored -> stored.hash().matches(stored.key());
        return measured(samples, check, () -> differingAt(0), () -> differingAt(31));
    }

    /** The least of five measurements: what really differs does so in each, and what a compiler or another process did does not. */
    private <T> Separation measured(int samples, Predicate<T> check, Supplier<T> first, Supplier<T> second) {
        return Stream.generate(() -> Separation.of(samples, check, first, second, random))
                .limit(5)
                .min(Comparator.comparingDouble(found -> Math.abs(found.sigmas())))
                .orElseThrow();
    }

    private static void told(TestReporter reporter, int samples, Separation found, boolean separated) {
        String words = String.format(Locale.ROOT, "%.1f sigma, %.2f ns", found.sigmas(), found.nanos());
        System.out.println(words);
        Tried.times(samples).note(words).tell(reporter);
        boolean seen =
                samples == LONG || !(Math.abs(found.nanos()) < GRAIN_NANOS); // also where nothing could be compared
        assertThat(seen && Math.abs(found.sigmas()) > SIGMAS).as(words).isEqualTo(separated);
    }

    private static boolean sameUpToTheFirstDifference(String one, String other) {
        for (int i = 0; i < one.length(); i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** A key, and what is kept of another one. */
    private record Stored(String key, KeyHash hash, String digest) {}

    /** A wrong key whose digest is what is kept but for one octet. */
    private Stored differingAt(int octet) {
        String key = wrongKey(true);
        byte[] digest = sha(key);
        digest[octet] ^= 1;
        String text = "sha256:" + KeyHash.saltOf(key).orElseThrow() + ":" + hex(digest);
        return new Stored(key, KeyHash.parse(text).orElseThrow(), hex(digest));
    }

    /** Made in one way for both kinds. */
    private String wrongKey(boolean known) {
        String key = KeyHash.create(random).key().reveal();
        String salt = salts.get((known ? 0 : KEYS) + random.nextInt(KEYS));
        return "sb_" + salt + key.substring(3 + salt.length());
    }

    private static String hex(byte[] octets) {
        return HexFormat.of().formatHex(octets);
    }

    private static byte[] sha(String key) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(HexFormat.of().parseHex(KeyHash.saltOf(key).orElseThrow()));
            return sha.digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
