package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the bridge runs on: exact versions, few of them, none with a fault that was known when the list was written. Needs no network. */
class DependenciesTest {
    private static final Path POM = Path.of("pom.xml");
    private static final Path ADVISORIES = Path.of("src", "test", "resources", "security", "advisories.txt");
    private static final Pattern JAR =
            Pattern.compile("([A-Za-z0-9-]+?(?:-5)?)-(\\d+(?:\\.\\d+)*)(?:\\.Final)?(?:-linux-\\w+)?\\.jar");
    private static final Pattern EXACT = Pattern.compile("\\$\\{[a-z.-]+}|\\d+(\\.\\d+)*(\\.Final|\\.RELEASE)?");
    private static final int MOST_DIRECT = 15;

    @Test
    @Tag("S-70")
    void every_version_is_exact_and_the_build_refuses_what_does_not_converge(TestReporter reporter) throws Exception {
        Element project = pom();
        int tried = 0;
        for (String kind : List.of("dependency", "plugin")) {
            NodeList all = project.getElementsByTagName(kind);
            for (int i = 0; i < all.getLength(); i++) {
                String version = text((Element) all.item(i), "version");
                assertThat(version)
                        .as("%s %s", kind, text((Element) all.item(i), "artifactId"))
                        .matches("|" + EXACT);
                tried++;
            }
        }
        assertThat(Files.readString(POM))
                .contains("<dependencyConvergence />", "<requireReleaseDeps>", "<banDynamicVersions />");
        Tried.times(tried).tell(reporter);
    }

    @Test
    @Tag("S-70")
    void no_class_is_in_two_jars_of_run_time(TestReporter reporter) throws Exception {
        Map<String, String> homes = new HashMap<>();
        List<String> twice = new ArrayList<>();
        Set<String> artifacts = ofRunTime();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            boolean ofRunTime = entry.endsWith("classes") && !entry.endsWith("test-classes")
                    || entry.endsWith(".jar") && artifacts.contains(artifactOf(Path.of(entry)));
            for (String name : ofRunTime ? classesIn(Path.of(entry)) : Set.<String>of()) {
                String before = homes.put(name, entry);
                if (before != null) {
                    twice.add(name + " is in " + before + " and in " + entry);
                }
            }
        }
        assertThat(homes).hasSizeGreaterThan(5_000).containsKey("io/smppbridge/MiddleWare.class");
        assertThat(twice).isEmpty();
        Tried.times(homes.size()).tell(reporter);
    }

    @Test
    @Tag("S-71")
    void few_artifacts_are_asked_for_by_name_at_run_time() throws Exception {
        Element project = pom();
        Set<String> direct = new HashSet<>();
        NodeList all = project.getElementsByTagName("dependency");
        for (int i = 0; i < all.getLength(); i++) {
            Element one = (Element) all.item(i);
            boolean ofProject = one.getParentNode().getParentNode() == project;
            if (ofProject && text(one, "scope").isEmpty()) {
                direct.add(text(one, "artifactId"));
            }
        }
        assertThat(direct).hasSizeBetween(10, MOST_DIRECT);
    }

    @Test
    @Tag("S-71")
    void none_has_a_fault_that_the_list_knows(TestReporter reporter) throws IOException {
        Map<String, String> versions = versions();
        assertThat(versions).containsKeys("netty-codec-http", "logback-core", "jackson-core", "httpclient5", "jsmpp");
        List<Advisory> list = advisories();
        List<String> struck = new ArrayList<>();
        for (Advisory one : list) {
            String version = versions.get(one.artifact());
            if (version != null && one.strikes(version) && !isGuarded(one)) {
                struck.add(one.artifact() + ' ' + version + " has " + one.id() + ", mended in " + one.mended());
            }
        }
        Tried.times(list.size())
                .note(versions.size() + " jars against " + list.size() + " lines")
                .tell(reporter);
        assertThat(struck).isEmpty();
    }

    @Test
    @Tag("S-71")
    void every_jar_of_run_time_has_a_line_in_the_list(TestReporter reporter) throws Exception {
        Set<String> listed = lines().map(f -> f[0]).collect(Collectors.toSet());
        Set<String> jars = ofRunTime();
        assertThat(jars).hasSizeGreaterThan(30).contains("netty-common", "httpcore5-h2", "slf4j-api");
        Tried.times(jars.size()).tell(reporter);
        assertThat(listed).containsAll(jars);
    }

    @Test
    @Tag("S-71")
    void the_list_strikes_what_lies_in_its_ranges_and_nothing_else() {
        Advisory some = new Advisory("netty-codec-http", "4.2.0", "4.2.15", "CVE-0", "");

        assertThat(List.of("4.2.0", "4.2.9", "4.2.14")).allMatch(some::strikes);
        assertThat(List.of("4.1.200", "4.2.15", "4.2.18", "4.3")).noneMatch(some::strikes);
    }

    /** A line of the list. */
    private record Advisory(String artifact, String first, String mended, String id, String guard) {
        boolean strikes(String version) {
            return compare(version, first) >= 0 && compare(version, mended) < 0;
        }

        private static int compare(String one, String other) {
            String[] a = one.split("\\.");
            String[] b = other.split("\\.");
            for (int i = 0; i < Math.max(a.length, b.length); i++) {
                int left = i < a.length ? Integer.parseInt(a[i]) : 0;
                int right = i < b.length ? Integer.parseInt(b[i]) : 0;
                if (left != right) {
                    return Integer.compare(left, right);
                }
            }
            return 0;
        }
    }

    /** A test shows that the fault does no harm here. */
    private static boolean isGuarded(Advisory one) {
        return !one.guard().isEmpty()
                && Files.exists(Path.of("src", "test", "java", one.guard().replace('.', '/') + ".java"));
    }

    private static Stream<String[]> lines() throws IOException {
        return Files.readAllLines(ADVISORIES).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "));
    }

    private static List<Advisory> advisories() throws IOException {
        return lines().filter(f -> !f[1].equals("none"))
                .map(f -> new Advisory(f[0], f[1], f[2], f[3], f.length > 5 ? f[5] : ""))
                .toList();
    }

    /** What the project asks for by name, and what that asks for, as their own descriptions in the local repository say. */
    private static Set<String> ofRunTime() throws Exception {
        Map<String, Path> descriptions = new HashMap<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            Path jar = Path.of(entry);
            Path version = jar.getParent();
            if (entry.endsWith(".jar")) {
                String artifact = artifactOf(jar);
                descriptions.put(artifact, version.resolve(artifact + '-' + version.getFileName() + ".pom"));
            }
        }
        Set<String> found = new TreeSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(POM));
        while (!open.isEmpty()) {
            Element project = parsed(open.pop());
            NodeList all = project.getElementsByTagName("dependency");
            for (int i = 0; i < all.getLength(); i++) {
                Element one = (Element) all.item(i);
                String artifact = text(one, "artifactId");
                boolean wanted = one.getParentNode().getParentNode() == project
                        && Set.of("", "compile", "runtime").contains(text(one, "scope"))
                        && !text(one, "optional").equals("true");
                if (wanted && descriptions.containsKey(artifact) && found.add(artifact)) {
                    open.push(descriptions.get(artifact));
                }
            }
        }
        return found;
    }

    private static String artifactOf(Path jar) {
        return jar.getParent().getParent().getFileName().toString();
    }

    /** Those that any Java would load; those for a later one lie apart and stand for one of these. */
    private static Set<String> classesIn(Path entry) throws IOException {
        boolean isJar = Files.isRegularFile(entry);
        try (FileSystem jar = isJar ? FileSystems.newFileSystem(entry) : null;
                Stream<Path> files = Files.walk(isJar ? jar.getPath("/") : entry)) {
            Path root = isJar ? jar.getPath("/") : entry;
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/"))
                    .filter(name -> !name.endsWith("module-info.class") && !name.endsWith("package-info.class"))
                    .collect(Collectors.toSet());
        }
    }

    /** Of each artifact that these tests run with, its version: those of run time are among them. */
    private static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches()) {
                versions.put(jar.group(1), jar.group(2));
            }
        }
        return versions;
    }

    private static Element pom() throws Exception {
        return parsed(POM);
    }

    private static Element parsed(Path description) throws Exception {
        try (InputStream in = Files.newInputStream(description)) {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
        }
    }

    /** Of a child of the element itself; empty when it has none. */
    private static String text(Element element, String name) {
        NodeList children = element.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i).getNodeName().equals(name)) {
                return children.item(i).getTextContent().trim();
            }
        }
        return "";
    }
}
