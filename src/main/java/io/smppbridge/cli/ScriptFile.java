package io.smppbridge.cli;

import io.smppbridge.settings.PropertiesText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A simulator's script in a file, which knows on which line each key stands. */
final class ScriptFile {
    /** The key with which a fault begins. */
    private static final Pattern KEY = Pattern.compile("([^\\s:=]+)(?: = |: )");

    private final Path path;
    private final Map<String, PropertiesText.Entry> entries = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();

    private ScriptFile(Path path, PropertiesText text) {
        this.path = path;
        text.flaws().forEach(flaw -> faults.add("expected " + flaw.expected() + ", " + line(flaw.line())));
        for (PropertiesText.Entry entry : text.entries()) {
            PropertiesText.Entry first = entries.put(entry.key(), entry);
            if (first != null && !isOfSmppSim(entry.key())) {
                faults.add(entry.key() + ": expected each key only once, " + line(entry.line()) + "; line "
                        + first.line() + " sets it already");
            }
        }
    }

    /** Reads it; what is no text in UTF-8 ends the command, and so do lines that say nothing and keys that stand twice. */
    static ScriptFile read(Path path) throws IOException {
        try {
            ScriptFile script = new ScriptFile(path, PropertiesText.read(Files.readString(path)));
            if (!script.faults.isEmpty()) {
                throw faulty(script.faults, null);
            }
            return script;
        } catch (CharacterCodingException e) {
            throw new Complaint(Exit.USAGE, path + " is no text in UTF-8, expected a properties file", e);
        }
    }

    /** What ends the command, with all faults of a script. */
    static Complaint faulty(List<String> faults, Exception causeOrNull) {
        return new Complaint(
                Exit.USAGE,
                faults.stream()
                        .collect(Collectors.joining(
                                System.lineSeparator() + "  ",
                                "the script has faults" + System.lineSeparator() + "  ",
                                "")),
                causeOrNull);
    }

    /** There the last one counts. */
    private static boolean isOfSmppSim(String key) {
        return key.equals(key.toUpperCase(Locale.ROOT));
    }

    void into(Properties script) {
        entries.values().forEach(entry -> script.setProperty(entry.key(), entry.value()));
    }

    /** The fault with the line of its key, unless an option has set that. */
    String located(String fault, Properties script) {
        Matcher begins = KEY.matcher(fault);
        PropertiesText.Entry entry = begins.lookingAt() ? entries.get(begins.group(1)) : null;
        boolean counts = entry != null && entry.value().equals(script.getProperty(entry.key()));
        return counts ? fault + ", " + line(entry.line()) : fault;
    }

    private String line(int number) {
        return path.getFileName() + " line " + number;
    }
}
