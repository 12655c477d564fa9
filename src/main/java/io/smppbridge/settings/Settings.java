package io.smppbridge.settings;

import java.util.List;
import java.util.Map;

/** The value of every key and where it was said; secrets cannot be seen in it. Immutable. */
public final class Settings {
    private final Values values;

    private Settings(Values values) {
        this.values = values;
    }

    static Settings of(Values values) {
        return new Settings(values);
    }

    /**
     * One key.
     *
     * @param shown the value, secrets as {@code ****}
     */
    public record Setting(String key, String shown, Origin origin) {}

    /** All, in the order in which they are documented. */
    public List<Setting> all() {
        return values.all().stream()
                .map(value -> new Setting(value.key(), value.shown(), value.origin()))
                .toList();
    }

    /** For {@code ./bridge config}: {@code key = value   # where it was said}, one a line. */
    public String print() {
        StringBuilder text = new StringBuilder();
        for (Setting setting : all()) {
            String said = setting.key() + " = " + Wording.printable(setting.shown());
            text.append(String.format("%-60s # %s%n", said, setting.origin().text()));
        }
        return text.toString();
    }

    /** All of one thing, by key. */
    Map<String, Value> under(String prefix) {
        return values.under(prefix);
    }
}
