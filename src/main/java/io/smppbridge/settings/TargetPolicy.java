package io.smppbridge.settings;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a webhook may go, so that nobody uses the bridge to reach what only the bridge can reach.
 *
 * <p>A URL passes twice: its form before any look-up ({@link #complaint(URI, boolean)}), and every address that its host has
 * ({@link #allows}). The connection is then made to the very address that passed. IPv6 is judged by what is allowed (2000::/3 less its
 * special blocks), so mapped, translated and tunnelled forms of private IPv4 addresses fall out by themselves. Blocks after the IANA
 * special-purpose registries.
 */
public final class TargetPolicy {
    /** Never a webhook, whatever is configured: this host, link-local (cloud metadata), documentation, benchmarks, multicast, reserved. */
    private static final int[][] NEVER = {
        block(0, 0, 0, 8),
        block(169, 254, 0, 16),
        block(192, 0, 0, 24),
        block(192, 0, 2, 24),
        block(192, 88, 99, 24),
        block(198, 18, 0, 15),
        block(198, 51, 100, 24),
        block(203, 0, 113, 24),
        block(224, 0, 0, 4),
        block(240, 0, 0, 4)
    };

    /** Inside: only with {@code allow-private}. */
    private static final int[][] PRIVATE = {
        block(10, 0, 0, 8), block(100, 64, 0, 10), block(127, 0, 0, 8), block(172, 16, 0, 12), block(192, 168, 0, 16)
    };

    private TargetPolicy() {}

    /**
     * What is wrong with the form of a URL.
     *
     * @param allowPrivate whether plain http is allowed, too
     * @return empty when it may be looked up
     */
    public static Optional<String> complaint(URI url, boolean allowPrivate) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !(allowPrivate && scheme.equals("http"))) {
            return Optional.of("scheme '" + scheme + "', expected https (plain http needs allow-private = true)");
        }
        if (url.getRawAuthority() == null || url.getHost() == null) {
            return Optional.of("no host in the URL, or one that is neither a DNS name nor an address");
        }
        if (url.getRawUserInfo() != null || url.getRawAuthority().indexOf('@') >= 0) {
            return Optional.of("user info in the URL, expected none: the signature authenticates the bridge");
        }
        if (url.getPort() == 0 || url.getPort() > 65_535) {
            return Optional.of("port " + url.getPort() + ", expected 1..65535");
        }
        return hostComplaint(url.getHost());
    }

    /** What is wrong with a URL whatever its name's addresses will be; asks nobody, as an address that is written out needs no look-up. */
    static Optional<String> complaintOfText(URI url, boolean allowPrivate) {
        Optional<String> form = complaint(url, allowPrivate);
        if (form.isPresent()) {
            return form;
        }
        String host = url.getHost();
        try {
            boolean literal = host.startsWith("[") || isDottedQuad(host);
            return !literal || allows(InetAddress.getByName(host), allowPrivate)
                    ? Optional.empty()
                    : Optional.of("the address " + host + ", where a webhook may not go");
        } catch (UnknownHostException e) {
            return Optional.of("a host that is no address: " + host);
        }
    }

    private static Optional<String> hostComplaint(String host) {
        if (host.startsWith("[")) {
            return host.indexOf('%') < 0 ? Optional.empty() : Optional.of("an IPv6 zone in the host, expected none");
        }
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String last = bare.substring(bare.lastIndexOf('.') + 1);
        boolean numeric = !last.isEmpty() && Character.isDigit(last.charAt(0)) && isNumber(last);
        if (numeric && !(isDottedQuad(host))) {
            return Optional.of("a host that is a number but not of the form a.b.c.d in decimal");
        }
        return Optional.empty();
    }

    /** Decimal, octal or 0x-hexadecimal: what old resolvers read as (part of) an IPv4 address. */
    private static boolean isNumber(String label) {
        String lower = label.toLowerCase(Locale.ROOT);
        return lower.startsWith("0x")
                ? lower.substring(2).chars().allMatch(c -> Character.digit(c, 16) >= 0)
                : lower.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isDottedQuad(String host) {
        String[] parts = host.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        for (String part : parts) {
            boolean digits =
                    !part.isEmpty() && part.length() <= 3 && part.chars().allMatch(c -> c >= '0' && c <= '9');
            if (!digits || part.length() > 1 && part.charAt(0) == '0' || Integer.parseInt(part) > 255) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether an address may be connected to.
     *
     * @param allowPrivate adds loopback, private, shared (100.64/10) and unique local addresses; nothing else
     */
    public static boolean allows(InetAddress address, boolean allowPrivate) {
        byte[] octets = address.getAddress();
        if (address instanceof Inet4Address) {
            return allowsV4(octets, 0, allowPrivate);
        }
        return address instanceof Inet6Address && allowsV6(octets, allowPrivate);
    }

    private static boolean allowsV4(byte[] octets, int from, boolean allowPrivate) {
        int address = 0;
        for (int i = 0; i < 4; i++) {
            address = address << 8 | octets[from + i] & 0xff;
        }
        return !in(NEVER, address) && (allowPrivate || !in(PRIVATE, address));
    }

    private static boolean allowsV6(byte[] o, boolean allowPrivate) {
        int first = (o[0] & 0xff) << 8 | o[1] & 0xff;
        int second = (o[2] & 0xff) << 8 | o[3] & 0xff;
        if (first >>> 13 == 1) { // 2000::/3
            boolean special = first == 0x2001 && second < 0x0200 // IETF protocols, Teredo, ORCHID
                    || first == 0x2001 && second == 0x0db8 // documentation
                    || first == 0x2002 // 6to4: an IPv4 address in disguise
                    || first == 0x3fff && second < 0x1000; // documentation
            return !special;
        }
        return allowPrivate && ((o[0] & 0xfe) == 0xfc || isLoopbackV6(o));
    }

    private static boolean isLoopbackV6(byte[] octets) {
        for (int i = 0; i < 15; i++) {
            if (octets[i] != 0) {
                return false;
            }
        }
        return octets[15] == 1;
    }

    private static boolean in(int[][] blocks, int address) {
        for (int[] block : blocks) {
            if ((address & block[1]) == block[0]) {
                return true;
            }
        }
        return false;
    }

    private static int[] block(int a, int b, int c, int bits) {
        int mask = -1 << 32 - bits;
        return new int[] {(a << 24 | b << 16 | c << 8) & mask, mask};
    }
}
