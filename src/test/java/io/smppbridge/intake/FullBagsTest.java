package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C88")
@Tag("F-20")
class FullBagsTest {
    private static final NoCredit FULL = new NoCredit("acme", Duration.ofSeconds(1));

    private long now = Duration.ofHours(1).toNanos();
    /** How much of the bags is free. */
    private double free = 1;

    private final BridgeStats stats = new BridgeStats();
    private final FullBags bags = new FullBags(this::door, stats, () -> now);

    private Optional<Refusal> door(boolean nearlyFull) {
        return free > (nearlyFull ? 0.1 : 0) ? Optional.empty() : Optional.of(FULL);
    }

    private void foundNoRoom() {
        stats.refused("no-credit").increment();
        bags.handedOver();
    }

    @Test
    void nothing_is_looked_at_while_nothing_is_free() {
        free = 0;
        assertThat(bags.refusesAll())
                .hasValueSatisfying(problem -> assertThat(problem.code()).isEqualTo("no-credit"));
        free = 0.01;
        assertThat(bags.refusesAll()).isEmpty();
    }

    @Test
    void after_one_that_found_no_room_a_tenth_has_to_be_free() {
        foundNoRoom();
        free = 0.05;
        assertThat(bags.refusesAll()).isPresent();
        free = 0.2;
        assertThat(bags.refusesAll()).isEmpty();
        free = 0.05;
        assertThat(bags.refusesAll()).as("all of it is filled again").isEmpty();
    }

    @Test
    void but_not_for_long_however_many_are_refused_meanwhile() {
        foundNoRoom();
        free = 0.05;
        for (int ms = 0; ms < FullBags.WARY.toMillis(); ms++) {
            assertThat(bags.refusesAll()).isPresent();
            now += 1_000_000;
        }
        assertThat(bags.refusesAll()).as("others may hold the rest for days").isEmpty();
    }

    @Test
    void one_that_found_room_says_nothing_of_the_next() {
        free = 0.05;
        bags.handedOver();
        assertThat(bags.refusesAll()).isEmpty();
    }

    @Test
    void the_same_refusal_is_the_same_answer() {
        free = 0;
        assertThat(bags.refusesAll().get()).isSameAs(bags.refusesAll().get());
    }

    @Test
    void one_that_found_no_room_counts_once_however_many_find_some_afterwards() {
        foundNoRoom();
        now += FullBags.WARY.toNanos();
        free = 0.05;
        bags.handedOver();
        assertThat(bags.refusesAll()).isEmpty();
    }

    @Test
    void how_many_requests_wait_is_told() {
        bags.waiting(3);
        bags.waiting(-1);
        assertThat(stats.waitingRequests.sum()).isEqualTo(2);
    }
}
