package io.smppbridge.settings;

import java.util.Locale;

/** The one form in which faults and warnings are told. */
final class Wording {
    private static final int LONGEST_SHOWN = 80;

    private Wording() {}

    static String line(String key, String value, String what, Origin origin, String remedy) {
        String said = value.equals(ConfigFault.MISSING)
                ? " is missing"
                : value.equals(ConfigFault.HIDDEN) ? "" : " = " + printable(value);
        String todo = remedy.isEmpty() ? "" : ": " + remedy;
        return printable(key) + said + ", " + what + ", " + origin.text() + todo;
    }

    /** An address without the user and password that may stand before its host. */
    static String withoutLogin(String text) {
        return text.replaceFirst("://.*@", "://****@");
    }

    /** The same for one that lacks the slashes by which a login is known. */
    static String withoutBareLogin(String text) {
        return text.replaceFirst("^(?!.*://).*@", "****@");
    }

    /** An address without what may open its door: a token often stands in its query. */
    static String withoutQuery(String text) {
        return withoutLogin(text).replaceFirst("\\?.+", "?****");
    }

    /** On one line, without anything a terminal would act upon. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST_SHOWN).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return text.codePointCount(0, text.length()) > LONGEST_SHOWN ? shown + "…" : shown.toString();
    }
}
