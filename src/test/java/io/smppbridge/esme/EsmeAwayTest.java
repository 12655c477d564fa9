package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.wire.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A receiver that goes away amid its receipts, and comes back an hour later, again and again. */
@Timeout(120)
class EsmeAwayTest {
    private static final int WINDOW = 20;
    private static final int DROPS = 30;
    private static final int EACH = 100;
    private static final int AMONG_LONG = 302;
    private static final Pattern NUMBER = Pattern.compile("no (\\d+)\\.");

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    /** How often each receipt came, by the id in it. */
    private final Map<String, Integer> came = new HashMap<>();

    @Test
    @Tag("D-07")
    void each_receipt_comes_though_its_receiver_drops_thirty_times_and_a_window_a_drop_comes_again_at_most(
            TestReporter reporter) throws Exception {
        List<Long> offered = new ArrayList<>();
        try (EsmeBed bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = " + WINDOW)) {
            for (int drop = 0; drop < DROPS; drop++) {
                offer(bed, offered);
                dropAmid(bed);
                offer(bed, offered);
                bed.turn(Duration.ofHours(1));
            }
            try (RawPeer last = bed.bound(RawPeer.TRX, "shop")) {
                String newest = new TaskId(offered.get(offered.size() - 1)).toString();
                while (!came.containsKey(newest)) {
                    read(last, true);
                }
                await().until(() -> bed.taken.size() == offered.size());
            }
            long lost = offered.stream()
                    .filter(id -> !came.containsKey(new TaskId(id).toString()))
                    .count();
            long twice = came.values().stream().mapToInt(times -> times - 1).sum();
            assertThat(lost).as("seed %d", seed).isZero();
            assertThat(twice).as("seed %d", seed).isBetween(1L, (long) WINDOW * DROPS);
            assertThat(came).as("seed %d", seed).hasSize(offered.size());
            assertThat(bed.taken.values()).containsOnly(1);
            assertThat(bed.dead).isEmpty();
            Tried.times(offered.size())
                    .faults(DROPS)
                    .lost(lost)
                    .doubled(twice)
                    .note("away for an hour after each drop, on a clock that is turned; window " + WINDOW)
                    .tell(reporter);
        }
    }

    @Test
    @Tag("C78")
    void what_a_full_esme_has_thrown_back_comes_again_first_and_in_order() throws Exception {
        List<Long> offered = new ArrayList<>();
        List<String> order = new ArrayList<>();
        try (EsmeBed bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = " + WINDOW);
                RawPeer peer = bed.bound(RawPeer.RX, "shop")) {
            offer(bed, offered);
            for (int i = 0; order.size() < EACH; i++) {
                RawPeer.Pdu deliver = peer.read();
                byte[] answer = RawPeer.bare(0x80000005, deliver.sequence());
                if (i < WINDOW + 3) { // the first window as a whole, and the first tries after it
                    answer[11] = (byte) (i % 2 == 0 ? Status.RTHROTTLED : Status.RMSGQFUL);
                } else {
                    order.add(idIn(deliver));
                }
                peer.write(answer);
            }
            await().until(() -> bed.taken.size() == EACH);
            assertThat(order)
                    .isEqualTo(offered.stream()
                            .map(id -> new TaskId(id).toString())
                            .toList());
            assertThat(bed.dead).isEmpty();
        }
    }

    @Test
    @Tag("C78")
    void what_waits_among_long_messages_comes_in_its_order() throws Exception {
        List<Integer> order = new ArrayList<>();
        try (EsmeBed bed = EsmeBed.with(directory, List.of("shop"), "account.shop.esme.deliver-window = 4")) {
            List<Integer> offered = IntStream.range(0, AMONG_LONG).boxed().toList();
            offered.forEach(i -> bed.mo("shop", "no " + i + "." + "x".repeat(i % 3 == 0 ? 500 : 0)));
            try (RawPeer peer = bed.bound(RawPeer.RX, "shop")) {
                while (order.size() < AMONG_LONG) {
                    RawPeer.Pdu deliver = peer.read();
                    Matcher number = NUMBER.matcher(deliver.whole());
                    if (number.find()) { // no later part
                        order.add(Integer.valueOf(number.group(1)));
                    }
                    peer.write(RawPeer.bare(0x80000005, deliver.sequence()));
                }
            }
            assertThat(order).isEqualTo(offered);
        }
    }

    private static void offer(EsmeBed bed, List<Long> offered) {
        for (int i = 0; i < EACH; i++) {
            offered.add(bed.receipt("shop"));
        }
    }

    /** Some are answered, and up to a window of them is not. */
    private void dropAmid(EsmeBed bed) throws IOException {
        try (RawPeer peer = bed.bound(RawPeer.RX, "shop")) {
            int answered = random.nextInt(EACH / 2);
            int open = 1 + random.nextInt(WINDOW);
            for (int i = 0; i < answered + open; i++) {
                read(peer, i < answered);
            }
        }
        await().until(() -> bed.server.binds().get("shop") == 0);
    }

    private void read(RawPeer peer, boolean answer) throws IOException {
        RawPeer.Pdu deliver = peer.read();
        assertThat(deliver.command()).isEqualTo(0x05);
        came.merge(idIn(deliver), 1, Integer::sum);
        if (answer) {
            peer.write(RawPeer.bare(0x80000005, deliver.sequence()));
        }
    }

    private static String idIn(RawPeer.Pdu deliver) {
        String text = deliver.whole();
        return text.substring(text.indexOf("id:") + 3, text.indexOf(" sub:"));
    }
}
