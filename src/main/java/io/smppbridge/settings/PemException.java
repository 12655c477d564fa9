package io.smppbridge.settings;

import java.nio.file.Path;

/** A PEM file that cannot be used. */
public final class PemException extends Exception {
    private static final long serialVersionUID = 1;

    private final String file;
    private final String expected;

    PemException(Path file, String expected) {
        super(file + ": expected " + expected);
        this.file = file.toString();
        this.expected = expected;
    }

    /** The file as it was named. */
    public String file() {
        return file;
    }

    /** What it should have been: never anything of what it holds. */
    public String expected() {
        return expected;
    }
}
