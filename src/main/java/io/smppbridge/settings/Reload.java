package io.smppbridge.settings;

/** What it takes for a changed value to come into force. */
public enum Reload {
    /** Nothing more: it is taken over while messages flow. */
    LIVE("live"),
    /** The binds of that SMSC are made anew, one after the other. */
    REBIND("rebind"),
    /** The bridge has to be started again. */
    RESTART("restart");

    private final String word;

    Reload(String word) {
        this.word = word;
    }

    /** As documents say it. */
    public String word() {
        return word;
    }
}
