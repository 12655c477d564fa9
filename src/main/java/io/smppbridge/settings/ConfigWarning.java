package io.smppbridge.settings;

/**
 * One thing that works, but hardly as meant.
 *
 * @param key what it is about
 * @param value what stands there, masked if it could be a secret
 * @param concern what will go wrong
 * @param remedy what to do; may be empty
 * @param origin where it stands
 */
public record ConfigWarning(String key, String value, String concern, String remedy, Origin origin) {
    /** One line for a human. */
    public String text() {
        return Wording.line(key, value, concern, origin, remedy);
    }

    @Override
    public String toString() {
        return text();
    }
}
