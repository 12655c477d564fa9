package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class UnboundTest {
    private final Unbound unbound = new Unbound();

    /** Who has one address of a /64 has 2^64, and with a hundred connections from each would fill the listener. */
    @Test
    @Tag("S-22")
    void the_addresses_of_one_ipv6_network_are_bounded_together_and_keep_out_no_other() throws Exception {
        for (int i = 1; i <= 100; i++) {
            assertThat(unbound.enter(address("2001:db8:0:1::" + Integer.toHexString(i)), 100))
                    .isTrue();
        }
        assertThat(unbound.enter(address("2001:db8:0:1:ffff::1"), 100)).isFalse();
        assertThat(unbound.enter(address("2001:db8:0:2::1"), 100)).isTrue();
        assertThat(unbound.enter(address("192.0.2.1"), 100)).isTrue();
    }

    @Test
    @Tag("S-22")
    void each_ipv4_address_counts_for_itself() throws Exception {
        assertThat(unbound.enter(address("192.0.2.1"), 1)).isTrue();
        assertThat(unbound.enter(address("192.0.2.1"), 1)).isFalse();
        assertThat(unbound.enter(address("192.0.2.2"), 1)).isTrue();
    }

    @Test
    void who_has_left_makes_room_and_nothing_is_kept_of_them() throws Exception {
        List<InetAddress> here = new ArrayList<>();
        for (String each : List.of("2001:db8::1", "2001:db8::2", "192.0.2.1")) {
            here.add(address(each));
        }
        here.forEach(peer -> unbound.enter(peer, 2));
        assertThat(unbound.enter(address("2001:db8::3"), 2)).isFalse();
        unbound.leave(address("2001:db8::3")); // it was closed
        unbound.leave(here.get(0));
        assertThat(unbound.enter(here.get(0), 2)).isTrue();
        here.forEach(unbound::leave);
        assertThat(unbound.isEmpty()).isTrue();
    }

    private static InetAddress address(String text) throws UnknownHostException {
        return InetAddress.getByName(text);
    }
}
