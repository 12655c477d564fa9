package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.http.Gate.Verdict.Closed;
import io.smppbridge.http.Gate.Verdict.Open;
import io.smppbridge.http.Gate.Verdict.Paused;
import io.smppbridge.settings.KeyHash;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KeyGateTest {
    private final AtomicLong nanos = new AtomicLong(1);
    private final Map<String, List<String>> hashes = new HashMap<>();
    private final List<String> keys = new ArrayList<>();
    private InetAddress here;
    private InetAddress there;
    private KeyGate gate;

    @BeforeEach
    void make() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 50; i++) {
            KeyHash.NewKey key = KeyHash.create(random);
            keys.add(key.key().reveal());
            hashes.put("account" + i, List.of(key.hash().toString()));
        }
        gate = new KeyGate(new KeyRing(hashes), nanos::get);
        here = InetAddress.getByName("192.0.2.1");
        there = InetAddress.getByName("192.0.2.2");
    }

    @Test
    void a_key_opens_for_its_holder_whether_asked_once_or_again() {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < keys.size(); i++) {
                assertThat(gate.check("Bearer " + keys.get(i), here)).isEqualTo(new Open("account" + i));
            }
        }
        assertThat(gate.check(basic("account3", keys.get(3)), here)).isEqualTo(new Open("account3"));
        assertThat(gate.check(basic("account4", keys.get(3)), here)).isEqualTo(new Closed());
    }

    @Test
    void what_is_no_key_stays_outside() {
        for (String header : List.of("", "Bearer", "Bearer ", "Basic ???", "Digest x", "Bearer " + "x".repeat(5000))) {
            assertThat(gate.check(header, here)).as(header).isEqualTo(new Closed());
        }
    }

    @Test
    @Tag("S-09")
    @Tag("C106")
    void wrong_keys_pause_their_address_and_no_other_and_no_key_that_worked() {
        String known = "Bearer " + keys.get(0);
        gate.check(known, here);
        for (int i = 0; i < WrongKeys.BURST; i++) {
            assertThat(gate.check("Bearer wrong" + i, here)).isInstanceOf(Closed.class);
        }

        assertThat(gate.check("Bearer wrong", here)).isInstanceOf(Paused.class);
        assertThat(gate.check("Bearer " + keys.get(1), here)).isInstanceOf(Paused.class);
        assertThat(gate.check(known, here)).isInstanceOf(Open.class);
        assertThat(gate.check("Bearer wrong", there)).isInstanceOf(Closed.class);

        nanos.addAndGet(6_000_000_001L);
        assertThat(gate.check("Bearer " + keys.get(1), here)).isInstanceOf(Open.class);
    }

    @Test
    void a_replaced_key_stops_opening_at_once() {
        gate.check("Bearer " + keys.get(0), here);
        hashes.remove("account0");
        gate.replace(new KeyRing(hashes));

        assertThat(gate.check("Bearer " + keys.get(0), here)).isEqualTo(new Closed());
        assertThat(gate.check("Bearer " + keys.get(1), here)).isEqualTo(new Open("account1"));
    }

    @Test
    void a_key_that_worked_opens_a_paused_address_also_when_the_keys_were_replaced_meanwhile() {
        String known = "Bearer " + keys.get(0);
        String revoked = "Bearer " + keys.get(1);
        gate.check(known, here);
        gate.check(revoked, here);
        for (int i = 0; i < WrongKeys.BURST; i++) {
            gate.check("Bearer wrong" + i, here);
        }
        gate.replace(new KeyRing(hashes));
        hashes.remove("account1");
        gate.replace(new KeyRing(hashes));

        assertThat(gate.check(known, here)).isInstanceOf(Open.class);
        assertThat(gate.check(revoked, here)).isInstanceOf(Closed.class);
        assertThat(gate.check(revoked, here)).isInstanceOf(Paused.class);
        assertThat(gate.check("Bearer wrong", here)).isInstanceOf(Paused.class);
    }

    private static String basic(String name, String key) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + key).getBytes(StandardCharsets.UTF_8));
    }
}
