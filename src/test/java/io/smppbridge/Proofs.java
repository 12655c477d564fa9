package io.smppbridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which tests carry which tags, as their sources say. */
final class Proofs {
    private static final Path TESTS = Path.of("src", "test", "java");
    private static final Pattern TAG = Pattern.compile("@(?:Arch)?Tag\\(\"([^\"]+)\"\\)");
    private static final Pattern METHOD =
            Pattern.compile("^    (?:(?:public )?void (?=\\w+\\()|static final ArchRule )(\\w+)");
    private static final Pattern TYPE = Pattern.compile("^(?:public )?(?:final |abstract )?class (\\w+)");

    private Proofs() {}

    /** Names of tests by their tags. A tag of a class is one of all its tests: the class alone is named. */
    static Map<String, TreeSet<String>> byTag(Predicate<String> wanted) throws IOException {
        Map<String, TreeSet<String>> proofs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                collect(file, wanted, proofs);
            }
        }
        return proofs;
    }

    private static void collect(Path file, Predicate<String> wanted, Map<String, TreeSet<String>> proofs)
            throws IOException {
        List<String> tags = new ArrayList<>();
        String type = "";
        for (String line : Files.readAllLines(file)) {
            Matcher tag = TAG.matcher(line);
            Matcher method = METHOD.matcher(line);
            Matcher header = TYPE.matcher(line);
            if (tag.find()) {
                if (wanted.test(tag.group(1))) {
                    tags.add(tag.group(1));
                }
            } else if (header.find() && type.isEmpty()) {
                type = header.group(1);
                name(tags, type, proofs);
            } else if (method.find()) {
                name(tags, type + '.' + method.group(1), proofs);
            }
        }
    }

    private static void name(List<String> tags, String test, Map<String, TreeSet<String>> proofs) {
        tags.forEach(id -> proofs.computeIfAbsent(id, key -> new TreeSet<>()).add(test));
        tags.clear();
    }
}
