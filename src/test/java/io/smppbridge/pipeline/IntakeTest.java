package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a call gets into the ring when nobody takes anything out of it. */
class IntakeTest {
    private static final int RING = 64;

    @TempDir
    Path directory;

    private final RingBuffer<OutboundSlot> ring =
            RingBuffer.createMultiProducer(OutboundSlot::new, RING, new BusySpinWaitStrategy());
    private final BridgeStats stats = new BridgeStats();
    private final AtomicInteger rung = new AtomicInteger();
    private final Rooms rooms = new Rooms();

    private Intake intake(Lanes lanes) {
        ring.addGatingSequences(new Sequence(-1));
        Admission admission = new Admission(
                () -> lanes,
                new ConsentCheck(new ConsentList(new SegmentUse()), () -> lanes, stats),
                InstantSource.system());
        return new Intake(
                PipelineRig.ACCOUNT,
                "test",
                SendOutcome.Durability.FORCED,
                Intake.Caller.PLATFORM,
                new Intake.Shared(
                        admission,
                        rooms,
                        ring,
                        rung::incrementAndGet,
                        Optional::empty,
                        listener -> {},
                        new SlowAnswers(Duration.ZERO, stats.slowAnswers),
                        stats,
                        Ticker.SYSTEM));
    }

    @Test
    void a_call_with_more_messages_than_the_ring_has_room_for_gets_in_as_many_as_fit_in_order() {
        Lanes lanes = Lanes.of(PipelineRig.config(directory), new LaneNumbers(), stats, 1);
        Intake intake = intake(lanes);
        int credits = lanes.find("a").orElseThrow().bag().credits();
        OutboundSms sms = OutboundSms.of("46701234567", "x");
        SendOutcome[][] told = new SendOutcome[2][];

        intake.send(Collections.nCopies(30, sms), outcomes -> told[0] = outcomes);
        intake.send(Collections.nCopies(100, sms), outcomes -> told[1] = outcomes);

        assertThat(ring.getCursor()).isEqualTo(RING - 1);
        assertThat(rung).hasValue(2);
        for (int i = 0; i < RING; i++) {
            assertThat(ring.get(i).index).isEqualTo(i < 30 ? i : i - 30);
            assertThat(ring.get(i).task).isNotNull();
        }
        assertThat(stats.refused("not-accepting").sum()).isEqualTo(66);
        assertThat(lanes.find("a").orElseThrow().bag().credits())
                .as("what found no room has given its credit back")
                .isEqualTo(credits - RING);
        assertThat(told[0]).as("nobody has decided about these").isNull();
        assertThat(told[1]).as("nor about all of those").isNull();
        SendBatch second = ring.get(RING - 1).batch;
        SendOutcome late = new SendOutcome.NotAccepting("late", Duration.ZERO);
        for (int i = 30; i < RING; i++) {
            second.decide(ring.get(i).index, late);
        }
        assertThat(Arrays.stream(told[1]).filter(outcome -> outcome == late)).hasSize(34);
        assertThat(told[1]).doesNotContainNull();
        assertThat(told[1][33]).isSameAs(late);
        assertThat(((SendOutcome.NotAccepting) told[1][34]).reason()).isEqualTo("the intake ring is full");
    }

    @Test
    void what_a_call_has_published_before_it_fails_is_rung_for_and_its_room_is_lent_again() {
        Intake intake = intake(Lanes.of(PipelineRig.config(directory), new LaneNumbers(), stats, 1));
        Admitted[] room = rooms.take();
        rooms.giveBack(room);
        IllegalStateException fault = new IllegalStateException("the caller's list");
        List<OutboundSms> list = new AbstractList<>() {
            @Override
            public OutboundSms get(int index) {
                if (index == 3) {
                    throw fault;
                }
                return OutboundSms.of("46701234567", "x");
            }

            @Override
            public int size() {
                return 10;
            }
        };

        assertThatThrownBy(() -> intake.send(list, outcomes -> {})).isSameAs(fault);

        assertThat(ring.getCursor()).isEqualTo(2);
        assertThat(rung).hasValue(1);
        assertThat(rooms.take()).isSameAs(room);
    }
}
