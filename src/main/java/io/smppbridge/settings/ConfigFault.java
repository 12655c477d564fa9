package io.smppbridge.settings;

/**
 * One thing that keeps a configuration from being used.
 *
 * @param key what it is about
 * @param value what stands there, masked if it could be a secret; {@link #MISSING} or {@link #HIDDEN}
 * @param expected what should stand there
 * @param remedy what to do, where that does not follow; may be empty
 * @param origin where it stands; for a missing key, where it would belong
 */
public record ConfigFault(String key, String value, String expected, String remedy, Origin origin) {
    /** The key is not there at all. */
    public static final String MISSING = "(missing)";
    /** The value is not shown: it may be a secret, or does not matter. */
    public static final String HIDDEN = "";

    /** File (or environment variable) to look into. */
    public String file() {
        return origin.name();
    }

    /** Line of {@link #file()}, 0 if it is about the whole file or no file. */
    public int line() {
        return origin.line();
    }

    /** One line for a human: {@code smsc.telia.window = 0, expected 1..1000 (…), bridge.properties line 41}. */
    public String text() {
        return Wording.line(key, value, "expected " + expected, origin, remedy);
    }

    @Override
    public String toString() {
        return text();
    }
}
