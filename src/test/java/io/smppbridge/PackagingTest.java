package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpServer;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.LoadOutcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is shipped beside the jar, as far as it can be checked without Docker and systemd. */
class PackagingTest {
    private static final Path DOCKER = Path.of("docker");
    private static final Set<String> INSTRUCTIONS = Set.of(
            "FROM",
            "WORKDIR",
            "COPY",
            "RUN",
            "LABEL",
            "USER",
            "VOLUME",
            "EXPOSE",
            "HEALTHCHECK",
            "STOPSIGNAL",
            "CMD",
            "ENV",
            "ENTRYPOINT");

    @Test
    void the_readme_names_the_artifact_as_the_pom_does() throws IOException {
        Pattern coordinates =
                Pattern.compile("<groupId>io.smppbridge</groupId>\\s*<artifactId>smpp-bridge</artifactId>\\s*"
                        + "<version>([^<]+)</version>");
        Matcher pom = coordinates.matcher(Files.readString(Path.of("pom.xml")));
        Matcher readme = coordinates.matcher(Files.readString(Path.of("README.md")));
        assertThat(pom.find() && readme.find()).isTrue();
        assertThat(readme.group(1)).isEqualTo(pom.group(1));
    }

    @Test
    @Tag("S-75")
    void the_image_is_pinned_runs_as_nobody_and_gets_its_signals() throws IOException {
        List<String> lines = instructions(Files.readString(DOCKER.resolve("Dockerfile")));
        assertThat(lines).allSatisfy(line -> assertThat(INSTRUCTIONS).contains(line.split(" ")[0]));
        assertThat(lines).filteredOn(line -> line.startsWith("FROM")).hasSize(2).allSatisfy(PackagingTest::isPinned);
        assertThat(lines).filteredOn(line -> line.startsWith("USER")).containsExactly("USER 10001:10001");
        assertThat(lines).filteredOn(line -> line.startsWith("ENV")).containsExactly("ENV MALLOC_ARENA_MAX=2");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("ENTRYPOINT") || line.startsWith("CMD"))
                .allSatisfy(line -> assertThat(line).contains(" ["));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith("HEALTHCHECK").contains("/livez"));
        String last = lines.stream()
                .filter(line -> line.startsWith("FROM"))
                .reduce((a, b) -> b)
                .orElseThrow();
        assertThat(lines.indexOf("USER 10001:10001")).isGreaterThan(lines.indexOf(last));
        Tried.times(lines.size()).keep();
    }

    /** With what the image has: a JRE on Ubuntu, where there is bash, and from Java 25 on neither curl nor wget. */
    @Test
    void the_health_check_needs_nothing_that_the_image_lacks_and_tells_a_bridge_that_lives() throws Exception {
        List<String> command = healthCheck();
        assertThat(command).startsWith("bash", "-c").hasSize(3);
        assertThat(command.get(2)).contains("/127.0.0.1/9090 ").doesNotContain("curl", "wget");
        AtomicInteger status = new AtomicInteger();
        HttpServer admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        admin.createContext("/livez", exchange -> {
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        admin.start();
        int port = admin.getAddress().getPort();
        try {
            for (int each : List.of(200, 503, 404)) {
                status.set(each);
                assertThat(isHealthy(command, port)).as("at %d", each).isEqualTo(each == 200);
            }
        } finally {
            admin.stop(0);
        }
        assertThat(isHealthy(command, port)).as("nobody listens").isFalse();
    }

    private static List<String> healthCheck() throws IOException {
        String line = instructions(Files.readString(DOCKER.resolve("Dockerfile"))).stream()
                .filter(one -> one.startsWith("HEALTHCHECK"))
                .findFirst()
                .orElseThrow();
        return List.of(new ObjectMapper().readValue(line.substring(line.indexOf('[')), String[].class));
    }

    private static boolean isHealthy(List<String> command, int port) throws Exception {
        String here = command.get(2).replace("/9090 ", "/" + port + " ");
        Process check = new ProcessBuilder(command.get(0), command.get(1), here)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(check.waitFor(20, TimeUnit.SECONDS)).as("it ends").isTrue();
        return check.exitValue() == 0;
    }

    @Test
    @Tag("S-75")
    @Tag("S-47")
    void the_composition_exposes_nothing_beyond_loopback_and_no_service_more_than_it_needs() throws IOException {
        JsonNode compose = yaml("compose.yaml");
        assertThat(names(compose)).containsExactlyInAnyOrder("name", "services", "volumes");
        JsonNode services = compose.path("services");
        assertThat(names(services)).containsExactlyInAnyOrder("bridge", "smsc-sim", "prometheus", "grafana");
        services.properties().forEach(entry -> {
            JsonNode service = entry.getValue();
            isPinned("FROM " + service.path("image").asText());
            service.path("ports").forEach(port -> assertThat(port.asText()).startsWith("127.0.0.1:"));
            assertThat(names(services)).containsAll(names(service.path("depends_on")));
            assertThat(service.path("privileged").asBoolean()).isFalse();
            Tried.times(1).keep();
        });
        for (String ours : List.of("bridge", "smsc-sim")) {
            assertThat(services.path(ours).path("read_only").asBoolean())
                    .as(ours)
                    .isTrue();
            assertThat(services.path(ours).path("cap_drop").path(0).asText()).isEqualTo("ALL");
        }
    }

    @Test
    void the_composition_mounts_what_is_there() throws IOException {
        JsonNode compose = yaml("compose.yaml");
        List<String> volumes = names(compose.path("volumes"));
        compose.path("services")
                .forEach(service -> service.path("volumes").forEach(mount -> {
                    String source = mount.asText().split(":")[0];
                    if (source.startsWith(".")) {
                        assertThat(DOCKER.resolve(source)).exists();
                    } else {
                        assertThat(volumes).contains(source);
                    }
                }));
        assertThat(yaml("prometheus.yml")
                        .at("/scrape_configs/0/static_configs/0/targets/0")
                        .asText())
                .isEqualTo("localhost:9090");
        assertThat(yaml("grafana/provisioning/datasources/prometheus.yaml")
                        .at("/datasources/0/url")
                        .asText())
                .isEqualTo("http://bridge:9091");
        assertThat(new ObjectMapper()
                        .readTree(Path.of("docs/grafana/smpp-bridge.json").toFile())
                        .path("panels"))
                .isNotEmpty();
    }

    @Test
    @Tag("S-47")
    void the_containers_configuration_is_valid_and_wants_a_key_of_ones_own() {
        String hash = KeyHash.create(new Random(1)).hash().toString();
        assertThat(load(Map.of("SHOP_KEY_HASH", hash))).isInstanceOf(LoadOutcome.Loaded.class);
        assertThat(load(Map.of())).isInstanceOf(LoadOutcome.Faulty.class);
    }

    @Test
    void the_service_unit_restarts_failures_but_not_faulty_configurations() throws IOException {
        String unit = Files.readString(Path.of("docs/systemd/smpp-bridge.service"));
        assertThat(unit).contains("Type=exec", "ExecReload=/bin/kill -HUP $MAINPID", "RestartPreventExitStatus=2");
        assertThat(unit).containsSubsequence("[Unit]", "[Service]", "[Install]");
    }

    @Test
    void pdu_logs_have_a_place_where_unit_and_image_let_the_bridge_write() throws IOException {
        String usual = BridgeConfig.load(Path.of("config/bridge.properties"), Map.of(), Map.of())
                        instanceof LoadOutcome.Loaded loaded
                ? loaded.config().pduLog().directory().toString()
                : "";
        assertThat(usual).isEqualTo("/var/log/smpp-bridge/pdu");
        assertThat(Files.readString(Path.of("docs/systemd/smpp-bridge.service")))
                .contains("\nLogsDirectory=smpp-bridge\n");
        assertThat(Files.readString(Path.of("docker/bridge.properties")))
                .contains("\npdulog.directory = /var/lib/smpp-bridge/");
    }

    @Test
    @Tag("S-76")
    void every_way_to_start_it_bounds_its_memory_ends_without_and_opens_no_port_for_debuggers() throws IOException {
        for (String way : List.of("bridge", "docker/Dockerfile")) {
            assertThat(Files.readString(Path.of(way)))
                    .as(way)
                    .contains("-Xmx512m", "-XX:MaxDirectMemorySize=256m", "-XX:+ExitOnOutOfMemoryError")
                    .doesNotContain("jdwp", "jmxremote", "HeapDumpOnOutOfMemoryError");
            Tried.times(1).keep();
        }
    }

    @Test
    void every_way_to_start_it_takes_the_same_collector_and_sizes() throws IOException {
        for (String way : List.of(
                "bridge",
                "docker/Dockerfile",
                "docs/systemd/smpp-bridge.service",
                "src/peers/run",
                "src/main/java/io/smppbridge/bench/ChildJvm.java",
                "src/main/java/io/smppbridge/cli/SoakCommand.java")) {
            assertThat(Files.readString(Path.of(way)))
                    .as(way)
                    .contains(
                            "-XX:+UseParallelGC",
                            "-Xms112m",
                            "-XX:NewSize=48m",
                            "-XX:MaxNewSize=96m",
                            "-XX:MaxHeapFreeRatio=45",
                            "-XX:GCTimeRatio=19");
        }
        for (String way : List.of(
                "bridge",
                "docker/Dockerfile",
                "docs/systemd/smpp-bridge.service",
                "src/main/java/io/smppbridge/bench/ChildJvm.java")) {
            assertThat(Files.readString(Path.of(way))).as(way).contains("MALLOC_ARENA_MAX");
        }
    }

    @Test
    void the_build_server_runs_what_the_readme_says() throws IOException {
        String command = "mvn -B -ntp verify";
        assertThat(Path.of(".ci/run")).isExecutable();
        assertThat(Files.readString(Path.of(".ci/run"))).contains("exec " + command);
        assertThat(Files.readString(Path.of("README.md"))).contains(command);
    }

    private static LoadOutcome load(Map<String, String> environment) {
        return BridgeConfig.load(DOCKER.resolve("bridge.properties"), environment, Map.of());
    }

    private static void isPinned(String from) {
        assertThat(from.split(" ")[1]).matches("[a-z/-]+:v?\\d+\\.\\d+\\.\\d+[a-z0-9._-]*");
    }

    private static List<String> instructions(String dockerfile) {
        List<String> lines = new ArrayList<>();
        String joined = dockerfile.lines().filter(line -> !line.startsWith("#")).reduce("", (a, b) -> a + b + "\n");
        for (String line : joined.replaceAll("\\\\\n\\s*", "").split("\n")) {
            if (!line.isBlank()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static JsonNode yaml(String file) throws IOException {
        return new YAMLMapper().readTree(DOCKER.resolve(file).toFile());
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
