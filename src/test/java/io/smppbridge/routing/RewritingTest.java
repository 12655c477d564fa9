package io.smppbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages are changed before a route is sought, and it is told what was changed. */
class RewritingTest {
    private static final String ACCOUNT = "local";

    @TempDir
    Path directory;

    private LoadOutcome load(String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "smsc.a.host = a.example", "smsc.a.system-id = me", "smsc.a.password = secret", "smsc.a.rate = 10"));
        all.addAll(List.of(lines));
        return BridgeConfig.load(Files.write(directory.resolve("bridge.properties"), all), Map.of(), Map.of());
    }

    private Rewriting rewriting(String... lines) throws IOException {
        LoadOutcome outcome = load(lines);
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        return new Rewriting(((LoadOutcome.Loaded) outcome).config().routing());
    }

    private static OutboundSms sms(String from, String to, String text) {
        return OutboundSms.to(to).from(from).text(text).build();
    }

    @Test
    void without_rules_it_is_empty() throws IOException {
        assertThat(rewriting().isEmpty()).isTrue();
    }

    @Test
    @Tag("S2.15")
    void recipient_sender_and_text_are_changed_in_order_and_each_change_is_told() throws IOException {
        Rewriting rewriting = rewriting(
                "rewrite.dialled.field = to",
                "rewrite.dialled.pattern = ^00",
                "rewrite.dialled.order = 1",
                "rewrite.short.field = from",
                "rewrite.short.pattern = ^Acme.*$",
                "rewrite.short.replace = 72404",
                "rewrite.short.prefix = 46",
                "rewrite.code.field = text",
                "rewrite.code.pattern = (?i)code (\\\\d+)",
                "rewrite.code.replace = $1 is your code");
        Rewritten done = rewriting.apply(ACCOUNT, sms("AcmeBank", "0046701234567", "Code 4711."));
        assertThat(done.faults()).isEmpty();
        assertThat(done.sms().to().number()).isEqualTo("46701234567");
        assertThat(done.sms().to().ton()).isEqualTo(1);
        assertThat(done.sms().from().number()).isEqualTo("72404");
        assertThat(done.sms().from().ton()).isEqualTo(3);
        assertThat(done.sms().text()).isEqualTo("4711 is your code.");
        assertThat(done.changes())
                .containsExactly(
                        "to: 0046701234567 became 46701234567 (rule dialled)",
                        "from: AcmeBank became 72404 (rule short)",
                        "text: changed (rule code)");
        assertThat(rewriting.apply(ACCOUNT, sms("AcmeBank", "4512345678", "x")).changes())
                .isEmpty();
    }

    @Test
    void a_rule_that_leaves_no_number_refuses_the_message_and_names_itself() throws IOException {
        Rewriting rewriting = rewriting("rewrite.all.field = to", "rewrite.all.pattern = \\\\d");
        assertThat(rewriting.apply(ACCOUNT, sms("", "46701234567", "x")).faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.reason()).contains("rule all"));
    }

    @Test
    void national_numbers_of_an_account_with_a_region_become_international() throws IOException {
        Rewriting rewriting =
                rewriting("account.local.key-hash =", "account.local.region = SE", "account.other.key-hash =");
        String[][] cases = {
            {"0701234567", "46701234567"},
            {"0046701234567", "46701234567"},
            {"46701234567", "46701234567"},
            {"4520123456", "4520123456"},
            {"72404", "72404"},
        };
        for (String[] one : cases) {
            Rewritten done = rewriting.apply(ACCOUNT, sms("", one[0], "x"));
            assertThat(done.sms().to().number()).as(one[0]).isEqualTo(one[1]);
            assertThat(done.changes()).hasSize(one[0].equals(one[1]) ? 0 : 1);
        }
        assertThat(rewriting.apply("other", sms("", "0701234567", "x")).changes())
                .isEmpty();
    }

    @Test
    void what_was_written_with_a_plus_goes_to_the_country_that_it_names() throws IOException {
        Rewriting rewriting = rewriting(
                "account.de.key-hash =", "account.de.region = DE", "account.us.key-hash =", "account.us.region = US");
        String[][] cases = {
            {"de", "+431234567", "431234567"},
            {"de", "431234567", "49431234567"},
            {"us", "+4799876543", "4799876543"},
            {"us", "4799876543", "14799876543"},
            {"us", "+14799876543", "14799876543"},
            {"de", "+0301234567", "49301234567"},
        };
        for (String[] one : cases) {
            char[] inPlace = ("x" + one[1]).toCharArray();
            OutboundSms message = OutboundSms.to(Address.of(inPlace, 1, one[1].length()))
                    .text("x")
                    .build();
            assertThat(rewriting.apply(one[0], message).sms().to().number())
                    .as(one[1])
                    .isEqualTo(one[2]);
            assertThat(rewriting.apply(one[0], sms("", one[1], "x")).sms().to().number())
                    .as(one[1])
                    .isEqualTo(one[2]);
        }
    }

    @Test
    void what_is_wrong_with_a_rule_is_told() throws IOException {
        String[][] wrong = {
            {"rewrite.x.field = to"},
            {"rewrite.x.field = subject", "rewrite.x.pattern = a"},
            {"rewrite.x.field = to", "rewrite.x.pattern = ("},
            {"rewrite.x.field = to", "rewrite.x.pattern = (a)", "rewrite.x.replace = $2"},
            {"rewrite.x.field = to", "rewrite.x.pattern = a", "rewrite.x.replace = 5$"},
            {"rewrite.x.field = to", "rewrite.x.pattern = a", "rewrite.x.account = nobody"},
            {"account.x.region = Sweden"},
        };
        for (String[] lines : wrong) {
            assertThat(load(lines))
                    .as(String.join(", ", lines))
                    .isInstanceOfSatisfying(
                            LoadOutcome.Faulty.class,
                            faulty -> assertThat(faulty.faults()).hasSize(1));
        }
    }

    @Test
    void a_rule_of_an_account_is_for_that_one_alone_and_none_changes_octets_or_what_stays_the_same()
            throws IOException {
        Rewriting rewriting = rewriting(
                "account.local.key-hash =",
                "rewrite.code.field = text",
                "rewrite.code.pattern = x",
                "rewrite.code.replace = y",
                "rewrite.code.account = local",
                "rewrite.same.field = text",
                "rewrite.same.pattern = a",
                "rewrite.same.replace = a");
        assertThat(rewriting.apply(ACCOUNT, sms("", "46701234567", "x a")).sms().text())
                .isEqualTo("y a");
        assertThat(rewriting.apply("other", sms("", "46701234567", "x a")).changes())
                .isEmpty();
        OutboundSms octets =
                OutboundSms.to("46701234567").binary(new byte[] {'x'}).build();
        Rewriting always = rewriting("rewrite.x.field = text", "rewrite.x.pattern = ^", "rewrite.x.replace = x");
        Rewritten done = always.apply(ACCOUNT, octets);
        assertThat(done.changes()).isEmpty();
        assertThat(done.sms().isBinary()).isTrue();
    }

    @Test
    void a_destination_with_letters_and_a_text_beyond_all_bounds_are_refused() throws IOException {
        Rewriting letters = rewriting("rewrite.x.field = to", "rewrite.x.pattern = ^46", "rewrite.x.replace = A");
        assertThat(letters.apply(ACCOUNT, sms("", "46701234567", "x")).faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.reason()).contains("other characters than digits"));
        Rewriting growing = rewriting(
                "rewrite.x.field = text", "rewrite.x.pattern = a", "rewrite.x.replace = " + "b".repeat(1_000));
        assertThat(growing.apply(ACCOUNT, sms("", "46701234567", "a".repeat(100)))
                        .faults())
                .isEmpty();
        assertThat(growing.apply(ACCOUNT, sms("", "46701234567", "a".repeat(101)))
                        .faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.reason()).contains("101000 characters"));
    }
}
