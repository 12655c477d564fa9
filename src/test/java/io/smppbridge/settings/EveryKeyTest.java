package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takes the example file with all of its keys, says something else by one after the other, and looks where that arrives. */
class EveryKeyTest {
    private static final String HASH = "pbkdf2:1:" + "ab".repeat(8) + ":";
    private static final String KEY_HASH = "sha256:" + "ab".repeat(8) + ":";

    /** Such that each of the others may say what it likes. */
    private static final Map<String, String> BESIDE = Map.ofEntries(
            Map.entry("smsc.one.binds", "20"),
            Map.entry("smsc.one.receive", "outbind"),
            Map.entry("smsc.one.outbind-from", "192.0.2.7"),
            Map.entry("smsc.one.outbind-password", "s3cret"),
            Map.entry("outbind.enabled", "true"),
            Map.entry("route.sweden.smsc", "one, two"),
            Map.entry("account.shop.esme.system-id", "shop"),
            Map.entry("account.shop.esme.password-hash", HASH + "cd".repeat(32)),
            Map.entry("account.shop.dropin.user", "shop"),
            Map.entry("account.shop.dropin.password-hash", HASH + "cd".repeat(32)),
            Map.entry("webhook.shop.url", "https://platform.example/sms"));

    private static final List<String> VALUES = List.of(
            "3",
            "2",
            "17",
            "64",
            "128",
            "5000",
            "3ms",
            "3s",
            "40s",
            "7m",
            "2h",
            "2d",
            "40d",
            "2k",
            "20k",
            "2M",
            "200M",
            "two",
            "shop",
            "Shop",
            "vonage",
            "46",
            "5/1",
            "last 3",
            "Europe/Stockholm",
            "127.0.0.2",
            "SE",
            "mon 08:00-09:00",
            "id,state",
            "turkish",
            "query",
            "operate",
            "reply-path",
            "down",
            "(?P<id>a)",
            "{id} {stat}",
            "0x1401",
            "0x1401:text:20",
            "|",
            "seconds",
            "https://other.example/sms",
            HASH + "ef".repeat(32),
            KEY_HASH + "ef".repeat(32),
            "");

    /** What other tests tell of, as it cannot say something else alone or names a file; and what is only looked at when the file is checked. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(smsc\\.one|esme\\.smpp|webhook\\.shop)\\.tls-.*|routing\\.(operators|prices)|route\\.sweden\\.(operator|pick)"
                    + "|outbind\\.enabled|journal\\.key|inbound\\.votes\\.(account|webhook)|smsc\\.one\\.(long-password|inactivity|profile|tls)|smsc\\.two\\..*");

    private static final int MOST_OF_THEM = 250;

    @TempDir
    Path directory;

    private ConfigFolder folder;
    private Map<String, String> lines;
    private Map<String, Object> usual;

    @BeforeEach
    void write() throws IOException {
        lines = new TreeMap<>();
        Files.readString(Path.of("config/bridge.properties"))
                .lines()
                .map(line -> line.matches("#[a-z].*=.*") ? line.substring(1) : line)
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> lines.put(
                        line.substring(0, line.indexOf('=')).strip(),
                        line.substring(line.indexOf('=') + 1).strip()));
        lines.putAll(BESIDE);
        folder = new ConfigFolder(directory);
        folder.main(lines.entrySet().stream()
                .filter(line -> !line.getValue().isEmpty())
                .map(line -> line.getKey() + " = " + line.getValue() + "\n")
                .collect(Collectors.joining()));
        usual = flat(folder.loaded());
    }

    @Test
    void each_says_something_of_its_own() {
        Map<Set<String>, String> said = new HashMap<>();
        for (String key : lines.keySet()) {
            if (ELSEWHERE.matcher(key).matches()) {
                continue;
            }
            Set<String> places = places(key);
            assertThat(places).as("where %s arrives", key).isNotEmpty();
            assertThat(said.put(places, key))
                    .as("what says the same as %s", key)
                    .isNull();
        }
        assertThat(said).hasSizeGreaterThan(MOST_OF_THEM);
        Tried.times(said.size()).keep();
    }

    /** Where it arrives that a key says something else; empty when it arrives nowhere. */
    private Set<String> places(String key) {
        KeySpec spec = Keys.find(key).orElseThrow();
        Optional<Object> now = typed(spec, lines.get(key));
        for (String other : others(spec).toList()) {
            Optional<Object> meant = typed(spec, other);
            if (meant.isEmpty() || meant.equals(now)) {
                continue;
            }
            folder.overrides.clear();
            folder.overrides.put(key, other);
            if (folder.load() instanceof LoadOutcome.Loaded loaded) {
                Map<String, Object> is = flat(loaded);
                Set<String> places = new TreeSet<>(usual.keySet());
                places.addAll(is.keySet());
                places.removeIf(place -> usual.getOrDefault(place, "").equals(is.getOrDefault(place, "")));
                if (!places.isEmpty()) {
                    return places;
                }
            }
        }
        return Set.of();
    }

    private static Optional<Object> typed(KeySpec spec, String text) {
        try {
            return Optional.of(spec.type().parse(text));
        } catch (ValueType.BadValue bad) {
            return Optional.empty();
        }
    }

    /** What some key may say. */
    private static Stream<String> others(KeySpec spec) {
        return Stream.concat(Arrays.stream(spec.type().expected().split(" \\| ")), VALUES.stream());
    }

    /** All that a configuration has come to, by where it stands. */
    private static Map<String, Object> flat(LoadOutcome.Loaded loaded) {
        Map<String, Object> all = new TreeMap<>();
        flatten("", loaded.config(), all);
        return all;
    }

    private static void flatten(String place, Object what, Map<String, Object> into) {
        if (what instanceof Record) {
            for (var part : what.getClass().getRecordComponents()) {
                try {
                    part.getAccessor().setAccessible(true);
                    flatten(place + "." + part.getName(), part.getAccessor().invoke(what), into);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        } else if (what instanceof Map<?, ?> map) {
            map.forEach((name, one) -> flatten(place + "." + name, one, into));
        } else if (what instanceof List<?> list) {
            into.put(place + ".size", list.size());
            for (int i = 0; i < list.size(); i++) {
                flatten(place + "." + i, list.get(i), into);
            }
        } else {
            into.put(place, what);
        }
    }
}
