package io.smppbridge.cli;

/** Ends a command: a text for the user that says what went wrong and what to do, and the exit code. */
final class Complaint extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    Complaint(int exitCode, String text) {
        this(exitCode, text, null);
    }

    Complaint(int exitCode, String text, Throwable cause) {
        super(text, cause);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
