package io.smppbridge.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NoRoute;
import io.smppbridge.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which frames a stream's client gets for what became of its messages. */
@Tag("C94")
class StreamAcksTest {
    private static final long FIRST = 11;
    private static final SendOutcome TAKEN =
            new Acceptance(new TaskId(7), Encoding.GSM7, 1, "", "", "telia", false, SendOutcome.Durability.FORCED);
    private static final SendOutcome NO_ROOM = new NoCredit("telia", Duration.ofSeconds(1));
    private static final SendOutcome NO_ROUTE = new NoRoute("none");

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final StreamAcks acks = new StreamAcks(channel);

    StreamAcksTest() {
        acks.begin(FIRST - 1);
    }

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    private static StreamBatch decided(long first, SendOutcome... outcomes) {
        StreamBatch batch = new StreamBatch(first, false, 1);
        for (int i = 0; i < outcomes.length; i++) {
            batch.add(OutboundSms.to("46701234567").text("text " + i).build());
        }
        batch.decide(outcomes);
        return batch;
    }

    /** What has been sent: an ACK as its id and how many it skips, a refusal as its id and code. */
    private List<String> sent() {
        acks.flush();
        List<String> frames = new ArrayList<>();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            while (out.isReadable()) {
                long id = out.readLongLE();
                int count = out.readIntLE();
                String json = count >= 0
                        ? ""
                        : out.readCharSequence(count & 0x7FFFFFFF, StandardCharsets.UTF_8)
                                .toString();
                frames.add(id + (count >= 0 ? " +" + count : json.contains("\"no-route\"") ? " no-route" : json));
            }
            out.release();
        }
        return frames;
    }

    @Test
    void a_refusal_stands_behind_the_ack_of_all_before_it_and_before_that_of_those_behind() {
        StreamBatch batch = decided(FIRST, TAKEN, TAKEN, NO_ROUTE, TAKEN, TAKEN);
        assertThat(acks.answer(batch, false)).isEqualTo(5);
        assertThat(acks.isDue()).isTrue();
        acks.acknowledge();
        assertThat(sent()).containsExactly("12 +1", "13 no-route", "15 +1");
    }

    @Test
    void what_follows_on_a_refusal_skips_none_of_those_it_covers() {
        acks.answer(decided(FIRST, TAKEN, NO_ROUTE), false);
        acks.acknowledge();
        assertThat(sent()).containsExactly("11 +0", "12 no-route");
        acks.answer(decided(13, TAKEN, TAKEN, TAKEN), false);
        acks.acknowledge();
        assertThat(sent()).containsExactly("15 +2");
        acks.acknowledge();
        assertThat(sent()).isEmpty();
    }

    @Test
    void who_asks_for_it_gets_an_ack_for_each() {
        acks.answer(decided(FIRST, TAKEN, NO_ROUTE, TAKEN, TAKEN), true);
        assertThat(sent()).containsExactly("11 +0", "12 no-route", "13 +0", "14 +0");
    }

    @Test
    void only_the_decided_beginning_is_answered_and_nothing_twice() {
        StreamBatch batch = decided(FIRST, TAKEN, NO_ROUTE, NO_ROOM, TAKEN);
        assertThat(acks.answer(batch, false)).isEqualTo(2);
        acks.acknowledge();
        assertThat(sent()).containsExactly("11 +0", "12 no-route");
        assertThat(acks.answer(batch, false)).isZero();
        acks.acknowledge();
        assertThat(sent()).isEmpty();
        batch.decide(new SendOutcome[] {TAKEN});
        assertThat(acks.answer(batch, false)).isEqualTo(2);
        acks.acknowledge();
        assertThat(sent()).containsExactly("14 +1");
    }
}
