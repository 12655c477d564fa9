package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bridge that runs, and a file that has got faults since. */
class FaultyFileTest {
    private static final String KEY = "sb_0011223344556677_of-the-operator";

    @TempDir
    Path directory;

    private final List<String> asked = new ArrayList<>();
    private HttpServer operators;
    private HttpServer platforms;

    @BeforeEach
    void open() throws IOException {
        operators = listener();
        platforms = listener();
        Path journal = Files.createDirectories(directory.resolve("journal"));
        Path key = Files.writeString(journal.resolve("admin.key"), KEY + "\n");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    private HttpServer listener() throws IOException {
        HttpServer listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        listener.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] said = "{\"held\":[],\"changes\":[],\"needRestart\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, said.length);
            exchange.getResponseBody().write(said);
            exchange.close();
        });
        listener.start();
        return listener;
    }

    @AfterEach
    void close() {
        operators.stop(0);
        platforms.stop(0);
    }

    /** A sound file with these lines in place of, or beside, its own. */
    private void file(String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "smsc.one.host = 127.0.0.1",
                "smsc.one.system-id = bridge",
                "smsc.one.password = secret99",
                "smsc.one.rate = 10",
                "route.all.smsc = one",
                "intake.http.port = " + platforms.getAddress().getPort(),
                "admin.port = " + operators.getAddress().getPort(),
                "journal.directory = journal"));
        for (String line : lines) {
            all.removeIf(usual -> usual.startsWith(line.split("=")[0] + "="));
            all.add(line);
        }
        Files.write(directory.resolve("bridge.properties"), all);
    }

    private Typed typed(String... words) {
        return Typed.in(
                directory,
                Map.of(
                        "SMPP_BRIDGE_CONFIG",
                        directory.resolve("bridge.properties").toString()),
                words);
    }

    @ParameterizedTest
    @Tag("S1.1")
    @ValueSource(
            strings = {
                "smsc.one.rate = fast",
                "smsc.one.rat = 10",
                "smsc.one.password = ${NOT_IN_AN_OPERATORS_SHELL}",
                "smsc.one.password-file = not-for-the-operator",
                "smsc.one.service-type = \\u12",
                "smsc.one.service-type",
                "route.all.smsc = two",
                "admin.key-hash = none",
                "account.shop.key-hash = none",
                "journal.kep = 1M"
            })
    void a_fault_elsewhere_keeps_nobody_from_asking(String line) throws IOException {
        file(line);
        Typed typed = typed("status", "--json");
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(asked).containsExactly("/status Bearer " + KEY);
        assertThat(typed.out()).startsWith("{");
        assertThat(typed.err()).contains("warning: ").contains("fault").contains("./bridge check");
        assertThat(typed.err().lines()).hasSize(1);
    }

    @Test
    void all_who_ask_a_bridge_ask_it() throws IOException {
        file("smsc.one.rate = fast");
        assertThat(typed("reload").code()).isZero();
        assertThat(typed("held", "list").code()).isZero();
        assertThat(typed("query", "1MB3QS7Z00042", "--key", "k").code()).isZero();
        assertThat(asked.get(0)).isEqualTo("/reload Bearer " + KEY);
        assertThat(asked.get(1)).startsWith("/held").endsWith(KEY);
        assertThat(asked.get(2)).startsWith("/v1/messages/1MB3QS7Z00042").endsWith("Bearer k");
        assertThat(typed("stat").err()).contains("counters.live does not exist");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admin.port = 99999",
                "admin.port",
                "admin.port = \\u12",
                "admin.prot = 9091",
                "admin.host = ${NOBODY_SAYS}",
                "admin.enabled = maybe",
                "journal.directry = elsewhere",
                "include = not-there.properties",
                "inclde = local.properties"
            })
    void a_fault_about_where_the_bridge_is_is_told_as_the_file_has_it(String line) throws IOException {
        file(line, "smsc.one.rate = fast");
        Typed typed = typed("status");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(asked).isEmpty();
        String key = line.endsWith("\\u12") ? "line 7" : line.split(" ")[0];
        assertThat(typed.err())
                .contains(key)
                .containsPattern("bridge.properties( line \\d+)?")
                .contains("leave --config out and give --url and --key-file")
                .doesNotContain("smsc.one.rate");
    }

    @Test
    void a_second_port_is_told_and_so_is_a_directory_by_whoever_reads_the_counters() throws IOException {
        file();
        Path written = directory.resolve("bridge.properties");
        Files.writeString(written, Files.readString(written) + "admin.port = 9091\n");
        assertThat(typed("status").err()).contains("admin.port").contains("each key only once");
        assertThat(typed("stat").err()).as("it need not know").contains("counters.live does not exist");
        file("admin.counters-every = often");
        assertThat(typed("stat").err()).contains("admin.counters-every = often");
        assertThat(typed("status").code()).isZero();
    }

    @Test
    void a_file_without_an_smsc_says_nothing_of_where_its_bridge_is() throws IOException {
        file();
        Path written = directory.resolve("bridge.properties");
        List<String> lines = Files.readAllLines(written);
        lines.removeIf(line -> line.startsWith("smsc.") || line.startsWith("route."));
        Files.write(written, lines);
        assertThat(typed("status").code()).isEqualTo(2);
        assertThat(asked).isEmpty();
        Files.writeString(written, ""); // by what is half-way through writing it
        Typed emptied = typed("stat");
        assertThat(emptied.code()).isEqualTo(2);
        assertThat(emptied.err()).contains("at least one SMSC");
    }

    @Test
    void an_unknown_key_beside_one_that_nobody_says_may_be_meant_for_it() throws IOException {
        file("journal.dir = journal");
        assertThat(typed("status").code()).as("it is said as well").isZero();
        Path written = directory.resolve("bridge.properties");
        List<String> lines = Files.readAllLines(written);
        lines.remove("journal.directory = journal");
        Files.write(written, lines);
        Typed typed = typed("stat");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("journal.dir, expected a known key");
        assertThat(typed("query", "1MB3QS7Z00042", "--key", "k").code()).isZero();
    }
}
