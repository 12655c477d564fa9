package io.smppbridge.settings;

import java.util.List;
import java.util.Locale;
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
     * @param profile by which it comes to this SMSC; empty if it was said of it, or of all
     */
    public record Setting(String key, String shown, Origin origin, String profile) {
        /** {@code profile vonage, bridge.properties line 12}. */
        public String from() {
            return profile.isEmpty() ? origin.text() : "profile " + profile + ", " + origin.text();
        }
    }

    /** All, in the order in which they are documented. */
    public List<Setting> all() {
        return values.all()
                .map(value -> new Setting(value.key(), value.shown(), value.origin(), value.via()))
                .toList();
    }

    /** For {@code ./bridge config}: {@code key = value   # where it was said}, one a line. */
    public String print() {
        StringBuilder text = new StringBuilder();
        for (Setting setting : all()) {
            String said = setting.key() + " = " + Wording.printable(setting.shown());
            text.append(String.format(Locale.ROOT, "%-60s # %s%n", said, setting.from()));
        }
        return text.toString();
    }

    /** All of one thing, by key. */
    Map<String, Value> under(Family family, String name) {
        return values.under(values.of(family, name));
    }
}
