package io.smppbridge.http;

/** What a Host header may hold: {@code uri-host [ ":" port ]} (RFC 9110 §7.2, RFC 3986 §3.2.2), or nothing. */
final class HostField {
    private static final String MARKS = "-._~%!$&'()*+,;=";

    private HostField() {}

    /** Whether it holds that; a percent sign is taken without a look at what follows. */
    static boolean isSound(String value) {
        int at = 0;
        if (value.startsWith("[")) {
            at = value.indexOf(']') + 1;
            if (at <= 2) {
                return false;
            }
            for (int i = 1; i < at - 1; i++) {
                if (value.charAt(i) != ':' && !isOfName(value.charAt(i))) {
                    return false;
                }
            }
        } else {
            while (at < value.length() && isOfName(value.charAt(at))) {
                at++;
            }
        }
        return at == value.length() || value.charAt(at) == ':' && areDigits(value, at + 1);
    }

    private static boolean areDigits(String value, int from) {
        for (int i = from; i < value.length(); i++) {
            if (!isDigit(value.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfName(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || MARKS.indexOf(c) >= 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
