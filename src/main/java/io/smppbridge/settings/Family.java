package io.smppbridge.settings;

/** The things that have keys: the bridge itself, and the named ones of which there may be many. */
enum Family {
    NODE("", "the bridge"),
    SMSC("smsc", "SMSC"),
    /** A carrier's ways, for the SMSCs that name it: nearly all keys of an SMSC, and one of its own. */
    PROFILE("profile", "profile"),
    INBOUND("inbound", "inbound route"),
    ACCOUNT("account", "account"),
    ROUTE("route", "route"),
    REWRITE("rewrite", "rewriting rule"),
    WEBHOOK("webhook", "webhook"),
    /** Where ESMEs connect to. */
    ESME("esme", "ESME listener");

    /** Stands for every SMSC that does not say otherwise. */
    static final String DEFAULTS = "smsc-defaults";

    private final String word;
    private final String title;

    Family(String word, String title) {
        this.word = word;
        this.title = title;
    }

    String word() {
        return word;
    }

    String title() {
        return title;
    }

    /** What the keys of the thing of that name begin with. */
    String prefix(String name) {
        return this == NODE ? "" : word + "." + name + ".";
    }
}
