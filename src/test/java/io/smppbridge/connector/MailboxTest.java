package io.smppbridge.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final long A_MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Mailbox mailbox = new Mailbox();

    @Test
    void letters_are_read_in_order_however_they_were_offered() {
        List<Integer> read = new ArrayList<>();
        mailbox.offerQuietly(() -> read.add(1));
        mailbox.post(() -> read.add(2));
        mailbox.offerQuietly(() -> read.add(3));

        assertThat(mailbox.drain()).isEqualTo(3);
        assertThat(read).containsExactly(1, 2, 3);
    }

    @Test
    void one_ring_after_many_quiet_letters_wakes_their_reader_to_all_of_them() throws Exception {
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
            int count = 0;
            while (count < 100) {
                mailbox.park(A_MINUTE);
                count += mailbox.drain();
            }
            return count;
        });
        for (int i = 0; i < 100; i++) {
            mailbox.offerQuietly(() -> {});
        }
        mailbox.ring();

        assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo(100);
    }
}
