package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.smppbridge.Tried;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Takes a good file, spoils one line of it, and wants to hear exactly about that line. */
@Tag("G-04")
class ConfigFaultsTest {
    private static final int MUTATIONS = 200;
    /** Each run takes that many of all that can be spoilt, others each time. */
    private static final int TRIED = 300;

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final String HASH = "sha256:" + "ab".repeat(8) + ":" + "cd".repeat(32);
    private static final String OTHER_HASH = "sha256:" + "ef".repeat(8) + ":" + "cd".repeat(32);

    @TempDir
    Path directory;

    private ConfigFolder folder;
    private List<String> good;
    private final List<Mutation> mutations = new ArrayList<>();

    /** Line numbers count from 1; line 0 means that any will do, as the line is gone. */
    private record Mutation(String what, List<String> lines, int line, String key, String says) {}

    @BeforeEach
    void write() throws IOException {
        folder = new ConfigFolder(directory);
        good = Files.readString(Path.of("config/bridge.properties"))
                .lines()
                .map(line -> line.matches("#[a-z].*=.+") ? line.substring(1) : line)
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        folder.main(String.join("\n", good));
        assertThat(folder.load()).isInstanceOf(LoadOutcome.Loaded.class);
    }

    @Test
    void two_hundred_spoilt_files_are_refused_each_with_file_line_and_key(TestReporter reporter) {
        int refused = 0;
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < good.size(); i++) {
            typo(i, random);
            duplicate(i);
            missing(i);
            wrong(i);
        }
        Collections.shuffle(mutations, random);
        List<Mutation> tried = mutations.subList(0, Math.min(TRIED, mutations.size()));
        for (Mutation mutation : tried) {
            assertThat(quickest(() -> refused(mutation, seed)))
                    .as("%s of %s", mutation.what, mutation.key)
                    .isLessThan(SOON);
            refused++;
        }
        assertThat(refused).isGreaterThanOrEqualTo(MUTATIONS);
        Tried.times(refused)
                .faults(refused)
                .refused(refused)
                .note("seed " + seed)
                .tell(reporter);
    }

    /** What is slow because the machine has other work is not slow in three tries. */
    private static Duration quickest(Runnable work) {
        Duration least = SOON;
        for (int attempt = 0; attempt < 3 && least.compareTo(SOON) >= 0; attempt++) {
            long start = System.nanoTime();
            work.run();
            least = Duration.ofNanos(System.nanoTime() - start);
        }
        return least;
    }

    private void refused(Mutation mutation, long seed) {
        LoadOutcome outcome = folder.main(String.join("\n", mutation.lines)).load();
        String told = "seed " + seed + ", " + mutation.what + " of " + mutation.key + ": " + outcome;
        if (!(outcome instanceof LoadOutcome.Faulty faulty)) {
            fail(told);
            return;
        }
        boolean named = faulty.faults().stream()
                .filter(fault -> fault.key().equals(mutation.key))
                .filter(fault -> fault.file().equals("bridge.properties"))
                .filter(fault -> fault.line() == mutation.line || mutation.line == 0)
                .anyMatch(fault -> fault.text().contains(mutation.says));
        assertThat(named).as(told).isTrue();
    }

    private String key(int line) {
        return good.get(line).substring(0, good.get(line).indexOf(' '));
    }

    private List<String> with(int line, String text) {
        List<String> lines = new ArrayList<>(good);
        lines.set(line, text);
        return lines;
    }

    /** One letter of the last part of the key left out, doubled, or swapped: the right key is suggested. */
    private void typo(int line, Random random) {
        String key = key(line);
        if (key.matches(".*\\.(status|attempts|pause|mo-alphabet)\\..*")) {
            return;
        }
        int from = key.lastIndexOf('.') + 1;
        int at = from + random.nextInt(key.length() - from);
        String spoilt = random.nextBoolean() || key.length() - from < 4
                ? key.substring(0, at) + key.charAt(at) + key.substring(at)
                : key.substring(0, at) + key.substring(at + 1);
        boolean other = Keys.find(spoilt).isPresent();
        if (!other) {
            // nbind-within may be meant as bind-within or as unbind-within.
            long near = good.stream()
                    .map(it -> it.substring(0, it.indexOf(' ')))
                    .filter(it -> Nearest.distance(it, spoilt) == 1)
                    .count();
            String says = near == 1 ? "did you mean " + key + "?" : "did you mean ";
            mutations.add(
                    new Mutation("typo", with(line, good.get(line).replace(key, spoilt)), line + 1, spoilt, says));
        }
    }

    private void duplicate(int line) {
        List<String> lines = new ArrayList<>(good);
        lines.add(good.get(line));
        mutations.add(
                new Mutation("duplicate", lines, lines.size(), key(line), "line " + (line + 1) + " sets it already"));
    }

    private void missing(int line) {
        if (Keys.find(key(line)).orElseThrow().mandatory()) {
            List<String> lines = new ArrayList<>(good);
            lines.remove(line);
            mutations.add(new Mutation("missing", lines, 0, key(line), " is missing, expected "));
        }
    }

    /** A value that no key of that kind can have. */
    private void wrong(int line) {
        KeySpec spec = Keys.find(key(line)).orElseThrow();
        if (spec.type().expected().contains("characters")) {
            String longer = "x".repeat(300);
            mutations.add(
                    new Mutation("length", with(line, key(line) + " = " + longer), line + 1, key(line), "characters"));
        } else if (!spec.leaf().endsWith("directory")) {
            for (String bad : new String[] {"-1", "99999999999999", "?"}) {
                boolean digits = spec.type() == Types.DIGITS && !bad.equals("?") || spec.type() == Types.WORDS;
                boolean name = spec.type() == Types.NAMES && bad.startsWith("9");
                boolean zone = spec.type() == Types.ZONE && bad.equals("-1");
                boolean pattern = spec.type() == RouteTypes.PATTERN && !bad.equals("?");
                if (!digits && !name && !zone && !pattern) {
                    mutations.add(new Mutation(
                            "value " + bad, with(line, key(line) + " = " + bad), line + 1, key(line), "expected "));
                }
            }
        }
    }

    @Test
    void a_bad_pattern_is_told_whole_and_of_an_address_the_query_is_not() {
        String[][] told = {
            {"smsc.telia.receipt-pattern = (?P<id>x(?=y))", "smsc.telia.receipt-pattern = (?P<id>x(?=y)), expected"},
            {"rewrite.dialled.pattern = (?:00|(?=11))", "rewrite.dialled.pattern = (?:00|(?=11)), expected"},
            {"webhook.main.url = a.example/s?token=hunter2", "webhook.main.url = a.example/s?****, expected"},
            {"smsc.telia.port = http://a.example/?token=hunter2", "smsc.telia.port = http://a.example/?****, expected"},
            {"smsc.telia.port = a.example/?token=hunter2", "smsc.telia.port = a.example/?****, expected"},
            {"webhook.main.url = bridge:hunter2@a.example/s", "webhook.main.url = ****@a.example/s, expected"},
            {"webhook.main.url = https:/bridge:hunter2@a.example/s", "webhook.main.url = ****@a.example/s, expected"},
        };
        for (String[] one : told) {
            String base = ConfigFolder.ONE_SMSC.replace("smsc.telia.port = 2775\n", "");
            folder.main(base + one[0] + "\n");
            assertThat(((LoadOutcome.Faulty) folder.load()).faults())
                    .as(one[0])
                    .extracting(ConfigFault::text)
                    .anyMatch(text -> text.startsWith(one[1]));
        }
    }

    @Test
    void values_that_do_not_go_together_are_refused() {
        String[][] together = {
            {"smsc.telia.window = 40", "smsc.telia.window", "at most 37"},
            {"smsc.telia.binds = 4\nsmsc.telia.window = 10", "smsc.telia.window", "at most 9"},
            {"smsc.telia.answer-within = 4s\nsmsc.telia.window = 10", "smsc.telia.window", "answer-within = 4s"},
            {"smsc.telia.burst = 6", "smsc.telia.burst", "rate = 5"},
            {"smsc.telia.uncertain-max = 4", "smsc.telia.uncertain-max", "0..3"},
            {
                "smsc.telia.inactivity = 10s",
                "smsc.telia.enquire-link",
                "30s (default), expected less than inactivity = 10s"
            },
            {"smsc.telia.inactivity = 30s", "smsc.telia.enquire-link", "less than inactivity = 30s"},
            {"smsc.telia.senders = 2\nsmsc.telia.binds = 1", "smsc.telia.binds", "at least senders = 2"},
            {"smsc.telia.bind = transmitter\nsmsc.telia.receive = transceiver", "smsc.telia.receive", "transmitter"},
            {
                "account.shop.from = ΔSHOP",
                "account.shop.from",
                "letters of Latin-1, as no SMSC has sender-alphabet = gsm"
            },
            {
                "smsc.telia.sender-alphabet = greek\naccount.shop.from = ΔSHOP",
                "smsc.telia.sender-alphabet",
                "gsm | latin1"
            },
            {
                "account.shop.from = Twelve chars",
                "account.shop.from",
                "Twelve chars, expected a sender that a message can have: alphanumeric sender of 12 characters, expected at most 11"
            },
            {"account.shop.from = +46 70 1", "account.shop.from", "other characters than digits after the +"},
            {
                "account.shop.from = Shop\naccount.shop.senders = Bank, 4670*",
                "account.shop.from",
                "one of account.shop.senders, bridge.properties line"
            },
            {"intake.tcp.to = Telia", "intake.tcp.to", "a number such as +46701234567"},
            {"intake.tcp.to = +1234567890123456", "intake.tcp.to", "a number such as +46701234567"},
            {"smsc.telia.bag = 50", "smsc.telia.bunch", "bag = 50"},
            {"smsc.telia.reconnect-min = 2m", "smsc.telia.reconnect-min", "reconnect-max = 80s"},
            {"smsc.telia.port = 65536", "smsc.telia.port", "1..65535"},
            {"smsc.telia.status.0x58 = throttled\nsmsc.telia.status.88 = ok", "smsc.telia.status.88", "only once"},
            {"smsc.telia.submit-with = data_sm\nsmsc.telia.version = 3.3", "smsc.telia.submit-with", "version = 3.3"},
            {"smsc.telia.long-message = sar\nsmsc.telia.version = 3.3", "smsc.telia.long-message", "version = 3.3"},
            {"smsc.telia.long-message = payload\nsmsc.telia.version = 3.3", "smsc.telia.long-message", "without TLVs"},
            {
                "smsc.telia.submit-with = data_sm\nsmsc.telia.submit-multi = 2",
                "smsc.telia.submit-multi",
                "0 where data_sm"
            },
            {"smsc.telia.operations = query, delete", "smsc.telia.operations", "query, cancel, replace"},
            {"smsc.telia.tlv.entity = 1400:txt", "smsc.telia.tlv.entity", "such as 0x1400:text:30"},
            {
                "smsc.telia.tlv.entity = 0x1400:text:5\nsmsc.telia.tlv-default.entity = 123456",
                "smsc.telia.tlv-default.entity",
                "6 characters, expected 0..5"
            },
            {"smsc.telia.tlv-default.template = 1", "smsc.telia.tlv-default.template", "no TLV of that name"},
            {
                "smsc.telia.tlv-default.receipted_message_id = 1",
                "smsc.telia.tlv-default.receipted_message_id",
                "no TLV of submit_sm"
            },
            {
                "smsc.telia.tlv-default.user_message_reference = 7\nsmsc.telia.version = 3.3",
                "smsc.telia.tlv-default.user_message_reference",
                "version = 3.3"
            },
            {
                "smsc.other.host = h\nsmsc.other.system-id = b\nsmsc.other.password =\nsmsc.other.rate = 1",
                "route.<name>.smsc",
                "route.all.smsc = telia, other"
            },
            {"route.a.smsc = tella", "route.a.smsc", "did you mean telia for tella?"},
            {"route.a.smsc = telia\nroute.a.account = shop", "route.a.account", "(none is set)"},
            {"account.shop.webhook = shop", "account.shop.webhook", "the name of a webhook"},
            {"middleware.account = shop", "middleware.account", "the name of an account"},
            {"intake.http.host = 0.0.0.0", "intake.http.host", "./bridge key"},
            {
                "intake.http.host = 0.0.0.0\naccount.a.key-hash = " + ExposureRules.EXAMPLE_HASH,
                "intake.http.host",
                "example"
            },
            {"intake.http.host = 127.example.com", "intake.http.host", "./bridge key"},
            {
                "intake.tcp.enabled = true\nintake.tcp.host = 0.0.0.0",
                "intake.tcp.host",
                "a loopback address as long as no account has a key"
            },
            {
                "intake.tcp.enabled = true\nintake.tcp.host = 0.0.0.0\naccount.a.key-hash = "
                        + ExposureRules.EXAMPLE_HASH,
                "intake.tcp.host",
                "or one has that of the example"
            },
            {
                "intake.tcp.enabled = true\nintake.tcp.host = 0.0.0.0\nintake.tcp.account = a\naccount.a.key-hash = "
                        + HASH,
                "intake.tcp.account",
                "none while intake.tcp.host is not loopback"
            },
            {"admin.host = bridge.example", "admin.host", "admin.key-hash"},
            {
                "admin.host = bridge.example\nadmin.key-hash = " + ExposureRules.EXAMPLE_HASH,
                "admin.host",
                "admin.key-hash"
            },
            {"admin.port = 8080", "admin.port", "different ports"},
            {
                "esme.a.port = 3000\nesme.a.host = LOCALHOST\nesme.b.port = 3000\nesme.b.host = 127.0.0.1",
                "esme.b.port",
                "esme.a.port"
            },
            {
                "esme.a.port = 3000\nesme.a.host = ::1\nesme.b.port = 3000\nesme.b.host = 0:0:0:0:0:0:0:1",
                "esme.b.port",
                "esme.a.port"
            },
            {
                "esme.a.port = 3000\nesme.a.host = 0:0:0:0:0:0:0:0\nesme.b.port = 3000\nesme.b.host = 127.0.0.1",
                "esme.b.port",
                "esme.a.port"
            },
            {"smsc.telia.status.0 = permanent", "smsc.telia.status.0", "0 (ROK) always means taken"},
            {"smsc.telia.attempts.0x0 = 3", "smsc.telia.attempts.0x0", "0 (ROK) always means taken"},
            {"intake.tcp.enabled = true\nintake.tcp.port = 8080", "intake.tcp.port", "intake.http.port"},
            {
                "intake.kannel.enabled = true\nintake.kannel.port = 9090\nintake.kannel.host = 0.0.0.0",
                "intake.kannel.port",
                "admin.port"
            },
            {"intake.jasmin.enabled = true\nintake.http.port = 1401", "intake.http.port", "intake.jasmin.port"},
            {"esme.a.port = 9090\nesme.a.host = 127.0.0.1", "esme.a.port", "admin.port"},
            {"outbind.enabled = true\noutbind.port = 9090", "outbind.port", "admin.port"},
            {"esme.a.port = 3000\nesme.b.port = 3000\nesme.b.host = 0.0.0.0", "esme.b.port", "esme.a.port"},
            {
                "webhook.a.url = http://platform.example/\nwebhook.a.secret = 0123456789abcdef",
                "webhook.a.url",
                "allow-private"
            },
            {
                "webhook.a.url = https://192.168.1.2/\nwebhook.a.secret = 0123456789abcdef",
                "webhook.a.url",
                "allow-private"
            },
            {"webhook.a.url = https://localhost/\nwebhook.a.secret = 0123456789abcdef", "webhook.a.url", "allow-private"
            },
            {
                "webhook.a.url = https://0x7f000001/x\nwebhook.a.secret = 0123456789abcdef",
                "webhook.a.url",
                "a number but not of the form a.b.c.d"
            },
            {
                "webhook.a.url = https://2130706433/x\nwebhook.a.secret = 0123456789abcdef",
                "webhook.a.url",
                "a number but not of the form a.b.c.d"
            },
            {
                "webhook.a.url = https://[2002:7f00:1::]/x\nwebhook.a.secret = 0123456789abcdef",
                "webhook.a.url",
                "where a webhook may not go"
            },
            {
                "webhook.a.url = http://169.254.169.254/x\nwebhook.a.secret = 0123456789abcdef\nwebhook.a.allow-private = true",
                "webhook.a.url",
                "the address 169.254.169.254, where a webhook may not go"
            },
            {
                "webhook.a.url = https://[fe80::1]/x\nwebhook.a.secret = 0123456789abcdef\nwebhook.a.allow-private = true",
                "webhook.a.url",
                "the address [fe80::1], where a webhook may not go"
            },
            {
                "webhook.a.url = https://me:pw@platform.example/\nwebhook.a.secret = 0123456789abcdef",
                "webhook.a.url",
                "https://****@platform.example/, expected"
            },
            {"webhook.a.url = https://platform.example/\nwebhook.a.secret = short", "webhook.a.secret", "16..256"},
            {
                "webhook.a.url = https://platform.example/\nwebhook.a.secret = whsec_no base64 at all",
                "webhook.a.secret",
                "****, expected base64 of a key behind whsec_"
            },
            {
                "webhook.a.url = https://platform.example/\nwebhook.a.secret = 0123456789abcdef\nwebhook.a.old-secret = whsec_",
                "webhook.a.old-secret",
                "base64 of a key behind whsec_"
            },
            {
                "account.a.key-hash = " + HASH + "\naccount.b.key-hash = " + OTHER_HASH + ", " + HASH,
                "account.b.key-hash",
                "other keys than those of account a, bridge.properties line 7: the same hash stands at account.a.key-hash,"
                        + " bridge.properties line 6"
            },
            {
                "account.a.dropin.user = a",
                "account.a.dropin.password-hash",
                "is missing, expected at least one hash, as the account has a dropin.user, bridge.properties line 6"
            },
            {"account.a.esme.system-id = a", "account.a.esme.password-hash", "as the account has a system-id"},
            {
                "account.a.dropin.callback-hosts = 127.0.0.1   # where its dlr-url may lead",
                "account.a.dropin.callback-hosts",
                "host names or addresses"
            },
            {"account.a.dropin.callback-hosts = http://x/", "account.a.dropin.callback-hosts", "host names"},
            {"account.a.dropin.callback-hosts = a.example, 1.2.3.456", "account.a.dropin.callback-hosts", "host names"},
            {"account.a.dropin.callback-hosts = a.example:0", "account.a.dropin.callback-hosts", "host names"},
            {"account.a.dropin.callback-hosts = *.example", "account.a.dropin.callback-hosts", "host names"},
            {"account.a.dropin.callback-hosts = ::1", "account.a.dropin.callback-hosts", "IPv6 in brackets"},
            {"smsc.telia.host = 1.2.3.456", "smsc.telia.host", "host name or address"},
            {"smsc.telia.host = 192.0.2.7:2775", "smsc.telia.host", "host name or address"},
            {"smsc.telia.host = 1::2::3", "smsc.telia.host", "host name or address"},
            {"smsc.telia.host = 2001:db8:::7", "smsc.telia.host", "host name or address"},
            {"smsc.telia.host = 1:2:3::4:5:6:7:8", "smsc.telia.host", "host name or address"},
            {"smsc.telia.host = fe80::7%", "smsc.telia.host", "host name or address"},
            {"smsc.Telia.port = 1", "smsc.Telia.port", "did you mean smsc.telia.port?"},
            {
                "smsc.My_Carrier.host = a.example",
                "smsc.My_Carrier.host",
                "did you mean smsc.my-carrier.host? Names are of"
            },
            {"account.Shop.region = SE", "account.Shop.region", "did you mean account.shop.region? Names are of"},
            {"journal.dir = j", "journal.dir", "did you mean journal.directory?"},
            {"smsc.telia.enquire = 30s", "smsc.telia.enquire", "did you mean smsc.telia.enquire-link?"},
            {"quite.something.else = 1", "quite.something.else", "docs/settings.md"},
        };
        for (String[] one : together) {
            String base = ConfigFolder.ONE_SMSC;
            String first = one[0].substring(0, one[0].indexOf(' ') + 1);
            String rest = Arrays.stream(base.split("\n"))
                    .filter(line -> !line.startsWith(first))
                    .reduce("", (a, b) -> a + b + "\n");
            folder.main(rest + one[0] + "\n");
            LoadOutcome outcome = folder.load();
            assertThat(outcome).as(one[0]).isInstanceOf(LoadOutcome.Faulty.class);
            assertThat(((LoadOutcome.Faulty) outcome).faults())
                    .as(one[0])
                    .singleElement()
                    .satisfies(fault -> {
                        assertThat(fault.key()).isEqualTo(one[1]);
                        assertThat(fault.file()).isEqualTo("bridge.properties");
                        assertThat(fault.line() > 0 || fault.key().startsWith("route.<name>"))
                                .as(fault.text())
                                .isTrue();
                        assertThat(fault.text()).contains(one[2]);
                    });
        }
    }

    @Test
    void what_works_but_hardly_as_meant_is_warned_of() {
        String[][] odd = {
            {"smsc.telia.window = 20", "smsc.telia.window = 20, more than three seconds' worth"},
            {"smsc.telia.session = on-demand", "smsc.telia.session = on-demand, receipts and MO come only while"},
            {
                "smsc.b.host = smsc.telia.example\nsmsc.b.password =\nsmsc.b.system-id = bridge\nsmsc.b.rate = 1\nroute.a.smsc = telia, b",
                "by a bind of the other, which knows no such message; name it once, with more binds"
            },
            {
                "smsc.b.host = b\nsmsc.b.password =\nsmsc.b.system-id = bridge\nsmsc.b.rate = 1\nroute.a.smsc = telia",
                "no route leads to this SMSC"
            },
            {
                "inbound.a.keyword = vote, stop   # first word\nwebhook.w.url = https://platform.example/\n"
                        + "webhook.w.secret = 0123456789abcdef\ninbound.a.webhook = w",
                "inbound.a.keyword = vote, stop   # first word, a # behind a value begins no comment"
            },
            {
                "smsc.b.host = b\nsmsc.b.password =\nsmsc.b.system-id = bridge\nsmsc.b.rate = unlimited\nroute.a.smsc = telia, b\n"
                        + "smsc.b.window = 1000\nsmsc.b.binds = 255\nsmsc.b.senders = 255\nsmsc.b.submit-multi = 254",
                "smsc.b.senders = 255, notes of submissions under way, for all SMSCs up to this one, take about 510 MiB of memory"
            },
            {
                "plugin.directory = jars",
                "jars is not there, so there will be no plug-ins, and messages are sent without them"
            },
            {
                "plugin.directory = bridge.properties\nplugin.on-failure = refuse",
                "is no directory that can be read, so there will be no plug-ins, and messages are refused"
            },
            {"", "nobody can send by HTTP"},
        };
        for (String[] one : odd) {
            folder.main(ConfigFolder.ONE_SMSC + one[0] + "\n");
            assertThat(folder.warnings()).as(one[0]).anyMatch(text -> text.contains(one[1]));
        }
    }

    @Test
    void what_is_no_comment_or_one_account_alone_is_left_in_peace() {
        folder.main(ConfigFolder.ONE_SMSC + "account.a.key-hash = " + HASH + ", " + HASH + """

                account.a.dropin.callback-hosts = app.example.com, 10.0.0.5:8080, [2001:db8::1]:81, localhost
                consent.stop-words = STOP, #stop
                plugin.directory = .
                """);
        assertThat(folder.config().accounts().get("a").dropIn().callbackHosts())
                .containsExactly("app.example.com", "10.0.0.5:8080", "[2001:db8::1]:81", "localhost");
        assertThat(folder.warnings()).noneMatch(text -> text.contains("comment") || text.contains("plug-in"));
    }

    @Test
    void what_is_open_to_those_with_a_key_or_to_this_machine_alone_is_left_in_peace() {
        String key = "account.a.key-hash = " + HASH + "\n";
        for (String fine : List.of(
                key + "intake.http.host = 0.0.0.0\nintake.tcp.enabled = true\nintake.tcp.host = 0.0.0.0\n",
                key + "intake.tcp.enabled = true\nintake.tcp.account = a\n",
                "intake.http.host = LocalHost\nintake.tcp.enabled = true\nintake.tcp.host = ::1\n",
                "admin.host = 0.0.0.0\nadmin.key-hash = " + HASH + "\n")) {
            folder.main(ConfigFolder.ONE_SMSC + fine);
            assertThat(folder.load()).as(fine).isInstanceOf(LoadOutcome.Loaded.class);
        }
    }

    @Test
    void a_sender_in_letters_of_the_gsm_alphabet_or_with_a_plus_is_one_that_a_message_can_have() {
        for (String fine : List.of(
                "smsc.telia.sender-alphabet = gsm\naccount.shop.from = ΔSHOP\n",
                "account.shop.from = +46701234567\naccount.shop.senders = Bank, 4670*\n")) {
            folder.main(ConfigFolder.ONE_SMSC + fine);
            assertThat(folder.load()).as(fine).isInstanceOf(LoadOutcome.Loaded.class);
        }
    }

    @Test
    void listeners_that_are_off_and_those_that_ask_for_any_port_stand_in_nobodys_way() {
        folder.main(ConfigFolder.ONE_SMSC + """
                intake.tcp.port = 8080
                outbind.port = 9090
                esme.a.port = 0
                esme.b.port = 0
                """);
        assertThat(folder.load()).isInstanceOf(LoadOutcome.Loaded.class);
    }

    /** Names that begin as such addresses do are none. */
    @Test
    void a_webhook_may_go_to_any_name_by_https() {
        for (String name : List.of("10.example.com", "192.168.example.com", "fd.example", "fe80.example")) {
            folder.main(ConfigFolder.ONE_SMSC + "webhook.a.url = https://" + name
                    + "/\nwebhook.a.secret = 0123456789abcdef\n");
            assertThat(folder.load()).as(name).isInstanceOf(LoadOutcome.Loaded.class);
        }
    }

    @Test
    void a_host_is_a_name_or_an_address_of_either_kind() {
        for (String host : List.of(
                "smsc.example",
                "192.0.2.7",
                "2001:db8::7",
                "[2001:db8::7]",
                "fe80::7%1",
                "::1",
                "1:2:3:4:5:6:7::",
                "1:2:3::5:6:7:8",
                "::ffff:192.0.2.7")) {
            folder.main(ConfigFolder.ONE_SMSC.replaceAll("host = .*", "host = " + host));
            assertThat(folder.load()).as(host).isInstanceOf(LoadOutcome.Loaded.class);
        }
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_key() {
        folder.main("\uFEFF" + ConfigFolder.ONE_SMSC).with("conf.d/more.properties", "\uFEFFsmsc.telia.window = 3\n");
        assertThat(folder.telia().pace().window()).isEqualTo(3);
    }

    @Test
    void all_faults_are_told_at_once_in_the_order_of_the_file() {
        folder.main(ConfigFolder.ONE_SMSC.replace("2775", "0").replace("rate = 5", "rate = fast")
                + "no.such.key = 1\nbridge.validity = 1\n");
        folder.with("conf.d/z.properties", "smsc.telia.bag = many\n");
        folder.overrides.put("log.level", "loud");
        assertThat(folder.faults())
                .extracting(ConfigFault::key)
                .containsExactly(
                        "smsc.telia.port",
                        "smsc.telia.rate",
                        "no.such.key",
                        "bridge.validity",
                        "smsc.telia.bag",
                        "log.level");
    }

    @Test
    void include_cannot_be_said_outside_a_file() {
        folder.main(ConfigFolder.ONE_SMSC);
        folder.overrides.put("include", "other.properties");
        assertThat(folder.texts())
                .singleElement()
                .asString()
                .startsWith("include, expected a known key, --set: docs/settings.md");
    }

    /** Of 256 KiB: a smaller file would take no message at all. */
    @Test
    void a_journal_file_must_have_room_for_the_longest_record() {
        folder.main(ConfigFolder.ONE_SMSC + "journal.segment-size = 1023k\n");
        assertThat(folder.texts())
                .singleElement()
                .asString()
                .startsWith("journal.segment-size = 1023k, expected 1M..1G octets");
    }

    @Test
    void an_empty_file_asks_for_an_smsc() {
        folder.main("");
        assertThat(folder.faults()).extracting(ConfigFault::key).containsExactly("smsc.<name>.host");
    }

    @Test
    void a_mistyped_name_is_told_by_what_that_smsc_lacks() {
        folder.main(ConfigFolder.ONE_SMSC + "smsc.tleia.window = 3\n");
        assertThat(folder.texts())
                .containsExactly(
                        "smsc.tleia.window, expected a known key, bridge.properties line 6: did you mean smsc.telia.window?");
    }

    @Test
    void a_wrong_value_from_the_environment_names_the_variable() {
        folder.main(ConfigFolder.ONE_SMSC);
        folder.environment.put("SMPP_BRIDGE_LOG_LEVEL", "loud");
        assertThat(folder.texts())
                .containsExactly(
                        "log.level = loud, expected error | warn | info | debug | trace (least level that is logged), "
                                + "environment variable SMPP_BRIDGE_LOG_LEVEL");
    }

    @Test
    void variables_of_container_platforms_are_left_alone_and_strange_ones_of_ours_warned_of() {
        folder.main(ConfigFolder.ONE_SMSC);
        folder.environment.put("SMSC_TELIA_PORT", "tcp://10.0.0.1:80");
        folder.environment.put("SMPP_BRIDGE_SERVICE_HOST", "10.0.0.1");
        folder.environment.put("SMPP_BRIDGE_PORT_8080_TCP_ADDR", "10.0.0.1");
        folder.environment.put("SMPP_BRIDGE_LOG_LEVL", "debug");
        assertThat(folder.telia().link().port()).isEqualTo(2775);
        assertThat(folder.warnings())
                .filteredOn(text -> text.contains("SMPP_BRIDGE"))
                .singleElement()
                .asString()
                .contains("LOG_LEVL");
    }

    @Test
    void nothing_a_terminal_would_act_upon_is_shown() {
        folder.main(ConfigFolder.ONE_SMSC + "log.level = \\u001b[31m\\nred\nstr\\u001bange = 1\n");
        assertThat(folder.texts()).hasSize(2).noneMatch(text -> text.contains("\u001b") || text.contains("\n"));
    }
}
