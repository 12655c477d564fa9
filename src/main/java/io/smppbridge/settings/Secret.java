package io.smppbridge.settings;

/** A word that no log, error or print-out ever shows. */
public final class Secret {
    /** No secret set. */
    public static final Secret NONE = new Secret("");

    private final String value;

    public Secret(String value) {
        this.value = value;
    }

    /** The word itself: only for the one who must send it or check it. */
    public String reveal() {
        return value;
    }

    public boolean isEmpty() {
        return value.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value.isEmpty() ? "(none)" : "****";
    }
}
