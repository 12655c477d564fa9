package io.smppbridge.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/** What can be said of a host by its text alone: a config is read without asking the network anything. */
final class Hosts {
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern PRIVATE_IPV4 =
            Pattern.compile("(?:0|10|127)\\..*|169\\.254\\..*|192\\.168\\..*|172\\.(?:1[6-9]|2\\d|3[01])\\..*"
                    + "|100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\..*");
    private static final Pattern PRIVATE_IPV6 = Pattern.compile("(?i)::|f[cd].*|fe[89ab].*|::ffff:.*");

    private static final Pattern IPV6 = Pattern.compile(
            "(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}"
                    + "|(?=.*::)(?!.*::.*::|.*:::)(?!:[^:])(?!.*[^:]:$)(?!(?:[^:]+::?){7}[^:])(?:[0-9a-fA-F]{0,4}:){2,8}[0-9a-fA-F]{0,4}");

    /** All addresses of this machine. */
    static final String EVERYWHERE = "::";

    private static final Pattern EVERYWHERE_IPV6 = Pattern.compile("(?:0{1,4}:){7}0{1,4}|::0{0,4}");

    private Hosts() {}

    static boolean isAddress(String host) {
        return IPV4.matcher(host).matches();
    }

    /** An IPv6 address without brackets, with a zone or without, and with an IPv4 address at its end or without. */
    static boolean isIpv6(String address) {
        String plain = address.replaceFirst("%[^%]+$", "");
        int last = plain.lastIndexOf(':') + 1;
        boolean wrapped = isAddress(plain.substring(last));
        return IPV6.matcher(wrapped ? plain.substring(0, last) + "0:0" : plain).matches();
    }

    static boolean isLoopback(String host) {
        String bare = bare(host);
        return bare.equalsIgnoreCase("localhost")
                || bare.startsWith("127.") && isAddress(bare)
                || bare.matches("(0{1,4}:){7}0{0,3}1|::0{0,3}1");
    }

    /** Loopback, private, link-local, shared or unspecified addresses, written as such. */
    static boolean isPrivate(String host) {
        String bare = bare(host);
        boolean numeric = isAddress(bare) && PRIVATE_IPV4.matcher(bare).matches();
        return isLoopback(bare)
                || numeric
                || bare.indexOf(':') >= 0 && PRIVATE_IPV6.matcher(bare).matches();
    }

    /** The one way to write hosts that are the same: {@code localhost}, and IPv6 for this machine or all of its addresses, however written. */
    static String plain(String host) {
        String bare = bare(host).toLowerCase(Locale.ROOT);
        if (bare.equals("localhost")) {
            return "127.0.0.1";
        }
        boolean ownIpv6 = bare.indexOf(':') >= 0 && isLoopback(bare);
        return ownIpv6 ? "::1" : EVERYWHERE_IPV6.matcher(bare).matches() ? EVERYWHERE : bare;
    }

    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
