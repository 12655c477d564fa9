package io.smppbridge.settings;

/** A value as somebody wrote it. Only what stands in files has its {@code ${VARIABLES}} filled in. */
record Raw(String key, String text, Origin origin) {}
