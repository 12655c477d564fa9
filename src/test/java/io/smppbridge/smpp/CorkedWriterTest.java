package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.pdulog.PduTap;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CorkedWriterTest {
    private final AtomicLong clock = new AtomicLong(1_000_001);
    private final CorkedWriter writer = new CorkedWriter(clock::get, PduTap.NONE.link("test"));

    /** Takes nothing until it may go on. */
    private static final class Held extends ByteArrayOutputStream {
        final CountDownLatch taken = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        public void write(byte[] b, int at, int length) {
            taken.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            super.write(b, at, length);
        }
    }

    @Test
    void a_thousand_pdus_are_one_write() throws IOException {
        AtomicInteger writes = new AtomicInteger();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writer.connectTo(new OutputStream() {
            @Override
            public void write(int octet) {
                throw new AssertionError();
            }

            @Override
            public void write(byte[] b, int at, int length) {
                writes.incrementAndGet();
                bytes.write(b, at, length);
            }
        });
        for (int i = 0; i < 1000; i++) {
            writer.cork().add(5, 0, i, true);
        }
        assertThat(writes).hasValue(0);
        writer.flush();
        writer.flush();
        assertThat(writes).hasValue(1);
        assertThat(bytes.size()).isEqualTo(17_000);
        assertThat(GuardedReader.intAt(bytes.toByteArray(), 999 * 17 + 12)).isEqualTo(999);
    }

    @Test
    @Tag("C28")
    void an_urgent_word_during_a_stuck_write_does_not_block_and_goes_out_after_it() throws Exception {
        Held bytes = new Held();
        writer.connectTo(bytes);
        writer.cork().add(4, 0, 1, false);
        Thread owner = new Thread(() -> {
            try {
                writer.flush();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        owner.start();
        bytes.taken.await();
        clock.addAndGet(5_000);
        assertThat(writer.stuckFor(clock.get())).isEqualTo(5_000);

        writer.urgent(0x80000015, 0, 2, false); // Returns although the write is stuck.
        bytes.mayGoOn.countDown();
        owner.join();

        await().until(() -> bytes.size() == 32);
        assertThat(GuardedReader.intAt(bytes.toByteArray(), 16 + 12)).isEqualTo(2);
        assertThat(writer.stuckFor(Ticker.SYSTEM.nanos())).isZero();
    }

    @Test
    @Tag("C30")
    void an_answer_that_was_left_to_another_writer_is_out_before_the_owner_closes() throws Exception {
        Held bytes = new Held();
        writer.connectTo(bytes);
        Thread connecting = new Thread(() -> {
            try {
                writer.urgent(9, 0, 1, false);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        connecting.start();
        bytes.taken.await();
        writer.urgent(0x80000006, 0, 2, false);
        bytes.mayGoOn.countDown();
        writer.sayRest();
        assertThat(bytes.size()).isEqualTo(32);
        connecting.join();
    }
}
