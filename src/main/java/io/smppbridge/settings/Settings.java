package io.smppbridge.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The value of every key and where it was said; secrets cannot be seen in it. Immutable. */
public final class Settings {
    private final Map<String, Value> values;

    private Settings(Map<String, Value> values) {
        this.values = values;
    }

    static Settings of(Values values) {
        Map<String, Value> byKey = new LinkedHashMap<>();
        values.all().forEach(value -> byKey.put(value.key(), value));
        return new Settings(byKey);
    }

    /**
     * One key.
     *
     * @param shown the value, secrets as {@code ****}
     */
    public record Setting(String key, String shown, Origin origin) {}

    /** All, in the order in which they are documented. */
    public List<Setting> all() {
        return values.values().stream()
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

    Map<String, Value> values() {
        return values;
    }

    Optional<Value> value(String key) {
        return Optional.ofNullable(values.get(key));
    }
}
