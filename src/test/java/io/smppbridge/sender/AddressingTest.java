package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Address;
import io.smppbridge.settings.Addresses;
import io.smppbridge.settings.Addresses.TonNpi;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C61")
class AddressingTest {
    private static final Addresses RULES = new Addresses(
            Optional.of(new TonNpi(5, 1)),
            Optional.of(new TonNpi(0, 1)),
            Optional.of(new TonNpi(2, 8)),
            Optional.of(new TonNpi(1, 9)),
            Optional.empty(),
            6,
            false);

    private final Addressing addressing = new Addressing();

    private void becomes(String written, int ton, int npi) {
        Address given = Address.of(written);
        assertThat(addressing.from(given, RULES)).isEqualTo(new Address(given.number(), ton, npi));
        assertThat(addressing.to(given, RULES)).isEqualTo(new Address(given.number(), ton, npi));
    }

    @Test
    void without_rules_addresses_go_as_they_are_and_nothing_is_made() {
        Address given = Address.of("Acme");
        assertThat(addressing.from(given, Addresses.AS_GIVEN)).isSameAs(given);
        assertThat(given).isEqualTo(new Address("Acme", 5, 0));
        assertThat(Address.of("72404")).isEqualTo(new Address("72404", 3, 0));
        assertThat(Address.of("+46701234567")).isEqualTo(new Address("46701234567", 1, 1));
    }

    @Test
    void each_kind_has_its_ton_and_npi() {
        becomes("Acme", 5, 1);
        becomes("72404", 0, 1);
        becomes("123456", 0, 1);
        becomes("0701234567", 2, 8);
        becomes("+46701234567", 1, 9);
        becomes("46701234567", 1, 9);
    }

    @Test
    void a_type_that_somebody_chose_stays() {
        Address abbreviated = new Address("1234567", 6, 1);
        Address unknown = new Address("46701234567", 0, 0);
        assertThat(addressing.from(abbreviated, RULES)).isSameAs(abbreviated);
        assertThat(addressing.from(unknown, RULES)).isSameAs(unknown);
        assertThat(addressing.from(Address.NONE, RULES)).isSameAs(Address.NONE);
    }

    @Test
    void recipients_may_have_one_of_their_own_and_senders_in_a_row_are_made_once() {
        Addresses rules = new Addresses(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new TonNpi(0, 1)),
                Optional.of(new TonNpi(1, 0)),
                4,
                false);
        Address number = Address.of("12345");
        assertThat(addressing.to(number, rules)).isEqualTo(new Address("12345", 1, 0));
        Address made = addressing.from(number, rules);
        assertThat(made).isEqualTo(new Address("12345", 0, 1));
        assertThat(addressing.from(Address.of("12345"), rules)).isSameAs(made);
        assertThat(addressing.from(Address.of("54321"), rules).number()).isEqualTo("54321");
    }

    @Test
    @Tag("C45")
    void letters_may_go_as_gsm_septets() {
        Addresses gsm = new Addresses(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 6, true);
        assertThat(addressing.from(Address.of("Å_bé"), gsm).number()).isEqualTo("\u000E\u0011b\u0005");
        assertThat(addressing.from(Address.of("72404"), gsm).number()).isEqualTo("72404");
        // Its septet is zero, which would end the field.
        assertThatThrownBy(() -> addressing.from(Address.of("a@b"), gsm))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sender-alphabet = gsm");
    }

    @Test
    void letters_that_the_address_cannot_hold_are_not_replaced() {
        assertThat(addressing.from(Address.of("£hop"), Addresses.AS_GIVEN).number())
                .isEqualTo("£hop");
        for (Addresses latin1 : List.of(Addresses.AS_GIVEN, RULES)) {
            assertThatThrownBy(() -> addressing.from(Address.of("ΔSHOP"), latin1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("sender with letters that sender-alphabet = latin1 of its SMSC does not hold");
        }
    }
}
