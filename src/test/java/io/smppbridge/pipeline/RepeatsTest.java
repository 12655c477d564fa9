package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.settings.BridgeConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MO that an SMSC sends again. */
@Tag("C90")
class RepeatsTest {
    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
    private final List<String> heard = new CopyOnWriteArrayList<>();

    private void listen(PipelineRig rig) {
        rig.middleWare().listen(new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                heard.add(message.text());
            }

            @Override
            public void onReceipt(Receipt receipt) {}
        });
    }

    private static Delivery mo(int sequence, String text) {
        return delivery().sequence(sequence).text(text).made();
    }

    private static Delivery part(int sequence, int number) {
        String text = "\u0005\u0000\u0003\u0007\u0002" + (char) number + "part" + number;
        return delivery().sequence(sequence).esmClass(0x40).text(text).made();
    }

    private static void offer(PipelineRig rig, int sequence, String text) {
        offer(rig, mo(sequence, text));
    }

    private static void offer(PipelineRig rig, Delivery delivery) {
        assertThat(answer(rig, delivery)).isEqualTo(CommandStatus.ROK);
    }

    private static int answer(PipelineRig rig, Delivery delivery) {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        rig.pipeline.inbound().offer("a", delivery, (d, s) -> status.complete(s));
        return PipelineRig.get(status);
    }

    @Test
    void is_answered_and_handed_on_once_within_the_time_that_was_set_also_over_a_restart() {
        String[] within = {"smsc.a.repeat-within = 5m"};
        try (PipelineRig rig = PipelineRig.start(directory, now::get, within)) {
            offer(rig, 7, "yes");
        }
        now.set(now.get().plusSeconds(60));
        try (PipelineRig rig = PipelineRig.start(directory, now::get, within)) {
            listen(rig);
            offer(rig, 1, "yes");
            offer(rig, 2, "no");
            await().until(() -> heard.size() == 2);
            assertThat(heard).containsExactlyInAnyOrder("yes", "no");
            assertThat(rig.stats.smsc("a").repeated.sum()).isEqualTo(1);
            now.set(now.get().plus(Duration.ofMinutes(6)));
            offer(rig, 3, "yes");
            await().until(() -> heard.size() == 3);
        }
    }

    @Test
    void is_known_over_a_restart_also_when_the_platform_has_it_already_alone_or_as_a_part() {
        String[] within = {"smsc.a.repeat-within = 5m"};
        try (PipelineRig rig = PipelineRig.start(directory, now::get, within)) {
            listen(rig);
            offer(rig, 7, "yes");
            offer(rig, part(8, 1));
            offer(rig, part(9, 2));
            await().until(() -> heard.size() == 2 && rig.stats.journalRecords.sum() >= 6);
        }
        now.set(now.get().plusSeconds(60));
        try (PipelineRig rig = PipelineRig.start(directory, now::get, within)) {
            listen(rig);
            offer(rig, 1, "yes");
            offer(rig, part(2, 2));
            assertThat(rig.stats.smsc("a").repeated.sum()).isEqualTo(2);
            offer(rig, 3, "no");
            await().until(() -> heard.size() == 3);
            assertThat(heard).containsExactlyInAnyOrder("yes", "part1part2", "no");
        }
    }

    @Test
    @Tag("G-01")
    void is_none_of_what_came_long_ago_by_a_clock_that_has_been_set_back_since() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "smsc.a.repeat-within = 5m")) {
            listen(rig);
            offer(rig, 7, "yes");
            await().until(() -> heard.size() == 1);
            now.set(now.get().minus(Duration.ofDays(1)));
            turned(rig);
            offer(rig, 8, "yes");
            assertThat(rig.stats.smsc("a").repeated.sum()).isEqualTo(1);
            now.set(now.get().plus(Duration.ofMinutes(6)));
            turned(rig);
            offer(rig, 9, "yes");
            await().until(() -> heard.size() == 2);
        }
    }

    @Test
    @Tag("G-01")
    void is_none_of_what_came_before_a_start_whose_clock_has_been_set_back() {
        String[] within = {"smsc.a.repeat-within = 5m"};
        try (PipelineRig rig = PipelineRig.start(directory, now::get, within)) {
            offer(rig, 7, "yes");
        }
        now.set(now.get().minus(Duration.ofDays(1)));
        try (PipelineRig rig = PipelineRig.start(directory, now::get, within)) {
            now.set(now.get().plus(Duration.ofMinutes(6)));
            turned(rig);
            offer(rig, 1, "yes");
            assertThat(rig.stats.smsc("a").repeated.sum()).isZero();
        }
    }

    /** The journal thread has looked at the clock. */
    private static void turned(PipelineRig rig) {
        long turns = rig.pipeline.turns();
        await().until(() -> rig.pipeline.turns() > turns + 1);
    }

    @Test
    void is_none_of_what_was_refused_for_want_of_room() {
        AtomicBoolean full = new AtomicBoolean();
        BridgeConfig config = PipelineRig.config(directory, "journal.spare-segments = 1", "smsc.a.repeat-within = 5m");
        try (PipelineRig rig = new PipelineRig(config, now::get, ReceiptsTest.filling(config, full))) {
            full.set(true);
            int taken = 0;
            while (answer(rig, mo(taken, numbered(taken))) == CommandStatus.ROK) {
                taken++;
            }
            full.set(false);
            listen(rig); // what is taken would need room, too
            Delivery refused = mo(taken, numbered(taken));
            await().until(() -> answer(rig, refused) == CommandStatus.ROK);
            String text = numbered(taken);
            await().until(() -> heard.contains(text));
        }
    }

    private static String numbered(int number) {
        return number + "x".repeat(60_000);
    }

    @Test
    void is_handed_on_as_another_message_unless_somebody_asked_for_less() {
        try (PipelineRig rig = PipelineRig.start(directory, now::get)) {
            listen(rig);
            offer(rig, 7, "yes");
            offer(rig, 7, "yes");
            await().until(() -> heard.equals(List.of("yes", "yes")));
        }
    }

    @Test
    void is_not_remembered_without_bound() {
        Repeats repeats = new Repeats();
        Duration within = Duration.ofDays(1);
        for (int i = 0; i < Repeats.MOST + 1; i++) {
            assertThat(repeats.isRepeat("a", mo(1, "number " + i), 1, within)).isFalse();
            repeats.took("a", mo(1, "number " + i), 1, within);
        }
        assertThat(repeats.isRepeat("a", mo(1, "number 5"), 2, within)).isTrue();
        assertThat(repeats.isRepeat("b", mo(1, "number 5"), 2, within)).isFalse();
        assertThat(repeats.isRepeat("a", mo(1, "number 0"), 2, within)).isFalse();
    }
}
