package io.smppbridge.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.settings.RouteConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RouteTableTest {
    private static final Address FROM = Address.of("Acme");

    private static RouteConfig rule(
            String name, int order, String prefix, String account, String from, String... smscs) {
        return new RouteConfig(name, order, list(prefix), list(account), list(from), List.of(smscs));
    }

    private static List<String> list(String values) {
        return values.isEmpty() ? List.of() : List.of(values.split(","));
    }

    private static String find(RouteTable table, String account, String from, String to) {
        return table.find(account, OutboundSms.to(to).from(from).text("x").build(), 0)
                .name();
    }

    @Test
    void the_first_rule_that_fits_wins_whatever_the_length_of_its_prefix() {
        RouteTable table = new RouteTable(List.of(
                rule("rest", 100, "", "", "", "x"),
                rule("sweden", 10, "46", "", "", "a"),
                rule("mobile", 5, "4670,4673", "", "", "b"),
                rule("never", 20, "46701", "", "", "c")));
        assertThat(find(table, "acme", "Acme", "46701234567")).isEqualTo("mobile");
        assertThat(find(table, "acme", "Acme", "46812345678")).isEqualTo("sweden");
        assertThat(find(table, "acme", "Acme", "4512345678")).isEqualTo("rest");
        assertThat(table.routes()).extracting(Route::name).containsExactly("mobile", "sweden", "never", "rest");
    }

    @Test
    void account_and_sender_narrow_a_rule() {
        RouteTable table = new RouteTable(
                List.of(rule("bank", 1, "46", "bank", "BANK,72404", "a"), rule("any", 2, "46", "", "", "b")));
        assertThat(find(table, "bank", "72404", "46701234567")).isEqualTo("bank");
        assertThat(find(table, "bank", "Other", "46701234567")).isEqualTo("any");
        assertThat(find(table, "acme", "BANK", "46701234567")).isEqualTo("any");
    }

    @Test
    void where_no_rule_fits_it_says_so_without_giving_the_number_away() {
        RouteTable table = new RouteTable(List.of(rule("sweden", 1, "46", "", "", "a")));
        Address to = Address.of("+4512345678");
        assertThat(find(table, "acme", "Acme", "+4512345678")).isEmpty();
        assertThat(Route.NONE.choose("46", s -> true, s -> true)).isEmpty();
        assertThat(RouteTable.noRoute("acme", FROM, to))
                .contains("4512345xxx", "acme")
                .doesNotContain("4512345678");
    }

    @Test
    @Tag("C95")
    void a_dead_bind_is_never_chosen_while_a_live_one_has_credit() {
        Route route = new RouteTable(List.of(rule("r", 1, "", "", "", "a", "b", "c")))
                .routes()
                .get(0);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            chosen.add(route.choose("46", s -> !s.equals("b"), s -> true));
        }
        assertThat(chosen).doesNotContain("b").contains("a", "c");
        assertThat(route.choose("46", s -> s.equals("b"), s -> !s.equals("b"))).isIn("a", "c");
        assertThat(route.choose("46", s -> false, s -> false)).isEmpty();
    }

    @Test
    @Tag("C95")
    void a_bind_that_comes_up_while_it_is_asked_about_still_gets_the_message() {
        Route route =
                new RouteTable(List.of(rule("r", 1, "", "", "", "a"))).routes().get(0);
        List<String> asked = new ArrayList<>();
        // Down the first time it is asked about, up ever after.
        assertThat(route.choose("46", s -> !asked.add(s) || asked.size() > 1, s -> true))
                .isEqualTo("a");
    }

    @Test
    void live_ones_are_used_in_turn_and_credit_is_taken_once() {
        Route route = new RouteTable(List.of(rule("r", 1, "", "", "", "a", "b")))
                .routes()
                .get(0);
        List<String> charged = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            route.choose("46", s -> true, charged::add);
        }
        assertThat(charged).hasSize(10);
        assertThat(charged.stream().filter("a"::equals).count()).isEqualTo(5);
    }

    @Test
    void a_prefix_with_other_characters_than_digits_is_refused() {
        assertThatThrownBy(() -> new RouteTable(List.of(rule("r", 1, "46x", "", "", "a"))))
                .hasMessageContaining("\"46x\", expected digits");
    }

    /** Who has given credit is charged for the message: one that is passed over must not have been asked. */
    @Test
    @Tag("C95")
    void only_of_an_smsc_that_lives_is_credit_taken_while_one_does() {
        Route route = new RouteTable(List.of(rule("r", 1, "", "", "", "a", "b", "c")))
                .routes()
                .get(0);
        List<String> charged = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            assertThat(route.choose("46", s -> s.equals("b"), charged::add)).isEqualTo("b");
            assertThat(route.chooseOther("46", List.of("a"), s -> !s.equals("b"), charged::add))
                    .isEqualTo("c");
        }
        assertThat(charged).containsExactly("b", "c", "b", "c", "b", "c");
    }

    @Test
    @Tag("C95")
    void each_is_asked_for_credit_once_however_many_turns_it_has() {
        Route route = new RouteTable(List.of(new RouteConfig(
                        "r",
                        1,
                        RouteConfig.Match.simple(List.of(), List.of(), List.of()),
                        new RouteConfig.Target(
                                List.of(List.of(
                                        new RouteConfig.Share("a", 3),
                                        new RouteConfig.Share("b", 2),
                                        new RouteConfig.Share("c", 1))),
                                false,
                                Set.of()))))
                .routes()
                .get(0);
        for (int i = 0; i < 6; i++) {
            List<String> asked = new ArrayList<>();
            assertThat(route.chooseOther("46", List.of(), s -> true, s -> !asked.add(s)))
                    .isEmpty();
            assertThat(asked).containsExactlyInAnyOrder("a", "b", "c");
        }
    }

    @Test
    void a_prefix_may_be_written_with_its_plus() {
        RouteTable table =
                new RouteTable(List.of(rule("sweden", 1, "+46", "", "", "a"), rule("rest", 2, "", "", "", "b")));
        assertThat(find(table, "acme", "Acme", "46701234567")).isEqualTo("sweden");
    }

    @Test
    void only_what_a_route_asks_for_moves_a_message_on() {
        RouteTable table = new RouteTable(List.of(new RouteConfig(
                "r",
                1,
                RouteConfig.Match.simple(List.of(), List.of(), List.of()),
                new RouteConfig.Target(
                        List.of(List.of(new RouteConfig.Share("a", 1))), false, Set.of(RouteConfig.Failover.DOWN)))));
        assertThat(table.mayFailOver(RouteConfig.Failover.DOWN)).isTrue();
        assertThat(table.mayFailOver(RouteConfig.Failover.UNANSWERED)).isFalse();
    }
}
