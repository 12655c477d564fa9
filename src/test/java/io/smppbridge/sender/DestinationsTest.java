package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who waits for whom, and who no longer. */
@Tag("C43")
class DestinationsTest {
    private static final long NOW = 1_760_000_000_000L;

    private final TaskBag bag = new TaskBag("telia", 100, NOW);
    private final Destinations destinations = new Destinations(bag);

    /** As the one who takes it from the bag has it. */
    private static Task taken(long id, long expiresAtMs) {
        OutboundSms sms = OutboundSms.to("46700000111").text("hello").build();
        Task task = new Task("acme", "telia", sms, expiresAtMs, new Parts(new byte[1][10], 0, false, false, -1));
        task.named(id);
        assertThat(task.claim()).isTrue();
        return task;
    }

    private static Task taken(long id) {
        return taken(id, Long.MAX_VALUE);
    }

    @Test
    void one_that_was_read_back_from_the_journal_is_still_the_first_and_is_seen_to_be_withdrawn() {
        assertThat(destinations.enter(taken(1))).isTrue();
        Task readBack = taken(1);
        assertThat(destinations.enter(readBack)).isTrue();
        assertThat(destinations.enter(taken(2))).isFalse();
        destinations.sweep(NOW);
        assertThat(bag.ready()).isZero();
        readBack.unclaim();
        assertThat(readBack.withdraw()).isTrue();
        destinations.sweep(NOW);
        assertThat(bag.ready()).isEqualTo(1);
    }

    @Test
    void one_that_somebody_has_in_hand_is_waited_for_however_late_it_is() {
        Task late = taken(1, NOW - 120_000);
        assertThat(destinations.enter(late)).isTrue();
        assertThat(destinations.enter(taken(2))).isFalse();
        destinations.sweep(NOW);
        assertThat(bag.ready()).isZero();
        late.unclaim();
        destinations.sweep(NOW);
        assertThat(bag.ready()).isEqualTo(1);
    }

    @Test
    void behind_one_that_was_withdrawn_the_next_leads_and_the_others_wait_for_that() {
        Task first = taken(1);
        assertThat(destinations.enter(first)).isTrue();
        assertThat(destinations.enter(taken(2))).isFalse();
        first.unclaim();
        assertThat(first.withdraw()).isTrue();
        destinations.sweep(NOW);
        assertThat(destinations.enter(taken(3))).isFalse();
        Task second = taken(2);
        assertThat(destinations.enter(second)).isTrue();
        destinations.over(second);
        Task third = taken(3);
        assertThat(destinations.enter(third)).isTrue();
        third.unclaim();
        assertThat(third.withdraw()).isTrue();
        destinations.sweep(NOW);
        assertThat(destinations.size()).isZero();
    }

    @Test
    void what_was_withdrawn_while_it_waited_does_not_come_back_when_order_no_longer_matters() {
        assertThat(destinations.enter(taken(1))).isTrue();
        Task second = taken(2);
        assertThat(destinations.enter(second)).isFalse();
        assertThat(destinations.enter(taken(3))).isFalse();
        assertThat(second.withdraw()).isTrue();
        destinations.open();
        assertThat(bag.ready()).isEqualTo(1);
        assertThat(destinations.size()).isZero();
    }
}
