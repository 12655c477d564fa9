package io.smppbridge.settings;

/** The things that have keys: the bridge itself, and the named ones of which there may be many. */
enum Family {
    NODE(""),
    SMSC("smsc"),
    /** A carrier's ways, for the SMSCs that name it: nearly all keys of an SMSC, and one of its own. */
    PROFILE("profile"),
    INBOUND("inbound"),
    ACCOUNT("account"),
    ROUTE("route"),
    REWRITE("rewrite"),
    WEBHOOK("webhook"),
    /** Where ESMEs connect to. */
    ESME("esme"),
    /** Who may look through the operator's listener, and pull its levers. */
    OPERATOR("operator");

    /** Stands for every SMSC that does not say otherwise. */
    static final String DEFAULTS = "smsc-defaults";

    private final String word;

    Family(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** What the keys of the thing of that name begin with. */
    String prefix(String name) {
        return this == NODE ? "" : word + "." + name + ".";
    }
}
