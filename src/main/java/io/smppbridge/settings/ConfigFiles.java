package io.smppbridge.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Reads the main file, what it includes, and {@code conf.d/*.properties} beside it. Nothing outside the directory of the main file is
 * opened, also not by way of symbolic links.
 */
final class ConfigFiles {
    private static final int LARGEST = 1 << 20;
    private static final int MOST = 100;
    /** Some editors put it before a text in UTF-8; it is no part of the first key. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final String INCLUDE = "include";

    private final Complaints complaints;
    private final Path directory;
    private final Set<Path> read = new HashSet<>();

    private ConfigFiles(Path directory, Complaints complaints) {
        this.directory = directory;
        this.complaints = complaints;
    }

    /** All entries by key, those of {@code conf.d} over those of the main file. */
    static Map<String, Raw> read(Path main, Complaints complaints) {
        Origin start = new Origin(Origin.Kind.FILE, String.valueOf(main.getFileName()), 0);
        Map<String, Raw> all = new LinkedHashMap<>();
        try {
            Path real = main.toRealPath();
            // The directory in which the administrator sees the file, not the one a link may lead to.
            Path directory = main.toAbsolutePath().normalize().getParent().toRealPath();
            ConfigFiles files = new ConfigFiles(directory, complaints);
            files.read.add(real);
            files.entries(real, start, all);
            Map<String, Raw> over = new LinkedHashMap<>();
            files.confD(over);
            all.putAll(over);
        } catch (NoSuchFileException gone) {
            complaints.unread("configuration", main.toString(), "a readable file; it does not exist", start);
        } catch (IOException failed) {
            complaints.unread("configuration", main.toString(), "a readable file; " + reason(failed), start);
        }
        return all;
    }

    private void confD(Map<String, Raw> into) throws IOException {
        Path confD = directory.resolve("conf.d");
        if (!Files.isDirectory(confD)) {
            return;
        }
        List<Path> found;
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(confD, "*.properties")) {
            found = StreamSupport.stream(stream.spliterator(), false).sorted().toList();
        }
        for (Path file : found) {
            String name = "conf.d/" + file.getFileName();
            Origin origin = new Origin(Origin.Kind.CONF_D, name, 0);
            Optional<Path> inside = inside(file, name, name, origin);
            if (inside.isPresent()) {
                entries(inside.get(), origin, into);
            }
        }
    }

    private void entries(Path file, Origin whole, Map<String, Raw> into) throws IOException {
        complaints.opened(whole.name());
        Optional<String> text = text(file, whole);
        if (text.isEmpty()) {
            return;
        }
        PropertiesText properties = PropertiesText.read(text.get());
        for (PropertiesText.Flaw flaw : properties.flaws()) {
            complaints.flaw(
                    new ConfigFault(
                            "line " + flaw.line(), ConfigFault.HIDDEN, flaw.expected(), "", at(whole, flaw.line())),
                    flaw.key());
        }
        for (PropertiesText.Entry entry : properties.entries()) {
            Origin origin = at(whole, entry.line());
            if (entry.key().equals(INCLUDE)) {
                include(entry.value(), origin, into);
                continue;
            }
            Raw first = into.putIfAbsent(entry.key(), new Raw(entry.key(), entry.value(), origin));
            if (first != null) {
                String remedy = first.origin().text() + " sets it already, delete one of them";
                complaints.fault(
                        new ConfigFault(entry.key(), ConfigFault.HIDDEN, "each key only once", remedy, origin));
            }
        }
    }

    private void include(String value, Origin origin, Map<String, Raw> into) throws IOException {
        Path file;
        try {
            file = directory.resolve(value);
        } catch (InvalidPathException noPath) {
            complaints.unread(INCLUDE, value, "a file in the directory of the configuration", origin);
            return;
        }
        Optional<Path> inside = inside(file, INCLUDE, value, origin);
        if (inside.isPresent()) {
            String name = directory.relativize(inside.get()).toString();
            entries(inside.get(), new Origin(origin.kind(), name, 0), into);
        }
    }

    /** The file itself, if it may be read. */
    private Optional<Path> inside(Path file, String key, String value, Origin origin) throws IOException {
        String wanted = "a file in the directory of the configuration";
        Path real;
        try {
            // Looked at before it is resolved: what lies outside is not even asked about.
            if (!file.normalize().startsWith(directory)) {
                complaints.unread(key, value, wanted + "; this leads out of it", origin);
                return Optional.empty();
            }
            real = file.toRealPath();
        } catch (IOException failed) {
            complaints.unread(key, value, wanted + "; it does not exist or cannot be read", origin);
            return Optional.empty();
        }
        if (!real.startsWith(directory)) {
            complaints.unread(key, value, wanted + "; this leads out of it", origin);
        } else if (!Files.isRegularFile(real)) {
            complaints.unread(key, value, wanted + "; it is no regular file", origin);
        } else if (!read.add(real)) {
            complaints.unread(key, value, "each file only once; it has been read already", origin);
        } else if (read.size() > MOST) {
            complaints.unread(key, value, "at most " + MOST + " files", origin);
        } else {
            return Optional.of(real);
        }
        return Optional.empty();
    }

    private Optional<String> text(Path file, Origin whole) throws IOException {
        if (!Files.isRegularFile(file)) {
            complaints.unread("configuration", whole.name(), "a regular file", whole);
            return Optional.empty();
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (IOException failed) {
            complaints.unread("configuration", whole.name(), "a readable file; " + reason(failed), whole);
            return Optional.empty();
        }
        if (bytes.length > LARGEST) {
            String remedy = "move a part of it to a file of conf.d, or to one that it includes";
            complaints.unread(new ConfigFault("configuration", whole.name(), "at most 1 MiB a file", remedy, whole));
            return Optional.empty();
        }
        ByteBuffer left = ByteBuffer.wrap(bytes);
        try {
            return Optional.of(decoded(left));
        } catch (CharacterCodingException notUtf8) {
            int line = 1;
            for (int i = 0; i < left.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            complaints.unread("line " + line, ConfigFault.HIDDEN, "text in UTF-8", at(whole, line));
            return Optional.empty();
        }
    }

    /** What stands in a file, whoever's editor wrote it; the octets are left at the first that are not UTF-8. */
    static String decoded(ByteBuffer octets) throws CharacterCodingException {
        return unmarked(StandardCharsets.UTF_8.newDecoder().decode(octets).toString());
    }

    /** The beginning of a text without the mark of an editor. */
    static String unmarked(String text) {
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    private static Origin at(Origin whole, int line) {
        return new Origin(whole.kind(), whole.name(), line);
    }

    private static String reason(IOException failed) {
        return failed instanceof java.nio.file.AccessDeniedException
                ? "this user may not read it"
                : "it cannot be read (" + failed.getClass().getSimpleName() + ")";
    }
}
