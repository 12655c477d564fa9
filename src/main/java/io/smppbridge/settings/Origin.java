package io.smppbridge.settings;

/**
 * Where a value was said.
 *
 * @param kind which layer; a later kind wins over an earlier one
 * @param name the file, or the environment variable; empty for defaults
 * @param line line of the file, 0 where there is none
 */
public record Origin(Kind kind, String name, int line) {
    /** Nobody said it. */
    public static final Origin DEFAULT = new Origin(Kind.DEFAULT, "", 0);

    static final Origin SHIPPED = new Origin(Kind.SHIPPED, "", 0);

    /** The layers, from weak to strong. */
    public enum Kind {
        DEFAULT,
        /** A profile that comes with the bridge. */
        SHIPPED,
        FILE,
        CONF_D,
        ENVIRONMENT,
        OVERRIDE
    }

    static Origin environment(String variable) {
        return new Origin(Kind.ENVIRONMENT, variable, 0);
    }

    static Origin override() {
        return new Origin(Kind.OVERRIDE, "", 0);
    }

    /** As a complaint names it: {@code bridge.properties line 41}. */
    public String text() {
        return switch (kind) {
            case DEFAULT -> "default";
            case SHIPPED -> "shipped";
            case FILE, CONF_D -> line > 0 ? name + " line " + line : name;
            case ENVIRONMENT -> "environment variable " + name;
            case OVERRIDE -> "--set";
        };
    }
}
