package io.smppbridge.audit;

/** A line that is not as it should be. */
final class BadLine extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 60;

    BadLine(String expected, String found) {
        super(
                "expected " + expected + ", found "
                        + (found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found),
                null,
                false,
                false);
    }
}
