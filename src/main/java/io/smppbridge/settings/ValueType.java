package io.smppbridge.settings;

/** How one kind of value is written. */
interface ValueType {
    /** The typed value. */
    Object parse(String text) throws BadValue;

    /** What may stand there, for complaints and documents: {@code 1..1000}. */
    String expected();

    /** The text is not such a value. */
    final class BadValue extends Exception {
        private static final long serialVersionUID = 1;

        BadValue() {
            super("", null, false, false);
        }
    }
}
