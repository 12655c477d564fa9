package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReportsTest {
    private static final int ROOM = 4;

    private final RingBuffer<InboundSlot> ring =
            RingBuffer.createMultiProducer(InboundSlot::new, ROOM, new YieldingWaitStrategy());
    private final CountDownLatch rung = new CountDownLatch(1);
    private final AtomicInteger words = new AtomicInteger();
    private final Reports reports = new Reports(ring, rung::countDown, sequence -> words.addAndGet((int) sequence + 1));

    private void accepted() {
        OutboundSms sms = OutboundSms.of("46700000001", "x");
        Task task = new Task("account", "a", sms, 1, new Parts(new byte[1][1], 0, false, false, -1));
        reports.accepted(task, 0, "id", true, Flight.NONE);
    }

    @Test
    void what_was_taken_is_in_the_ring_at_once_and_the_journal_thread_has_one_word_for_all_of_it() {
        for (int i = 0; i < ROOM; i++) {
            accepted();
            assertThat(ring.isAvailable(i)).isTrue();
        }
        assertThat(words).hasValue(0);
        reports.told();
        assertThat(words).as("its last place, and one").hasValue(ROOM);
    }

    @Test
    void a_full_ring_wakes_the_journal_thread_though_nobody_has_had_a_word() throws InterruptedException {
        var poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        for (int i = 0; i < ROOM; i++) {
            accepted();
        }
        Thread sender = new Thread(this::accepted, "test-sender");
        sender.start();
        assertThat(rung.await(20, TimeUnit.SECONDS)).isTrue();
        poller.getSequence().set(ROOM - 1); // it has taken them
        sender.join(20_000);
        assertThat(sender.isAlive()).isFalse();
        assertThat(ring.isAvailable(ROOM)).isTrue();
    }
}
