package io.smppbridge.http;

import io.netty.util.concurrent.FastThreadLocal;
import io.smppbridge.http.Gate.Verdict.Closed;
import io.smppbridge.http.Gate.Verdict.Open;
import io.smppbridge.http.Gate.Verdict.Paused;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens for {@code Authorization: Bearer <key>} and for Basic with the holder's name and a key of his.
 *
 * <p>A header that has opened is remembered by its SHA-256, never by itself, so that the second request costs one digest; guessing gains
 * nothing from the look-up's timing, which depends on the digest only. Wrong keys from one address are limited; a header that has opened
 * before passes also while its address is paused, and is tried anew after the keys were replaced, so that nobody behind the same NAT can lock
 * out a working platform.
 */
@ThreadSafe
public final class KeyGate implements Gate {
    private static final int REMEMBERED = 10_000;
    private static final int LONGEST = 1024;
    private static final Closed CLOSED = new Closed();
    private static final FastThreadLocal<MessageDigest> SHA = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256");
        }
    };

    /** A digest of 256 bits. */
    private record Seen(long a, long b, long c, long d) {
        static Seen of(byte[] digest) {
            ByteBuffer words = ByteBuffer.wrap(digest);
            return new Seen(words.getLong(), words.getLong(), words.getLong(), words.getLong());
        }

        @Override
        public int hashCode() {
            return (int) a;
        }
    }

    private final WrongKeys wrongKeys;
    private volatile Keys keys;
    private volatile Map<Seen, Open> opened = new ConcurrentHashMap<>();
    /** Opened before the keys were replaced, and not tried since: these are tried also while their address is paused. */
    private volatile Map<Seen, Open> former = new ConcurrentHashMap<>();

    public KeyGate(Keys keys, Ticker ticker) {
        this.keys = keys;
        this.wrongKeys = new WrongKeys(ticker);
    }

    /** Replaces the keys; what only an old one opened is closed from now on. Called by one thread at a time. */
    public void replace(Keys newKeys) {
        Map<Seen, Open> before = new ConcurrentHashMap<>(opened);
        former.forEach((seen, open) -> {
            if (before.size() < REMEMBERED) {
                before.putIfAbsent(seen, open);
            }
        });
        former = before;
        keys = newKeys;
        opened = new ConcurrentHashMap<>();
    }

    @Override
    public Verdict check(String authorization, InetAddress peer) {
        if (authorization.isEmpty()) {
            return CLOSED;
        }
        Map<Seen, Open> memory = opened;
        Keys current = keys;
        Seen seen = Seen.of(SHA.get().digest(authorization.getBytes(StandardCharsets.ISO_8859_1)));
        Open known = memory.get(seen);
        if (known != null) {
            return known;
        }
        boolean worked = former.remove(seen) != null;
        long pauseNanos = worked ? 0 : wrongKeys.pauseNanos(peer);
        if (pauseNanos > 0) {
            return new Paused(Duration.ofNanos(pauseNanos + 999_999_999L));
        }
        Optional<String> holder = authorization.length() > LONGEST ? Optional.empty() : holder(authorization, current);
        if (holder.isEmpty()) {
            wrongKeys.count(peer);
            return CLOSED;
        }
        Open open = new Open(holder.get());
        if (memory.size() < REMEMBERED) {
            memory.put(seen, open);
        }
        return open;
    }

    private static Optional<String> holder(String authorization, Keys keys) {
        if (authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return keys.holderOf(authorization.substring(7).strip());
        }
        if (!authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
            return Optional.empty();
        }
        String pair;
        try {
            pair = new String(
                    Base64.getDecoder().decode(authorization.substring(6).strip()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int colon = pair.indexOf(':');
        String name = pair.substring(0, Math.max(0, colon));
        return keys.holderOf(pair.substring(colon + 1)).filter(name::equals);
    }
}
