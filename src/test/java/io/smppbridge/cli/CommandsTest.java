package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import io.smppbridge.Logged;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.journal.Journal;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.KeyHash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsTest {
    private static final String SOUND = """
            smsc.one.host = 127.0.0.1
            smsc.one.system-id = bridge
            smsc.one.password = secret99
            smsc.one.rate = 10
            route.all.smsc = one
            journal.directory = journal
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void aSoundConfiguration() throws IOException {
        Files.createDirectories(directory.resolve("config"));
        Files.writeString(directory.resolve("config/bridge.properties"), SOUND);
        Files.writeString(
                directory.resolve("bad.properties"),
                SOUND.replace("rate", "rat").replace("route.all", "rout.all"));
    }

    @Test
    void without_a_command_the_help_is_shown_and_the_exit_code_is_2() {
        Typed typed = Typed.in(directory);
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("Usage: ./bridge").contains("./bridge demo");
        assertThat(typed.out()).isEmpty();
    }

    @Test
    void a_bench_of_what_there_is_not_names_what_there_is_and_leaves_nothing_behind() throws IOException {
        Path work = Files.createDirectories(directory.resolve("bench"));
        Typed typed = Typed.in(directory, "bench", "--scenario", "htp-bulk", "--dir", work.toString());
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("--scenario htp-bulk, expected of").contains("http-bulk");
        assertThat(typed.out()).isEmpty();
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void help_shows_every_command_and_how_to_begin() {
        Typed typed = Typed.in(directory, "--help");
        assertThat(typed.code()).isZero();
        assertThat(typed.out())
                .contains("./bridge run config/bridge.properties")
                .contains("smsc-sim")
                .contains("check")
                .contains("Exit codes");
    }

    @Test
    void each_command_explains_itself_with_an_example() {
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(complaints, true));
        try {
            Main.commandLine(Surroundings.ofProcess()).getSubcommands().forEach((name, command) -> {
                Typed typed = Typed.in(directory, name, "--help");
                assertThat(typed.code()).as(name).isZero();
                assertThat(typed.out())
                        .as(name)
                        .contains("Usage: ./bridge " + command.getCommandName())
                        .containsIgnoringCase("Example")
                        .doesNotContain("%%");
            });
        } finally {
            System.setErr(before);
        }
        assertThat(complaints.toString()).as("what could not be laid out").isEmpty();
    }

    @Test
    void a_mistyped_command_names_the_nearest_one() {
        Typed typed = Typed.in(directory, "chek");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("./bridge check").doesNotContain("Exception");
    }

    @Test
    void version_names_product_and_java() {
        assertThat(Typed.in(directory, "--version").out())
                .contains("smpp-bridge")
                .contains("Java");
    }

    @Test
    void check_says_ok_and_what_it_found() {
        Typed typed = Typed.in(directory, "check", "config/bridge.properties");
        assertThat(typed.code()).isZero();
        assertThat(typed.out()).contains("ok").contains("[one]").contains("1 route");
        assertThat(typed.err()).contains("warning").contains("./bridge key");
    }

    @Test
    @Tag("S1.1")
    void check_lists_all_faults_with_their_lines_and_opens_nothing() {
        Typed typed = Typed.in(directory, "check", "bad.properties");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err())
                .contains("smsc.one.rate is missing")
                .contains("bad.properties line 4: did you mean smsc.one.rate?")
                .contains("rout.all.smsc")
                .doesNotContain("Exception")
                .doesNotContain("secret99");
        assertThat(typed.out()).isEmpty();
        assertThat(directory.resolve("journal")).doesNotExist();
    }

    @Test
    @Tag("S2.15")
    void route_explains_which_smsc_a_message_would_go_to_without_a_bridge() throws IOException {
        Files.writeString(directory.resolve("routes.properties"), """
                smsc.a.host = a.example
                smsc.a.system-id = me
                smsc.a.password = secret
                smsc.a.rate = 1
                smsc.b.host = b.example
                smsc.b.system-id = me
                smsc.b.password = secret
                smsc.b.rate = 1
                rewrite.dialled.field = to
                rewrite.dialled.pattern = ^00
                route.night.smsc = b
                route.night.time = 22:00-06:00
                route.rest.smsc = a*2, b
                route.rest.failover = down, no-receipt
                account.narrow.senders = Bank
                """);
        String[] asked = {"route", "--config", "routes.properties", "--to", "0046701234567", "--at"};
        String[] noon = java.util.Arrays.copyOf(asked, 7);
        noon[6] = "2026-11-21T12:00:00Z";
        Typed typed = Typed.in(directory, noon);
        assertThat(typed.err()).isEmpty();
        assertThat(typed.code()).isZero();
        assertThat(typed.out())
                .contains(
                        "rewritten: to: 0046701234567 became 46701234567 (rule dialled)",
                        "route night (order 100): does not fit, by its time (22:00-06:00; it is Sat 12:00 in UTC)",
                        "route rest (order 100): takes it",
                        "it would move on to another SMSC of the route when down, no-receipt",
                        "tier 1: SMSC a, weight 2",
                        "it would go to SMSC a, or to another of its tier, in turn (binds were not looked at)");
        String[] late = noon.clone();
        late[6] = "2026-11-21T23:00:00Z";
        assertThat(Typed.in(directory, late).out()).contains("it would go to SMSC b");
        String[] more = java.util.Arrays.copyOf(noon, 13);
        System.arraycopy(
                new String[] {"--text", "x".repeat(200), "--account", "ghost", "--tlv", "nonsense=1"}, 0, more, 7, 6);
        Typed refused = Typed.in(directory, more);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out())
                .contains("note: account ghost is not configured", "refused: tlvs/nonsense: no TLV of that name");
        assertThat(Typed.in(directory, java.util.Arrays.copyOf(more, 9)).out()).contains("text as gsm7 in 2 parts");
        String[] foreign = java.util.Arrays.copyOf(noon, 11);
        System.arraycopy(new String[] {"--account", "narrow", "--from", "Acme"}, 0, foreign, 7, 4);
        assertThat(Typed.in(directory, foreign).out()).contains("refused: from: account.narrow.senders");
        String[] nobody = noon.clone();
        nobody[4] = "Bob";
        assertThat(Typed.in(directory, nobody).code()).isEqualTo(2);
    }

    @Test
    @Tag("C66")
    void receipts_read_shows_what_the_settings_make_of_a_receipt() throws IOException {
        Files.writeString(directory.resolve("own.properties"), """
                smsc.odd.host = 127.0.0.1
                smsc.odd.system-id = me
                smsc.odd.password =
                smsc.odd.rate = 1
                smsc.odd.message-id = dec-hex
                smsc.odd.time-zone = +05:30
                smsc.odd.receipt-fields = state, done, id
                smsc.odd.receipt-state.00 = delivered
                """);
        String[] read = {"receipts", "read", "odd", "--config", "own.properties"};
        Typed good = Typed.in(directory, all(read, "00,2611201300,00BC614E", "--answer", "0012345678"));
        assertThat(good.code()).as(good.err()).isZero();
        assertThat(good.out())
                .contains("00BC614E, compared as 12345678", "DELIVERED, final", "2026-11-20T07:30:00Z")
                .contains("0012345678, compared as 12345678: the same message");
        Typed wide = Typed.in(directory, all(read, "--hex", "00 69 00 64 00 3a 00 61 00 62", "--data-coding", "8"));
        assertThat(wide.code()).isEqualTo(1);
        assertThat(wide.out()).contains("ab, compared as 171", "not known; receipt-state.<word>");
        assertThat(Typed.in(directory, all(read, "00,1,1", "--answer", "2")).code())
                .isEqualTo(1);
        assertThat(Typed.in(directory, all(read, "00,1,1", "--unmarked")).out())
                .contains("no receipt", "receipts-by-text");
        assertThat(Typed.in(directory, all(read)).err()).contains("or its octets by --hex");
    }

    private static String[] all(String[] first, String... more) {
        String[] all = Arrays.copyOf(first, first.length + more.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }

    @Test
    void a_file_that_is_not_there_is_one_sentence() {
        Typed typed = Typed.in(directory, "check", "nowhere.properties");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err().lines()).hasSize(1);
        assertThat(typed.err()).contains("nowhere.properties does not exist");
    }

    @Test
    @Tag("C104")
    void a_time_in_words_is_answered_with_the_form_that_one_has() {
        Typed typed = Typed.in(directory, "route", "--to", "+46701234567", "--at", "yesterday");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err())
                .contains("'yesterday' is no time, expected one such as 2026-12-24T22:00:00Z")
                .doesNotContain("java.");
    }

    @Test
    @Tag("C104")
    void a_configuration_that_cannot_be_looked_at_is_not_said_not_to_exist() throws Exception {
        Files.createSymbolicLink(directory.resolve("round"), Path.of("round"));
        for (List<String> words : List.of(
                List.of("check", "round/bridge.properties"),
                List.of("status", "--config", "round/bridge.properties"))) {
            Typed typed = Typed.in(directory, words.toArray(String[]::new));
            assertThat(typed.code()).isEqualTo(2);
            assertThat(typed.err())
                    .contains(
                            "round/bridge.properties cannot be looked at: a directory above it is closed to this user");
        }
    }

    @Test
    void the_configuration_is_found_in_the_usual_places() throws IOException {
        assertThat(Typed.in(directory, "check").out()).contains("config/bridge.properties");
        Path other = Files.copy(directory.resolve("config/bridge.properties"), directory.resolve("other.properties"));
        Typed named = Typed.in(directory, Map.of("SMPP_BRIDGE_CONFIG", other.toString()), "check");
        assertThat(named.out()).contains("other.properties");
        Path home = Files.createDirectories(directory.resolve("home/smpp-bridge"));
        Files.copy(other, home.resolve("bridge.properties"));
        Typed xdg = Typed.in(home, Map.of("XDG_CONFIG_HOME", home.getParent().toString()), "check");
        assertThat(xdg.out()).contains("home/smpp-bridge/bridge.properties");
    }

    /** As a name with letters beyond ASCII is where the locale has none: there a file can have any name but one with this letter. */
    @Test
    void a_variable_that_can_name_no_file_here_is_told_or_passed_over() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        for (String[] command : new String[][] {{"check"}, {"status"}, {"stat"}}) {
            Typed typed = Typed.in(empty, Map.of("SMPP_BRIDGE_CONFIG", "br\0cke"), command);
            assertThat(typed.code()).isEqualTo(2);
            assertThat(typed.err())
                    .contains("SMPP_BRIDGE_CONFIG", "LC_ALL=C.UTF-8")
                    .doesNotContain("inside");
        }
        Typed home = Typed.in(empty, Map.of("HOME", "/home/j\0rg"), "check");
        assertThat(home.code()).isEqualTo(2);
        assertThat(home.err()).contains("no configuration file", "/etc/smpp-bridge");
    }

    @Test
    void without_any_configuration_it_says_where_it_looked() throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        Typed typed = Typed.in(empty, "check");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("no configuration file").contains("/etc/smpp-bridge");
    }

    @Test
    void config_prints_effective_values_with_origin_and_masks_secrets() {
        Typed typed = Typed.in(directory, Map.of("SMSC_ONE_RATE", "7"), "config", "--set", "log.level=debug");
        assertThat(typed.code()).isZero();
        assertThat(typed.out())
                .containsPattern("smsc.one.rate = 7 +# environment variable SMSC_ONE_RATE")
                .containsPattern("log.level = debug +# --set")
                .containsPattern("smsc.one.password = \\*\\*\\*\\* +# bridge.properties line 3")
                .doesNotContain("secret99");
    }

    @Test
    void key_makes_a_key_whose_hash_opens_for_it() {
        Typed typed = Typed.in(directory, "key", "shop");
        assertThat(typed.code()).isZero();
        String key = typed.out()
                .lines()
                .findFirst()
                .orElseThrow()
                .replace("key:", "")
                .strip();
        String line = typed.out()
                .lines()
                .filter(it -> it.contains("account.shop.key-hash = "))
                .findFirst()
                .orElseThrow();
        KeyHash hash =
                KeyHash.parse(line.substring(line.indexOf('=') + 1).strip()).orElseThrow();
        assertThat(hash.matches(key)).isTrue();
    }

    @Test
    void key_hashes_a_password_and_names_each_key_that_takes_it() throws IOException {
        Files.writeString(directory.resolve("pw"), "secret\n");
        Typed typed = Typed.in(directory, "key", "shop", "--password", "pw");
        assertThat(typed.code()).isZero();
        assertThat(typed.out())
                .contains("account.shop.esme.password-hash = pbkdf2:", "account.shop.dropin.password-hash instead");
    }

    @ParameterizedTest
    @CsvSource({
        "key shop --password ., is a directory",
        "status --key-file ., is a directory",
        "key shop --password /dev/zero, has more than 65536 octets",
        "status --key-file /dev/zero, has more than 65536 octets",
        "status --key-file none, none does not exist"
    })
    void a_key_or_password_is_read_from_a_small_file_or_said_to_be_in_none(String words, String why) {
        Typed typed = Typed.in(directory, words.split(" "));
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains(words.split(" ")[words.split(" ").length - 2] + ": ", why);
    }

    @Test
    void a_list_of_orders_to_erase_withdraws_nothing() {
        Typed typed = Typed.in(directory, "erase", "list", "--withdraw");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("--withdraw goes with a NUMBER");
    }

    @Test
    void an_address_of_ipv6_is_told_as_a_browser_takes_it() throws IOException {
        assertThat(LocalConfig.authority("::1", 8080)).isEqualTo("[::1]:8080");
        assertThat(LocalConfig.authority("[::1]", 8080)).isEqualTo("[::1]:8080");
        assertThat(LocalConfig.address("[::1]", 8080)).hasToString("http://[::1]:8080");
        assertThat(LocalConfig.authority("localhost", 8080)).isEqualTo("localhost:8080");
        assumeThat(InetAddress.getByName("::1").isReachable(1000)).isTrue();
        assertThat(Typed.in(directory, "smsc-sim", "--host", "::1", "--port", "0", "--for", "10ms")
                        .out())
                .containsPattern("SMPP on \\[::1]:\\d+")
                .containsPattern("page: http://\\[::1]:\\d+/");
    }

    @Test
    void a_simulator_says_where_it_listens_and_ends_in_time() {
        Typed typed = Typed.in(directory, "smsc-sim", "--port", "0,0", "--for", "10ms");
        assertThat(typed.code()).isZero();
        assertThat(typed.out())
                .containsPattern("smsc-1: SMPP on 127.0.0.1:\\d+")
                .containsPattern("smsc-2: SMPP on 127.0.0.1:\\d+")
                .containsPattern("page: http://127.0.0.1:\\d+/")
                .contains("ready");
    }

    @Test
    void a_simulator_s_port_that_is_taken_is_one_sentence_and_69() throws IOException {
        try (java.net.ServerSocket taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            Typed typed = Typed.in(directory, "smsc-sim", "--port", "" + taken.getLocalPort(), "--for", "1s");
            assertThat(typed.code()).isEqualTo(69);
            assertThat(typed.err().lines()).hasSize(1);
            assertThat(typed.err()).contains("" + taken.getLocalPort()).contains("another port");
        }
    }

    @Test
    void a_simulator_s_file_that_cannot_be_written_is_one_sentence_and_74() {
        for (String key : List.of("message-log", "capture-file")) {
            String file = directory.resolve("nowhere/log").toString();
            Typed typed = Typed.in(directory, "smsc-sim", "--port", "0", "--for", "1s", "--set", key + "=" + file);
            assertThat(typed.code()).as(key).isEqualTo(74);
            assertThat(typed.err().lines()).hasSize(1);
            assertThat(typed.err())
                    .contains(file + " cannot be written")
                    .contains("directory")
                    .contains(key);
        }
    }

    @Test
    void a_simulator_s_script_that_is_no_properties_file_is_a_usage_fault_in_words() throws IOException {
        Files.write(directory.resolve("latin.properties"), "smsc-id=\u00e5".getBytes(StandardCharsets.ISO_8859_1));
        Typed latin = Typed.in(directory, "smsc-sim", "latin.properties");
        assertThat(latin.code()).isEqualTo(2);
        assertThat(latin.err()).contains("latin.properties").contains("UTF-8");
        Files.writeString(directory.resolve("half.properties"), "smsc-id=\\" + "u00");
        Typed half = Typed.in(directory, "smsc-sim", "half.properties");
        assertThat(half.code()).isEqualTo(2);
        assertThat(half.err()).contains("hexadecimal", "half.properties line 1").doesNotContain("went wrong inside");
    }

    /** Of a key that stood twice the last one counted, whatever the first one said. */
    @Test
    void a_fault_of_a_simulator_s_script_is_told_with_its_line_and_a_key_that_stands_twice_is_one() throws IOException {
        Path script = directory.resolve("sim.properties");
        Files.writeString(script, "# a script\nlisten = 0\nrate = 5\nport.a.listen = 0\nrate = 7\n");
        Typed twice = Typed.in(directory, "smsc-sim", "sim.properties", "--for", "10ms");
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err())
                .contains("rate: expected each key only once, sim.properties line 5; line 3 sets it already");
        Files.writeString(script, "# a script\n\nrate = -1\nrespond-afer = 5ms\nmo-rate = -1\n");
        Typed faulty = Typed.in(directory, "smsc-sim", "sim.properties", "--mo-rate", "-2", "--for", "10ms");
        assertThat(faulty.code()).isEqualTo(2);
        assertThat(faulty.err().lines())
                .anyMatch(line -> line.startsWith("  rate = -1, expected") && line.endsWith(", sim.properties line 3"))
                .anyMatch(line -> line.endsWith("nearest: respond-after, sim.properties line 4"))
                .anyMatch(line -> line.contains("mo-rate = -2") && !line.contains("sim.properties"));
    }

    @Test
    void a_script_of_smppsim_may_say_a_thing_twice() throws IOException {
        Files.writeString(
                directory.resolve("smppsim.props"), "SMPP_PORT=70000\nHTTP_PORT=0\nSMPP_PORT=0\nHTTP_THREADS=1\n");
        assertThat(Typed.in(directory, "smsc-sim", "smppsim.props", "--for", "10ms")
                        .code())
                .isZero();
    }

    @Test
    void no_line_of_a_help_is_broken_where_its_writer_did_not_break_it() {
        Main.commandLine(Surroundings.ofProcess()).getSubcommands().forEach((name, command) -> {
            assertThat(command.getCommandSpec().usageMessage().footer())
                    .as(name)
                    .allMatch(line -> line.length() < 100);
            assertThat(Typed.in(directory, command.getCommandName(), "--help").out())
                    .as(name)
                    .doesNotContainPattern("\\.\\R *properties");
        });
    }

    @Test
    void a_simulator_s_unknown_key_is_named() {
        Typed typed = Typed.in(directory, "smsc-sim", "--set", "respond-aftr=5ms");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("respond-aftr").contains("respond-after");
    }

    @Test
    void a_wrong_time_is_a_usage_fault() {
        Typed typed = Typed.in(directory, "smsc-sim", "--for", "soon");
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("soon").contains("60s");
    }

    @Test
    void sending_to_nobody_says_that_no_bridge_answers() {
        Typed typed = Typed.in(directory, "send", "--url", "http://127.0.0.1:1", "--to", "46701234567", "--text", "x");
        assertThat(typed.code()).isEqualTo(69);
        assertThat(typed.err())
                .contains("no bridge answers at http://127.0.0.1:1")
                .contains("./bridge run");
        assertThat(typed.err().lines()).hasSize(1);
    }

    @Test
    void a_journal_is_looked_at_without_its_bridge() {
        try (io.smppbridge.app.Bridge bridge = io.smppbridge.app.Bridge.start(quiet())) {
            assertThat(bridge.middleWare().send("46701234567", "hello").join())
                    .isInstanceOf(io.smppbridge.SendOutcome.Acceptance.class);
            Typed running = Typed.in(directory, "journal", "stats", "config/journal");
            assertThat(running.code()).isZero();
            assertThat(running.out()).contains("ACCEPT");
        }
        Typed verified = Typed.in(directory, "journal", "verify");
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        assertThat(verified.out()).contains("closed in order");
        assertThat(Typed.in(directory, "journal", "inspect", "config/journal").out())
                .contains("ACCEPT")
                .doesNotContain("hello");
    }

    @Test
    void a_damaged_journal_ends_an_inspection_with_74_and_a_start_without_talk_of_draining() throws Exception {
        Path config = quiet();
        try (io.smppbridge.app.Bridge bridge = io.smppbridge.app.Bridge.start(config)) {
            for (int i = 0; i < 20; i++) {
                bridge.middleWare().send("46701234567", "hello").join();
            }
        }
        Path segment;
        try (var files = Files.list(directory.resolve("config/journal"))) {
            segment = files.filter(it -> it.toString().endsWith(".log"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        byte[] octets = Files.readAllBytes(segment);
        int last = octets.length - 1;
        while (octets[last] == 0) {
            last--;
        }
        for (int i = last / 2; i < last * 3 / 4; i++) {
            octets[i] ^= 0x55;
        }
        Files.write(segment, octets);
        assertThat(Typed.in(directory, "journal", "verify", "config/journal").code())
                .isEqualTo(74);
        Typed inspected = Typed.in(directory, "journal", "inspect", "config/journal");
        assertThat(inspected.code()).isEqualTo(74);
        assertThat(inspected.err()).contains("./bridge journal verify says why");
        try (Logged log = Logged.of(io.smppbridge.app.Bridge.class.getName())) {
            assertThatThrownBy(() -> io.smppbridge.app.Bridge.start(config))
                    .isInstanceOf(io.smppbridge.app.BridgeException.class)
                    .hasMessageContaining("segment-");
            assertThat(log.lines()).noneMatch(line -> line.startsWith("stop"));
        }
    }

    @Test
    void help_is_a_word_as_well() {
        assertThat(Typed.in(directory, "help")).isEqualTo(Typed.in(directory, "--help"));
        assertThat(Typed.in(directory, "help", "run")).isEqualTo(Typed.in(directory, "run", "--help"));
        assertThat(Typed.in(directory, "help").code()).isZero();
    }

    @Test
    void notes_of_what_was_under_way_that_a_start_refuses_end_an_inspection_with_74() throws Exception {
        Path config = quiet();
        io.smppbridge.app.Bridge.start(config).close();
        Path flights = Files.createDirectories(directory.resolve("config/journal/flights"));
        assertThat(Typed.in(directory, "journal", "verify", "config/journal").code())
                .isZero();
        Files.writeString(flights.resolve("sender-one-1.flights"), "cut short");
        Typed verified = Typed.in(directory, "journal", "verify", "config/journal");
        assertThat(verified.code()).isEqualTo(74);
        assertThat(verified.out()).contains("sender-one-1.flights, offset 0: this is not a whole flight log");
        for (String what : new String[] {"inspect", "stats"}) {
            assertThat(Typed.in(directory, "journal", what, "config/journal").code())
                    .as(what)
                    .isEqualTo(74);
        }
        assertThatThrownBy(() -> io.smppbridge.app.Bridge.start(config)).hasMessageContaining("sender-one-1.flights");
    }

    @Test
    void a_record_that_a_start_cannot_read_ends_an_inspection_with_74() throws Exception {
        Path config = quiet();
        io.smppbridge.app.Bridge.start(config).close();
        JournalConfig place =
                new JournalConfig(directory.resolve("config/journal"), 1 << 20, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(place, FileDisk.in(place.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            journal.append((byte) 99, ByteBuffer.allocate(8));
        }
        Typed verified = Typed.in(directory, "journal", "verify", "config/journal");
        assertThat(verified.code()).isEqualTo(74);
        assertThat(verified.out()).containsPattern("segment-\\d+\\.log, offset \\d+: .* of type 99");
        for (String what : new String[] {"inspect", "stats"}) {
            assertThat(Typed.in(directory, "journal", what, "config/journal").code())
                    .as(what)
                    .isEqualTo(74);
        }
        assertThatThrownBy(() -> io.smppbridge.app.Bridge.start(config)).hasMessageContaining("of type 99");
    }

    @Test
    void what_cannot_be_meant_is_refused_in_the_words_that_are_typed() {
        assertThat(Typed.in(directory, "key", "bad name!").err())
                .contains("ACCOUNT 'bad name!', expected at most 32 of a-z, 0-9 and -");
        assertThat(Typed.in(directory, "key", "bad name!").code()).isEqualTo(2);
        assertThat(Typed.in(directory, "key").code()).isZero();
        assertThat(Typed.in(directory, "held", "resolve", "1M7XHWPW00000", "--as", "foo")
                        .err())
                .contains("--as foo, expected resend or giveup");
        assertThat(Typed.in(directory, "dead", "burn").err()).contains("expected one of list, replay, drop but was");
        assertThat(Typed.in(directory, "held", "list", "1M7XHWPW00000").err()).contains("list takes no ids");
        assertThat(Typed.in(directory, "dead", "list", "1M7XHWPW00000").err()).contains("list takes no ids");
        for (String command : List.of("held", "dead")) {
            String what = command.equals("held") ? "giveup" : "drop";
            Typed both = Typed.in(directory, command, what, "--all", "1M7XHWPW00000");
            assertThat(both.code()).isEqualTo(2);
            assertThat(both.err()).contains("ids and --all together");
        }
    }

    @Test
    void a_journal_that_is_not_there_is_one_sentence_and_74() {
        Typed typed = Typed.in(directory, "journal", "verify", "nowhere");
        assertThat(typed.code()).isEqualTo(74);
        assertThat(typed.err().lines()).hasSize(1);
        assertThat(typed.err()).contains("nowhere is not a directory");
    }

    /** Who gave up with an SMSC, or before it, would not hear what the bridge itself knows of the message. */
    @Test
    void query_waits_longer_than_a_bridge_may_wait_for_its_smsc() throws IOException {
        Path file = directory.resolve("patient.properties");
        long seconds = QueryCommand.ANSWERED_WITHIN.toSeconds();
        Files.writeString(file, SOUND + "smsc.one.answer-within = " + seconds + "s\n");
        assertThat(Typed.in(directory, "check", file.toString()).err())
                .contains("smsc.one.answer-within = " + seconds + "s, expected");
    }

    @Test
    void a_system_that_lets_no_further_thread_be_made_is_told_of_as_a_limit_and_not_as_a_fault_within() {
        String limit = "the system lets no further thread be made (ulimit -u)";
        assertThat(Main.words(
                        new RejectedExecutionException(limit, new OutOfMemoryError("unable to create native thread"))))
                .startsWith(limit)
                .doesNotContain("report it");
        assertThat(Main.words(new RejectedExecutionException("queue full"))).contains("please report it");
    }

    /** The configuration without listeners, in a directory of its own journal. */
    private Path quiet() {
        Path file = directory.resolve("config/bridge.properties");
        try {
            return Files.writeString(file, """
                    journal.reserve = 0
                    journal.reserve-share = 0
                    journal.segment-size = 1M
                    intake.http.enabled = false
                    admin.enabled = false
                    bridge.drain-within = 0s
                    smsc.one.port = 1
                    """, java.nio.file.StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void a_command_to_a_running_bridge_tells_the_faults_of_what_says_where_it_is() throws IOException {
        String bad = directory.resolve("bad.properties").toString();
        Files.writeString(directory.resolve("bad.properties"), SOUND + "admin.port = no\nintake.http.port = no\n");
        for (String[] words : new String[][] {
            {"status"}, {"reload"}, {"dead", "list"}, {"held", "list"}, {"send", "--to", "46701234567", "--text", "x"}
        }) {
            String[] named = java.util.Arrays.copyOf(words, words.length + 2);
            named[words.length] = "--config";
            named[words.length + 1] = bad;
            tellsTheFaults(Typed.in(directory, named));
            tellsTheFaults(Typed.in(directory, Map.of("SMPP_BRIDGE_CONFIG", bad), words));
        }
        Files.copy(
                directory.resolve("bad.properties"),
                directory.resolve("config/bridge.properties"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        tellsTheFaults(Typed.in(directory, "status"));
        Typed elsewhere = Typed.in(directory, "status", "--url", "http://127.0.0.1:1");
        assertThat(elsewhere.code()).as("the user says where it is").isEqualTo(69);
    }

    @Test
    void a_reload_that_could_not_do_all_of_it_ends_with_1() throws IOException {
        assertThat(reloaded("smsc.a.rate = 5", "NOT DONE: port 99 is taken")).isEqualTo(1);
        assertThat(reloaded("smsc.a.rate = 5")).isZero();
    }

    private int reloaded(String... changes) throws IOException {
        HttpServer bridge = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        byte[] said = ("{\"changes\":[\"" + String.join("\",\"", changes) + "\"],\"needRestart\":[]}")
                .getBytes(StandardCharsets.UTF_8);
        bridge.createContext("/reload", exchange -> {
            exchange.sendResponseHeaders(200, said.length);
            exchange.getResponseBody().write(said);
            exchange.close();
        });
        bridge.start();
        try {
            String url = "http://127.0.0.1:" + bridge.getAddress().getPort();
            Typed typed = Typed.in(directory, "reload", "--url", url);
            assertThat(typed.out()).contains(changes);
            return typed.code();
        } finally {
            bridge.stop(0);
        }
    }

    private static void tellsTheFaults(Typed typed) {
        assertThat(typed.code()).as(typed.err()).isEqualTo(2);
        assertThat(typed.err())
                .contains(".port = no, expected 0..65535")
                .containsPattern("bad.properties line [78]|bridge.properties line [78]");
    }

    @Test
    void send_finds_the_bridge_by_its_configuration() throws IOException {
        Files.writeString(directory.resolve("there.properties"), SOUND + "intake.http.port = 1\n");
        Typed typed = Typed.in(
                directory, "send", "--config", "there.properties", "--to", "46701234567", "--text", "x", "--key", "k");
        assertThat(typed.code()).isEqualTo(69);
        assertThat(typed.err()).contains("http://127.0.0.1:1").contains("intake.http.port");
    }
}
