package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.stats.BridgeStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is checked of messages from the same process before they go on. */
class InProcessTest {
    private static final String SMILE = "\ud83d\ude00";
    private static final String HALF = "ab\ud83d";

    /** Has no room for anybody, and says for whom. */
    private static final class Behind implements MiddleWare {
        final List<List<OutboundSms>> calls = new ArrayList<>();

        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            calls.add(list);
            done.accept(list.stream().map(Behind::said).toArray(SendOutcome[]::new));
        }

        static SendOutcome said(OutboundSms sms) {
            return new SendOutcome.NoCredit(sms.text(), Duration.ofSeconds(1));
        }

        @Override
        public void listen(InboundListener listener) {}
    }

    private final Behind behind = new Behind();
    private final BridgeStats stats = new BridgeStats();
    private final MiddleWare door = new InProcess(behind, stats);

    private static OutboundSms.Builder message() {
        return OutboundSms.to("46701234567").text("hello");
    }

    private List<Fault> faults(OutboundSms.Builder message) {
        SendOutcome outcome = door.send(message.build()).join();
        assertThat(outcome).isInstanceOf(SendOutcome.Invalid.class);
        return ((SendOutcome.Invalid) outcome).faults();
    }

    @Test
    void half_of_a_surrogate_pair_is_refused_in_every_field_that_goes_out_or_comes_back() {
        assertThat(faults(message().text(HALF)))
                .containsExactly(new Fault(
                        "text",
                        "bad-value",
                        "half of a surrogate pair, \\ud83d at 2, which is no character; expected both halves or none"));
        assertThat(faults(message().text("\ude00\ud83d"))).hasSize(1);
        assertThat(faults(message().clientRef(HALF))).extracting(Fault::field).containsExactly("clientRef");
        assertThat(faults(message().tags(Map.of(HALF, "x"))))
                .extracting(Fault::field)
                .containsExactly("tags");
        assertThat(faults(message().tags(Map.of("x", HALF))))
                .extracting(Fault::field)
                .containsExactly("tags");
        assertThat(faults(message().tlv("x", HALF))).extracting(Fault::field).containsExactly("tlvs");
        assertThat(faults(message().text(HALF).clientRef(HALF)))
                .extracting(Fault::field)
                .containsExactly("text", "clientRef");
        assertThat(stats.refused("invalid").sum()).isEqualTo(7);
    }

    @Test
    void the_others_of_its_list_go_on_and_each_outcome_stands_at_its_place() {
        OutboundSms first = message().text("first").build();
        OutboundSms second = message().text("second").build();
        List<SendOutcome> outcomes =
                door.send(List.of(first, message().text(HALF).build(), second)).join();
        assertThat(behind.calls).containsExactly(List.of(first, second));
        assertThat(outcomes.get(0)).isEqualTo(Behind.said(first));
        assertThat(outcomes.get(1)).isInstanceOf(SendOutcome.Invalid.class);
        assertThat(outcomes.get(2)).isEqualTo(Behind.said(second));
    }

    @Test
    void whole_pairs_go_on_as_the_list_that_came() {
        List<OutboundSms> list = List.of(message()
                .text(SMILE + "a" + SMILE)
                .clientRef(SMILE)
                .tags(Map.of(SMILE, SMILE))
                .build());
        door.send(list).join();
        assertThat(behind.calls).hasSize(1).first().isSameAs(list);
    }

    @Test
    void null_is_told_at_once_and_nothing_of_the_list_is_taken() {
        OutboundSms good = message().build();
        assertThatNullPointerException()
                .isThrownBy(() -> door.send(Arrays.asList(good, null), outcomes -> {}))
                .withMessage("list[1] of 2 is null, expected a message; nothing of the list is taken");
        assertThatNullPointerException()
                .isThrownBy(() -> door.send(List.of(good), null))
                .withMessageStartingWith("done is null");
        assertThatNullPointerException()
                .isThrownBy(() -> door.send((List<OutboundSms>) null))
                .withMessageStartingWith("list is null");
        assertThatNullPointerException()
                .isThrownBy(() -> door.send((OutboundSms) null))
                .withMessageStartingWith("sms is null");
        assertThat(behind.calls).isEmpty();
    }
}
