package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.RouteConfig.Hours;
import io.smppbridge.settings.RouteConfig.Share;
import io.smppbridge.settings.SmscConfig.Operations.Asks;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each kind of value takes, up to its bounds, and what it makes of it. */
@Tag("G-04")
class TypesTest {
    private static Object read(ValueType type, String text) {
        try {
            return type.parse(text);
        } catch (ValueType.BadValue bad) {
            throw new AssertionError(text + ", expected " + type.expected(), bad);
        }
    }

    private static boolean takes(ValueType type, String text) {
        try {
            type.parse(text);
            return true;
        } catch (ValueType.BadValue bad) {
            return false;
        }
    }

    private static void takes(ValueType type, String... texts) {
        assertThat(texts).as(type.expected()).allMatch(text -> takes(type, text));
    }

    private static void refuses(ValueType type, String... texts) {
        assertThat(texts).as(type.expected()).noneMatch(text -> takes(type, text));
    }

    @Test
    void a_number_is_taken_up_to_its_bounds() {
        takes(Types.count(2, 70_000), "2", "70000", "0000000002");
        refuses(Types.count(2, 70_000), "1", "70001", "-2", "+2", "2.0", "", " 2", "4294967298", "99999999999");
        assertThat(read(Types.count(2, 70_000), "70000")).isEqualTo(70_000);
        takes(Types.powerOfTwo(4, 64), "4", "64");
        refuses(Types.powerOfTwo(4, 64), "2", "6", "63", "128");
    }

    @Test
    void a_size_is_in_powers_of_1024_and_taken_up_to_its_bounds() {
        ValueType size = Types.size("2k", "1T");
        Object[][] sizes = {
            {"2048", 2_048L},
            {"2k", 2_048L},
            {"2K", 2_048L},
            {"2kB", 2_048L},
            {"2 KiB", 2_048L},
            {"3000", 3_000L},
            {"5M", 5L << 20},
            {"7G", 7L << 30},
            {"1T", 1L << 40},
            {"1024GiB", 1L << 40}
        };
        for (Object[] one : sizes) {
            assertThat(read(size, (String) one[0])).as("%s", one).isEqualTo(one[1]);
        }
        refuses(size, "2047", "1k", "1025G", "2T", "16777217T", "", "2X", "-2k", "2.5M");
    }

    @Test
    void a_time_has_a_unit_and_is_taken_up_to_its_bounds() {
        ValueType time = Types.time("0s", "30d");
        Object[][] times = {
            {"0", Duration.ZERO},
            {"0s", Duration.ZERO},
            {"7us", Duration.ofNanos(7_000)},
            {"7ms", Duration.ofMillis(7)},
            {"7s", Duration.ofSeconds(7)},
            {"7 s", Duration.ofSeconds(7)},
            {"7m", Duration.ofMinutes(7)},
            {"7h", Duration.ofHours(7)},
            {"7d", Duration.ofDays(7)},
            {"720h", Duration.ofDays(30)}
        };
        for (Object[] one : times) {
            assertThat(read(time, (String) one[0])).as("%s", one).isEqualTo(one[1]);
        }
        refuses(time, "7", "31d", "2592001s", "999999999999d", "", "-1s", "7 weeks");
        takes(Types.time("2s", "4s"), "2s", "4000ms");
        refuses(Types.time("2s", "4s"), "1999ms", "4001ms", "0");
    }

    @Test
    void a_rate_is_for_a_second_unless_it_says_otherwise() {
        Object[][] rates = {
            {"5", 5.0},
            {"100/s", 100.0},
            {"30/min", 0.5},
            {"30 / m", 0.5},
            {"36/h", 0.01},
            {"0.001", 0.001},
            {"100000", 100_000.0},
            {"unlimited", Double.POSITIVE_INFINITY}
        };
        for (Object[] one : rates) {
            assertThat(read(Types.RATE, (String) one[0])).as("%s", one).isEqualTo(one[1]);
        }
        refuses(Types.RATE, "0", "0.0009", "3/h", "100000.1", "100001", "", "-1", "1/d", "Infinity", "NaN", "1e3");
    }

    @Test
    void a_word_has_a_length_and_nothing_that_controls() {
        takes(Types.word(2, 4), "ab", "abcd");
        refuses(Types.word(2, 4), "a", "abcde", "a\nb", "a\u0000b");
        takes(Types.word(0, 4), "");
        takes(Types.secret(0, 4), "", "abcd");
        refuses(Types.secret(2, 4), "", "a", "abcde");
        assertThat(read(Types.secret(0, 4), " ")).isEqualTo(new Secret(" "));
        assertThat(read(Types.WORDS, "STOP, a b ,c")).isEqualTo(List.of("STOP", "a b", "c"));
        assertThat(read(Types.WORDS, " ")).isEqualTo(List.of());
        takes(Types.WORDS, "x".repeat(64));
        refuses(Types.WORDS, "a,", ",a", "a,,b", "x".repeat(65));
        takes(Types.NAME_OF_ONE, "a", "7-b", "x".repeat(32));
        refuses(Types.NAME_OF_ONE, "", "-a", "A", "a_b", "x".repeat(33));
    }

    @Test
    void the_hash_of_a_key_is_one_or_empty() {
        String hash = "sha256:" + "ab".repeat(8) + ":" + "cd".repeat(32);
        takes(Types.KEY_HASH, "", hash);
        refuses(Types.KEY_HASH, "none", hash + "0", hash + ", " + hash);
        takes(Types.KEY_HASHES, "", hash, hash + ", " + hash);
        refuses(Types.KEY_HASHES, "none", hash + ",");
    }

    @Test
    void digits_go_without_their_plus() {
        assertThat(read(Types.DIGITS, "+46, 47")).isEqualTo(List.of("46", "47"));
        takes(Types.DIGITS, "", "1".repeat(20), "+" + "1".repeat(20));
        refuses(Types.DIGITS, "+", "46,", "4 6", "++46", "46+", "1".repeat(21), "abc");
    }

    @Test
    void a_url_is_of_http_with_a_host_and_neither_user_nor_fragment() {
        takes(Types.URL, "https://a.example/sms?x=1", "http://a.example", "http://a.example:1", "http://[::1]:65535/");
        refuses(
                Types.URL,
                "ftp://a.example/",
                "a.example/sms",
                "https:///sms",
                "mailto:a@a.example",
                "https://me@a.example/",
                "https://me:secret@a.example/",
                "https://a.example/#part",
                "https://a.example:0/",
                "https://a.example:65536/",
                "https://a b/",
                "");
    }

    @Test
    void ton_and_npi_are_an_octet_each() {
        assertThat(read(Types.TON_NPI, "as-is")).isEqualTo(Optional.empty());
        assertThat(read(Types.TON_NPI, "5/0")).isEqualTo(Optional.of(new Addresses.TonNpi(5, 0)));
        assertThat(read(Types.TON_NPI, "255 / 254")).isEqualTo(Optional.of(new Addresses.TonNpi(255, 254)));
        refuses(Types.TON_NPI, "", "5", "256/0", "0/256", "/1", "1/", "1/2/3", "-1/0");
    }

    @Test
    void a_part_of_an_id_is_its_beginning_or_its_end() {
        assertThat(read(Types.ID_PART, "all")).isEqualTo(IdPart.ALL);
        assertThat(read(Types.ID_PART, "first 1")).isEqualTo(new IdPart(true, 1));
        assertThat(read(Types.ID_PART, "last 64")).isEqualTo(new IdPart(false, 64));
        refuses(Types.ID_PART, "", "first", "first 0", "last 65", "middle 3", "3", "First 3");
    }

    @Test
    void what_an_smsc_may_be_asked_are_three_things() {
        assertThat(read(Types.ASKS, "query, cancel ,replace"))
                .isEqualTo(List.of(Asks.QUERY, Asks.CANCEL, Asks.REPLACE));
        refuses(Types.ASKS, "Query", "delete", "query,");
    }

    @Test
    void tiers_are_of_smscs_with_weights_each_named_once() {
        assertThat(read(RouteTypes.TIERS, "a*3, b > c * 100"))
                .isEqualTo(List.of(List.of(new Share("a", 3), new Share("b", 1)), List.of(new Share("c", 100))));
        refuses(RouteTypes.TIERS, "", "a,", "a >", "> a", "a > > b", "a, a", "a > a", "a*0", "a*101", "a*", "A", "-a");
    }

    @Test
    void a_network_is_an_mcc_or_an_mcc_and_an_mnc() {
        assertThat(read(RouteTypes.NETWORKS, "240, 24001,310260")).isEqualTo(List.of("240", "24001", "310260"));
        refuses(RouteTypes.NETWORKS, "24", "2400", "2400123", "240,", "se");
    }

    @Test
    void hours_are_days_a_span_or_both() {
        Set<DayOfWeek> all = EnumSet.allOf(DayOfWeek.class);
        LocalTime eight = LocalTime.of(8, 0);
        LocalTime six = LocalTime.of(18, 30);
        Object[][] hours = {
            {"08:00-18:30", new Hours(all, eight, six)},
            {"Mon-Fri 08:00-18:30", new Hours(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), eight, six)},
            {"sat", new Hours(Set.of(DayOfWeek.SATURDAY), LocalTime.MIDNIGHT, LocalTime.MIDNIGHT)},
            {
                "sat-mon 18:30-08:00",
                new Hours(Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY, DayOfWeek.MONDAY), six, eight)
            },
            {"fri-fri 08:00-24:00", new Hours(Set.of(DayOfWeek.FRIDAY), eight, LocalTime.MIDNIGHT)}
        };
        for (Object[] one : hours) {
            assertThat(read(RouteTypes.HOURS, (String) one[0])).as("%s", one).isEqualTo(List.of(one[1]));
        }
        assertThat((List<?>) read(RouteTypes.HOURS, "sat, sun 08:00-18:30")).hasSize(2);
        assertThat(read(RouteTypes.HOURS, "")).isEqualTo(List.of());
        refuses(RouteTypes.HOURS, "xyz", "mon-xyz", "xyz-mon", "25:00-26:00", "08:00", "8:00-9:00", "sat,", "sat,,sun");
    }

    @Test
    void a_tlv_that_is_asked_for_has_a_name_and_perhaps_a_value() {
        List<?> all = (List<?>) read(RouteTypes.TLVS, "entity = 17, dlt");
        assertThat(all).hasSize(2);
        assertThat(((RouteConfig.Tlv) all.get(0)).name()).isEqualTo("entity");
        assertThat(((RouteConfig.Tlv) all.get(0)).value()).isEqualTo("17");
        assertThat(((RouteConfig.Tlv) all.get(1)).name()).isEqualTo("dlt");
        assertThat(((RouteConfig.Tlv) all.get(1)).value()).isEmpty();
        refuses(RouteTypes.TLVS, "=17", "entity=", "entity,");
    }

    @Test
    void what_moves_a_message_on_is_named_in_small_letters() {
        assertThat(read(RouteTypes.FAILOVER, "down, no-receipt")).isEqualTo(Set.of(Failover.DOWN, Failover.NO_RECEIPT));
        refuses(RouteTypes.FAILOVER, "Down", "no_receipts", "down,", "up");
    }

    @Test
    void a_pattern_a_tag_and_a_country_are_such() {
        takes(RouteTypes.PATTERN, "", "^a+", "a".repeat(1_000));
        refuses(RouteTypes.PATTERN, "(", "(?=a)", "a".repeat(1_001));
        takes(RouteTypes.HOP_TAG, "", "0x1400", "0x3fff", "0x3FFF");
        assertThat(read(RouteTypes.HOP_TAG, "0x3FFF")).isEqualTo("0x3fff");
        refuses(RouteTypes.HOP_TAG, "0x13ff", "0x4000", "1400", "0x14000", "0x140");
        takes(RouteTypes.REGION, "", "SE");
        refuses(RouteTypes.REGION, "se", "XX", "SWE");
    }

    @Test
    void an_address_of_an_esme_is_one_or_a_range() {
        takes(
                EsmeTypes.ADDRESSES,
                "192.0.2.7",
                "192.0.2.0/24, 2001:db8::/32",
                "0.0.0.0/0",
                "192.0.2.7/32",
                "::1/128",
                "2001:db8::1");
        refuses(
                EsmeTypes.ADDRESSES,
                "192.0.2.7/33",
                "::1/129",
                "192.0.2",
                "192.0.2.0/",
                "host.example",
                "1.2.3.4,",
                "1.2.3.256");
    }

    @Test
    void a_receipt_has_an_id_and_a_state_and_no_field_twice() {
        takes(EsmeTypes.RECEIPT_TEXT, "{id} {stat}", "id:{id} {state} ~", "{id}{stat}" + "x".repeat(110));
        refuses(
                EsmeTypes.RECEIPT_TEXT,
                "{id}",
                "{stat}",
                "{id} {id} {stat}",
                "{id} {stat} {nothing}",
                "{id} {stat} {",
                "{id} {stat} }",
                "{id} {stat} é",
                "{id}\t{stat}",
                "{id}{stat}" + "x".repeat(111));
        takes(EsmeTypes.RECEIPT_DATES, "usual", "seconds", "milliseconds", "yyyyMMddHHmmss");
        refuses(EsmeTypes.RECEIPT_DATES, "yyyy MMMM dd EEEE EEEE EEEE", "nonsense{", "");
    }
}
