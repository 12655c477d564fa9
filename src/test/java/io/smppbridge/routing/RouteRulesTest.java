package io.smppbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.RouteConfig.Failover;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes as an administrator writes them. */
class RouteRulesTest {
    @TempDir
    Path directory;

    private LoadOutcome load(String... lines) throws IOException {
        List<String> all = new ArrayList<>();
        for (String smsc : List.of("a", "b", "c", "d")) {
            all.add("smsc." + smsc + ".host = " + smsc + ".example");
            all.add("smsc." + smsc + ".system-id = me");
            all.add("smsc." + smsc + ".password = secret");
            all.add("smsc." + smsc + ".rate = 10");
        }
        all.addAll(List.of(lines));
        Path file = Files.write(directory.resolve("bridge.properties"), all);
        return BridgeConfig.load(file, Map.of(), Map.of());
    }

    private RouteTable table(String... lines) throws IOException {
        LoadOutcome outcome = load(lines);
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        return new RouteTable(((LoadOutcome.Loaded) outcome).config().routing());
    }

    private List<String> faults(String... lines) throws IOException {
        LoadOutcome outcome = load(lines);
        return outcome instanceof LoadOutcome.Faulty faulty
                ? faulty.faults().stream().map(Object::toString).toList()
                : List.of();
    }

    private static String route(RouteTable table, String to, String text) {
        return route(table, to, text, "2026-11-20T12:00:00Z");
    }

    private static String route(RouteTable table, String to, String text, String at) {
        return table.find("local", OutboundSms.of(to, text), Instant.parse(at).toEpochMilli())
                .name();
    }

    private static Map<String, Long> shares(Route route, int messages) {
        return shares(route, messages, smsc -> true);
    }

    private static Map<String, Long> shares(Route route, int messages, Predicate<String> bound) {
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            chosen.add(route.choose("46", bound, smsc -> true));
        }
        return chosen.stream().collect(Collectors.groupingBy(smsc -> smsc, Collectors.counting()));
    }

    @Test
    @Tag("S2.15")
    void the_first_word_of_the_text_may_decide_in_any_case() throws IOException {
        RouteTable table = table(
                "route.otp.smsc = a", "route.otp.first-word = code, PIN", "route.otp.order = 1", "route.rest.smsc = b");
        assertThat(route(table, "+46701234567", "Code 4711")).isEqualTo("otp");
        assertThat(route(table, "+46701234567", "  pin: 4711")).isEqualTo("otp");
        assertThat(route(table, "+46701234567", "Codes 4711")).isEqualTo("rest");
        assertThat(route(table, "+46701234567", "my code")).isEqualTo("rest");
    }

    @Test
    void octets_have_no_text_that_a_route_could_ask_for() throws IOException {
        RouteTable table = table(
                "route.otp.smsc = a",
                "route.otp.first-word = code",
                "route.found.smsc = a",
                "route.found.text = 4711",
                "route.rest.smsc = b");
        OutboundSms octets = OutboundSms.to("+46701234567")
                .binary("Code 4711".getBytes(StandardCharsets.US_ASCII))
                .build();
        assertThat(route(table, "+46701234567", "Code 4711")).isEqualTo("otp");
        assertThat(table.find("local", octets, 0).name()).isEqualTo("rest");
    }

    @Test
    void a_word_goes_on_through_the_signs_that_a_script_puts_onto_letters() throws IOException {
        RouteTable table = table(
                "route.otp.smsc = a",
                "route.otp.first-word = \u0915\u0932, \u0E01\u0E32\u0E23, cafe, \uD835\uDC00",
                "route.otp.order = 1",
                "route.rest.smsc = b");
        assertThat(route(table, "+911234567890", "\u0915\u0932 4711")).isEqualTo("otp");
        assertThat(route(table, "+911234567890", "\u0915\u0932\u0964")).isEqualTo("otp");
        assertThat(route(table, "+911234567890", "Cafe\u2757\uFE0F")).isEqualTo("otp");
        assertThat(route(table, "+911234567890", "\u0915\u0932\u093E 4711"))
                .as("another word")
                .isEqualTo("rest");
        assertThat(route(table, "+911234567890", "\u0E01\u0E32\u0E23\u0E4C")).isEqualTo("rest");
        assertThat(route(table, "+911234567890", "cafe\u0301")).isEqualTo("rest");
        assertThat(route(table, "+911234567890", "cafe\uD835\uDC00")).isEqualTo("rest");
    }

    @Test
    void a_sender_is_one_with_a_plus_or_without() throws IOException {
        RouteTable table = table(
                "route.own.smsc = a",
                "route.own.from = +46701234567, Acme",
                "route.own.order = 1",
                "route.rest.smsc = b");
        for (String sender : List.of("46701234567", "+46701234567", "Acme")) {
            OutboundSms sms =
                    OutboundSms.to("+4512345678").from(sender).text("x").build();
            assertThat(table.find("shop", sms, 0).name()).as(sender).isEqualTo("own");
        }
    }

    @Test
    void a_pattern_may_decide_and_takes_linear_time() throws IOException {
        RouteTable table = table(
                "route.otp.smsc = a", "route.otp.text = (a+)+[0-9]{4}$", "route.otp.order = 1", "route.rest.smsc = b");
        assertThat(route(table, "+46701234567", "aaaa4711")).isEqualTo("otp");
        // What makes a backtracking engine take years.
        assertThat(route(table, "+46701234567", "a".repeat(2_000) + "!")).isEqualTo("rest");
    }

    @Test
    void hours_of_the_week_may_decide_by_a_clock_of_their_own_and_over_midnight() throws IOException {
        RouteTable table = table(
                "route.day.smsc = a",
                "route.day.time = mon-fri 08:00-18:00, sat 22:00-02:00",
                "route.day.time-zone = Europe/Stockholm",
                "route.day.order = 1",
                "route.rest.smsc = b");
        assertThat(route(table, "+467012345", "x", "2026-11-20T07:00:00Z")).isEqualTo("day"); // Friday 08:00
        assertThat(route(table, "+467012345", "x", "2026-11-20T06:59:59Z")).isEqualTo("rest");
        assertThat(route(table, "+467012345", "x", "2026-11-20T17:00:00Z")).isEqualTo("rest"); // 18:00 is over
        assertThat(route(table, "+467012345", "x", "2026-11-21T21:00:00Z")).isEqualTo("day"); // Saturday 22:00
        assertThat(route(table, "+467012345", "x", "2026-11-22T00:59:00Z")).isEqualTo("day"); // Sunday 01:59
        assertThat(route(table, "+467012345", "x", "2026-11-22T01:00:00Z")).isEqualTo("rest");
    }

    @Test
    void the_mark_that_some_programs_put_before_a_table_is_no_part_of_it() throws IOException {
        Files.writeString(directory.resolve("networks.csv"), "\uFEFF4670,240,01\n");
        RouteTable table = table(
                "routing.operators = networks.csv",
                "route.sweden.smsc = a",
                "route.sweden.operator = 240",
                "route.sweden.order = 1",
                "route.rest.smsc = b");
        assertThat(route(table, "+46701234567", "x")).isEqualTo("sweden");
    }

    @Test
    void a_table_of_operators_tells_networks_apart() throws IOException {
        Files.writeString(directory.resolve("networks.csv"), """
                prefix,mcc,mnc,name
                # Sweden
                4670,240,01,Telia
                46701,240,07,Tele2
                +45;238;01;TDC
                """);
        RouteTable table = table(
                "routing.operators = networks.csv",
                "route.tele2.smsc = a",
                "route.tele2.operator = 24007",
                "route.tele2.order = 1",
                "route.sweden.smsc = b",
                "route.sweden.operator = 240",
                "route.sweden.order = 2",
                "route.rest.smsc = c");
        assertThat(route(table, "+46701234567", "x")).isEqualTo("tele2");
        assertThat(route(table, "+46702234567", "x")).isEqualTo("sweden");
        assertThat(route(table, "+4512345678", "x")).isEqualTo("rest");
        assertThat(table.explain("local", OutboundSms.of("+4512345678", "x"), 0).network())
                .isEqualTo("23801");
    }

    @Test
    void the_longest_prefix_wins_among_equals_when_asked_for() throws IOException {
        String[] routes = {
            "route.rest.smsc = a",
            "route.sweden.smsc = b",
            "route.sweden.prefix = 46",
            "route.mobile.smsc = c",
            "route.mobile.prefix = 4670",
            "route.bank.smsc = d",
            "route.bank.prefix = 46",
            "route.bank.order = 1",
            "route.bank.first-word = bank"
        };
        assertThat(route(table(routes), "+46701234567", "x")).isEqualTo("rest");
        List<String> longest = new ArrayList<>(List.of(routes));
        longest.add("routing.prefix = longest");
        RouteTable table = table(longest.toArray(String[]::new));
        assertThat(route(table, "+46701234567", "x")).isEqualTo("mobile");
        assertThat(route(table, "+46811111111", "x")).isEqualTo("sweden");
        assertThat(route(table, "+4511111111", "x")).isEqualTo("rest");
        assertThat(route(table, "+46701234567", "bank")).isEqualTo("bank"); // a lower order still comes first
    }

    @Test
    void weights_share_messages_out_evenly() throws IOException {
        Route route = table("route.all.smsc = a*3, b, c*2").routes().get(0);
        assertThat(shares(route, 600)).isEqualTo(Map.of("a", 300L, "b", 100L, "c", 200L));
        List<String> run = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            run.add(route.choose("46", smsc -> true, smsc -> true));
        }
        assertThat(String.join("", run)).doesNotContain("aaa");
    }

    @Test
    @Tag("C95")
    void a_later_tier_serves_only_when_no_live_one_is_before_it_and_sharing_goes_on_among_the_live()
            throws IOException {
        Route route = table("route.all.smsc = a, b > c > d").routes().get(0);
        assertThat(shares(route, 10)).isEqualTo(Map.of("a", 5L, "b", 5L));
        for (int i = 0; i < 4; i++) {
            assertThat(route.choose("46", smsc -> !smsc.equals("a"), smsc -> true))
                    .isEqualTo("b");
            assertThat(route.choose("46", smsc -> smsc.compareTo("b") > 0, smsc -> true))
                    .isEqualTo("c");
            assertThat(route.choose("46", smsc -> smsc.equals("d"), smsc -> true))
                    .isEqualTo("d");
        }
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(route.choose("46", smsc -> false, smsc -> true));
        }
        assertThat(waiting).containsExactlyInAnyOrder("a", "a", "b", "b"); // all dead: they wait where they belong
    }

    @Test
    void the_turns_of_dead_ones_are_shared_out_by_weight_over_all_the_live() throws IOException {
        Route even = table("route.all.smsc = a, b, c, d").routes().get(0);
        assertShares(shares(even, 6_000, smsc -> !smsc.equals("a")), Map.of("b", 2_000L, "c", 2_000L, "d", 2_000L));
        assertShares(shares(even, 6_000, smsc -> smsc.compareTo("b") > 0), Map.of("c", 3_000L, "d", 3_000L));
        Route weighted = table("route.all.smsc = a*3, b, c*2").routes().get(0);
        assertShares(shares(weighted, 6_000, smsc -> !smsc.equals("a")), Map.of("b", 2_000L, "c", 4_000L));
    }

    /** Within one in a hundred. */
    private static void assertShares(Map<String, Long> found, Map<String, Long> expected) {
        assertThat(found).containsOnlyKeys(expected.keySet());
        expected.forEach(
                (smsc, share) -> assertThat(found.get(smsc)).as(smsc).isCloseTo(share, Percentage.withPercentage(1)));
    }

    @Test
    void the_cheapest_that_lives_takes_it_by_the_longest_prefix_with_a_price() throws IOException {
        Files.writeString(directory.resolve("prices.csv"), """
                prefix,smsc,price
                46,a,0.05
                46,b,0.04
                4670,a,0.03
                45,b,0.01
                """);
        RouteTable table =
                table("routing.prices = prices.csv", "route.all.smsc = a, b, c > d", "route.all.pick = cheapest");
        Route route = table.routes().get(0);
        assertThat(route.choose("46701234567", smsc -> true, smsc -> true)).isEqualTo("a");
        assertThat(route.choose("46811111111", smsc -> true, smsc -> true)).isEqualTo("b");
        assertThat(route.choose("46811111111", smsc -> !smsc.equals("b"), smsc -> true))
                .isEqualTo("a");
        assertThat(route.choose("4511111111", smsc -> !smsc.equals("b"), smsc -> true))
                .isIn("a", "c");
        RouteDecision told = table.explain("local", OutboundSms.of("+46701234567", "x"), 0);
        assertThat(told.options().get(0))
                .extracting(RouteDecision.Option::price)
                .containsExactly("0.03", "0.04", "none");
    }

    @Test
    void another_smsc_is_one_that_lives_and_has_not_had_the_message() throws IOException {
        Route route = table("route.all.smsc = a, b > c", "route.all.failover = down, rejected")
                .routes()
                .get(0);
        assertThat(route.failsOver(Failover.REJECTED)).isTrue();
        assertThat(route.failsOver(Failover.UNANSWERED)).isFalse();
        assertThat(route.chooseOther("46", List.of("a"), smsc -> true, smsc -> true))
                .isEqualTo("b");
        assertThat(route.chooseOther("46", List.of("a", "b"), smsc -> true, smsc -> true))
                .isEqualTo("c");
        assertThat(route.chooseOther("46", List.of("a"), smsc -> smsc.equals("c"), smsc -> true))
                .isEqualTo("c");
        assertThat(route.chooseOther("46", List.of("a", "b", "c"), smsc -> true, smsc -> true))
                .isEmpty();
        assertThat(route.chooseOther("46", List.of("a"), smsc -> false, smsc -> true))
                .isEmpty();
    }

    @Test
    void explaining_says_of_every_route_why_it_does_not_take_the_message() throws IOException {
        RouteTable table = table(
                "route.denmark.smsc = a",
                "route.denmark.prefix = 45",
                "route.shop.smsc = b",
                "route.shop.from = Shop",
                "route.night.smsc = c",
                "route.night.time = 22:00-06:00",
                "route.rest.smsc = d > a");
        RouteDecision told = table.explain(
                "local",
                OutboundSms.of("+46701234567", "x"),
                Instant.parse("2026-11-20T12:00:00Z").toEpochMilli());
        assertThat(told.looks()).extracting(RouteDecision.Look::misfit).containsExactly("prefix", "from", "time", "");
        assertThat(told.route()).isEqualTo("rest");
        assertThat(told.options()).hasSize(2);
    }

    @Test
    void what_is_wrong_with_a_route_is_told_with_its_line() throws IOException {
        assertThat(faults("route.x.smsc = a*0, b"))
                .singleElement()
                .asString()
                .contains("route.x.smsc = a*0, b", "line 17");
        assertThat(faults("route.x.smsc = a > ")).hasSize(1);
        assertThat(faults("route.x.smsc = a, a")).hasSize(1);
        assertThat(faults("route.x.smsc = a, ab")).singleElement().asString().contains("name of an SMSC");
        assertThat(faults("route.x.smsc = a", "route.x.text = (?=x)"))
                .singleElement()
                .asString()
                .contains("RE2", "line 18");
        assertThat(faults("route.x.smsc = a", "route.x.time = mon-fri 8-18")).hasSize(1);
        assertThat(faults("route.x.smsc = a", "route.x.operator = 240"))
                .singleElement()
                .asString()
                .contains("routing.operators");
        assertThat(faults("route.x.smsc = a, b", "route.x.pick = cheapest"))
                .singleElement()
                .asString()
                .contains("routing.prices");
        assertThat(faults("route.x.smsc = a", "route.x.failover = down"))
                .singleElement()
                .asString()
                .contains("one SMSC only");
        assertThat(faults("route.x.smsc = a, b", "route.x.failover = sometimes"))
                .hasSize(1);
    }

    @Test
    void what_is_wrong_with_a_table_is_told_with_the_line_of_the_table() throws IOException {
        Files.writeString(directory.resolve("decimals.csv"), "prefix;smsc;price\n46;a;0,035\n47;b;0.035;with, comma\n");
        assertThat(faults("route.x.smsc = a", "routing.prices = decimals.csv"))
                .as("a price with a comma is not nothing")
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains("46;a;0,035", "such as", "decimals.csv line 2"));
        assertThat(faults("route.x.smsc = a", "routing.prices = gone.csv"))
                .singleElement()
                .asString()
                .contains("routing.prices = gone.csv", "exists");
        Files.writeString(directory.resolve("prices.csv"), "prefix,smsc,price\n46,a,0.05\n46,tleia,0.04\n45,a,cheap\n");
        assertThat(faults("route.x.smsc = a", "routing.prices = prices.csv"))
                .hasSize(2)
                .anySatisfy(fault -> assertThat(fault).contains("prices.csv line 3"));
    }

    @Test
    void of_two_lines_that_say_different_things_of_the_same_the_later_counts_and_is_told() throws IOException {
        Files.writeString(directory.resolve("prices.csv"), "46,a,0.05\n46,b,0.04\n+46,a,0.01\n46,b,0.04\n");
        Files.writeString(directory.resolve("networks.csv"), "46701,240,01\n46701,240,02\n46702,240,02\n");
        LoadOutcome.Loaded loaded = (LoadOutcome.Loaded) load(
                "route.x.smsc = a, b, c, d",
                "route.x.pick = cheapest",
                "routing.prices = prices.csv",
                "routing.operators = networks.csv");
        assertThat(loaded.warnings().stream()
                        .filter(warning -> warning.key().startsWith("routing."))
                        .map(Object::toString))
                .hasSize(2)
                .allSatisfy(warning -> assertThat(warning).contains("line 1 says otherwise"))
                .anySatisfy(warning -> assertThat(warning).contains("+46,a,0.01", "prices.csv line 3"));
        assertThat(new RouteTable(loaded.config().routing()).routes().get(0).choose("46", smsc -> true, smsc -> true))
                .isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "prefix,mcc,mnc\n", "# all networks\nprefix;mcc;mnc\n", "pre", "<html>\n"})
    void a_table_without_a_line_is_told_with_its_file(String table) throws IOException {
        Files.writeString(directory.resolve("table.csv"), table);
        for (String key : List.of("routing.operators", "routing.prices")) {
            assertThat(faults("route.x.smsc = a", key + " = table.csv"))
                    .singleElement()
                    .asString()
                    .contains(key + " = table.csv", "at least one line");
        }
    }

    @Test
    void hours_from_a_time_until_the_same_are_a_whole_day_from_then_on() throws IOException {
        RouteTable table = table("route.day.smsc = a", "route.day.time = fri 08:00-08:00", "route.rest.smsc = b");
        assertThat(route(table, "+46701234567", "x", "2026-11-20T07:59:00Z")).isEqualTo("rest");
        assertThat(route(table, "+46701234567", "x", "2026-11-20T08:00:00Z")).isEqualTo("day");
        assertThat(route(table, "+46701234567", "x", "2026-11-21T07:59:00Z")).isEqualTo("day");
        assertThat(route(table, "+46701234567", "x", "2026-11-21T08:00:00Z")).isEqualTo("rest");
    }

    @Test
    void all_tlvs_that_a_route_asks_for_must_be_there_also_where_it_asks_for_nothing_else() throws IOException {
        RouteTable table = table(
                "route.both.smsc = a",
                "route.both.tlv = user_message_reference = 7, source_port",
                "route.rest.smsc = b");
        OutboundSms.Builder sms = OutboundSms.to("+46701234567").text("x");
        Map<String, String> one = Map.of("user_message_reference", "7");
        Map<String, String> both = Map.of("user_message_reference", "7", "source_port", "5");
        assertThat(table.find("local", sms.tlvs(one).build(), 0).name()).isEqualTo("rest");
        assertThat(table.find("local", sms.tlvs(both).build(), 0).name()).isEqualTo("both");
    }

    @Test
    void those_of_the_same_price_take_turns() throws IOException {
        Files.writeString(directory.resolve("prices.csv"), "prefix,smsc,price\n46,a,0.05\n46,b,0.04\n46,c,0.040\n");
        Route route = table("routing.prices = prices.csv", "route.all.smsc = a, b, c", "route.all.pick = cheapest")
                .routes()
                .get(0);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            chosen.add(route.choose("46701234567", smsc -> true, smsc -> true));
        }
        assertThat(chosen).doesNotContain("a").contains("b", "c");
    }

    @Test
    void those_of_the_same_price_share_by_weight_also_what_a_dead_or_dearer_one_beside_them_does_not_take()
            throws IOException {
        Files.writeString(
                directory.resolve("prices.csv"), "prefix,smsc,price\n46,a,0.05\n46,b,0.04\n46,c,0.040\n46,d,0.04\n");
        String[] all = {"routing.prices = prices.csv", "route.all.smsc = a, b, c, d", "route.all.pick = cheapest"};
        assertShares(shares(table(all).routes().get(0), 6_000), Map.of("b", 2_000L, "c", 2_000L, "d", 2_000L));
        assertShares(
                shares(table(all).routes().get(0), 6_000, smsc -> !smsc.equals("b")), Map.of("c", 3_000L, "d", 3_000L));
        all[1] = "route.all.smsc = a*3, b*3, c*2, d";
        assertShares(shares(table(all).routes().get(0), 6_000), Map.of("b", 3_000L, "c", 2_000L, "d", 1_000L));
        assertShares(
                shares(table(all).routes().get(0), 6_000, smsc -> !smsc.equals("b")), Map.of("c", 4_000L, "d", 2_000L));
        assertThat(shares(table(all).routes().get(0), 60, smsc -> smsc.equals("a")))
                .containsOnlyKeys("a");
    }

    @Test
    void a_number_of_no_operator_goes_by_a_route_that_asks_for_none() throws IOException {
        Files.writeString(directory.resolve("networks.csv"), "prefix,mcc,mnc,name\n4670,240,01,Telia\n");
        RouteTable table = table(
                "routing.operators = networks.csv",
                "route.sweden.smsc = a",
                "route.sweden.operator = 240",
                "route.rest.smsc = b");
        assertThat(route(table, "+4512345678", "x")).isEqualTo("rest");
    }

    @Test
    void how_an_emoji_looks_is_no_part_of_the_word_before_it() throws IOException {
        RouteTable table = table("route.otp.smsc = a", "route.otp.first-word = 1", "route.rest.smsc = b");
        assertThat(route(table, "+46701234567", "1\uFE0F\u20E3")).isEqualTo("otp");
        assertThat(route(table, "+46701234567", "1\u0301")).isEqualTo("rest");
    }
}
