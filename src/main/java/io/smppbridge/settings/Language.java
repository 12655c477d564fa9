package io.smppbridge.settings;

/** Languages with tables of their own in 3GPP TS 23.038 Annex A. */
public enum Language {
    TURKISH,
    SPANISH,
    PORTUGUESE,
    BENGALI,
    GUJARATI,
    HINDI,
    KANNADA,
    MALAYALAM,
    ORIYA,
    PUNJABI,
    TAMIL,
    TELUGU,
    URDU;

    /** The national language identifier, 1..13. */
    public int identifier() {
        return ordinal() + 1;
    }
}
