package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NoRoute;
import io.smppbridge.Streamed;
import io.smppbridge.TaskId;
import io.smppbridge.http.Problem;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is decided of a batch, what is offered again, and what may be acknowledged, when room comes and goes in the middle of it. */
class StreamBatchTest {
    private static final long FIRST = 1_001;
    private static final SendOutcome TAKEN =
            new Acceptance(new TaskId(7), Encoding.GSM7, 1, "", "", "telia", false, SendOutcome.Durability.FORCED);
    private static final SendOutcome NO_ROOM = new NoCredit("telia", Duration.ofSeconds(1));
    private static final SendOutcome NO_ROUTE = new NoRoute("none");

    private static StreamBatch batch(boolean named, int count) {
        StreamBatch batch = new StreamBatch(FIRST, named, 1);
        for (int i = 0; i < count; i++) {
            batch.add(OutboundSms.to("46701234567").text("text " + i).build());
        }
        return batch;
    }

    private static List<String> waiting(StreamBatch batch) {
        return batch.waiting().stream().map(StreamBatchTest::text).toList();
    }

    private static String text(Streamed one) {
        return one instanceof OutboundSms sms ? sms.text() : "unreadable";
    }

    @Test
    void without_a_name_only_what_found_no_room_is_offered_again_and_nothing_behind_it_is_covered() {
        StreamBatch batch = batch(false, 5);
        batch.offered();
        batch.decide(new SendOutcome[] {TAKEN, NO_ROOM, TAKEN, NO_ROOM, NO_ROUTE});
        assertThat(waiting(batch)).containsExactly("text 1", "text 3");
        assertThat(batch.decided()).isEqualTo(1);
        batch.decide(new SendOutcome[] {NO_ROOM, TAKEN});
        assertThat(waiting(batch)).containsExactly("text 1");
        assertThat(batch.decided()).isEqualTo(1);
        batch.decide(new SendOutcome[] {NO_ROUTE});
        assertThat(batch.isDecided()).isTrue();
        assertThat(batch.decided()).isEqualTo(5);
        assertThat(IntStream.range(0, 5).filter(place -> batch.problem(place) != null))
                .containsExactly(1, 4);
    }

    @Test
    void with_a_name_everything_from_the_first_that_found_no_room_on_is_offered_again() {
        StreamBatch batch = batch(true, 5);
        batch.offered();
        batch.decide(new SendOutcome[] {TAKEN, TAKEN, NO_ROOM, NO_ROOM, NO_ROUTE});
        assertThat(waiting(batch)).containsExactly("text 2", "text 3", "text 4");
        assertThat(batch.firstWaiting()).isEqualTo(FIRST + 2);
        assertThat(batch.decided()).isEqualTo(2);
        assertThat(batch.hasRefusals()).isFalse();
        batch.decide(new SendOutcome[] {TAKEN, NO_ROOM, TAKEN});
        assertThat(waiting(batch)).containsExactly("text 3", "text 4");
        assertThat(batch.firstWaiting()).isEqualTo(FIRST + 3);
        batch.decide(new SendOutcome[] {TAKEN, NO_ROUTE});
        assertThat(batch.isDecided()).isTrue();
        assertThat(batch.problem(4)).isNotNull();
    }

    @Test
    void an_id_whose_message_cannot_be_read_keeps_its_own_problem_and_its_place_among_those_with_a_name() {
        for (boolean named : new boolean[] {true, false}) {
            StreamBatch batch = batch(named, 1);
            Problem problem = Problem.of(400, "json", "no JSON");
            batch.add(problem);
            batch.add(OutboundSms.to("46701234567").text("last").build());
            assertThat(batch.count()).isEqualTo(3);
            SendOutcome invalid = new SendOutcome.Invalid(List.of());
            if (named) {
                assertThat(waiting(batch)).containsExactly("text 0", "unreadable", "last");
                batch.decide(new SendOutcome[] {TAKEN, invalid, NO_ROOM});
            } else {
                assertThat(waiting(batch)).containsExactly("text 0", "last");
                batch.decide(new SendOutcome[] {TAKEN, NO_ROOM});
            }
            assertThat(batch.decided()).isEqualTo(2);
            assertThat(batch.firstWaiting()).isEqualTo(FIRST + 2);
            assertThat(batch.problem(1)).isSameAs(problem);
            assertThat(batch.problem(0)).isNull();
        }
    }

    @Test
    void it_waits_to_be_offered_unless_it_is_at_the_door_or_pauses() {
        StreamBatch batch = batch(true, 2);
        assertThat(batch.isWaiting()).isTrue();
        batch.offered();
        assertThat(batch.isWaiting()).isFalse();
        batch.decide(new SendOutcome[] {TAKEN, NO_ROOM});
        batch.pause();
        assertThat(batch.isWaiting()).isFalse();
        batch.offered();
        assertThat(batch.isAtDoor()).isTrue();
        batch.decide(new SendOutcome[] {TAKEN});
        assertThat(batch.isWaiting()).isFalse();
    }
}
