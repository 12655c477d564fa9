package io.smppbridge.settings;

/** A value as somebody wrote it. Only what stands in files has its {@code ${VARIABLES}} filled in. */
record Raw(String key, String text, Origin origin) {
    /** Without the value, which may be a secret. */
    @Override
    public String toString() {
        return key + " from " + origin.text();
    }
}
