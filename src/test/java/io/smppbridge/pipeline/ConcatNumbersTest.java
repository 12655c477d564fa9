package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("C55")
class ConcatNumbersTest {
    private static final Address ACME = Address.of("Acme");
    private static final Address ANNA = Address.of("+46701234567");
    private static final long DAY = Duration.ofHours(24).toMillis();
    private static final String TEXT = "a".repeat(200);

    @TempDir
    Path directory;

    private final AtomicLong clock =
            new AtomicLong(Instant.parse("2026-11-21T08:00:00Z").toEpochMilli());
    private final ConcatNumbers numbers = among(1_000, new SegmentUse());

    private static ConcatNumbers among(int most, SegmentUse use) {
        return new ConcatNumbers(
                most, use, new NumbersInUse(new Ledger(new SegmentUse()), new SegmentUse(), Duration.ofHours(24)));
    }

    private int next(long key, boolean wide, long nowMs) {
        int number = numbers.next(key, wide, nowMs, 7);
        numbers.vouch(key, number, 1L << 32);
        return number;
    }

    @Test
    void no_16_bit_number_comes_again_within_a_day_however_they_are_spread() {
        SplittableRandom random = new SplittableRandom(5);
        long key = PartsNumber.key(ACME, ANNA, true);
        long now = clock.get();
        int[] lastMs = new int[0x10000];
        long start = now;
        for (int i = 0; i < 60_000; i++) {
            // Now and then a burst, now and then hours of nothing.
            now += random.nextInt(100) == 0 ? random.nextInt(400_000) : random.nextInt(1_000);
            numbers.forgetOld(now, 3);
            int wire = next(key, true, now) & 0xFFFF;
            int at = (int) (now - start) + 1;
            if (lastMs[wire] != 0 && at - lastMs[wire] < DAY) {
                fail("seed 5, message %d, number %d came again", i, wire);
            }
            lastMs[wire] = at;
        }
    }

    @Test
    void of_8_bit_numbers_each_comes_again_only_after_all_others() {
        long key = PartsNumber.key(ACME, ANNA, false);
        List<Integer> wire = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            wire.add(next(key, false, clock.get() + i * 200L) & 0xFF);
        }
        for (int i = 0; i + 256 <= wire.size(); i++) {
            assertThat(new HashSet<>(wire.subList(i, i + 256))).hasSize(256);
        }
        assertThat(PartsNumber.isWide(next(key, false, clock.get()))).isFalse();
    }

    @Test
    void a_pair_is_forgotten_when_the_clock_has_caught_up_and_its_segment_may_go() {
        SegmentUse use = new SegmentUse();
        ConcatNumbers few = among(2, use);
        few.vouch(1, few.next(1, true, 1_000_000, 7), 3L << 32);
        few.vouch(2, few.next(2, false, 1_000_000, 7), 3L << 32);
        assertThat(few.next(3, false, 1_000_000, 7) & 0xFF).isEqualTo(7);
        assertThat(few.next(3, true, 1_000_000, 7))
                .as("no room: the common sequence")
                .isEqualTo(7);
        assertThat(PartsNumber.isOurs(7)).isFalse();
        assertThat(use.of(3)).isEqualTo(2);
        few.forgetOld(1_000_000 + ConcatNumbers.WIDE_TICK_MS, 1_000);
        assertThat(few.size()).isEqualTo(1);
        few.forgetOld(1_000_000 + ConcatNumbers.NARROW_TICK_MS, 1_000);
        assertThat(few.size()).isZero();
        assertThat(use.of(3)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"udh8,8", "udh16,16", "sar,16"})
    void what_the_wire_shows_goes_on_after_a_restart_and_when_read_from_the_disk(String method, int bits) {
        String[] keys = {"smsc.a.long-message = " + method, "pipeline.hot-bytes = 0", "bridge.validity = 3d"};
        List<Integer> seen = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), keys)) {
                List<OutboundSms> some = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    some.add(OutboundSms.to(ANNA).from(ACME).text(TEXT).build());
                    some.add(OutboundSms.to(Address.of("4670" + (1000000 + i)))
                            .from(ACME)
                            .text(TEXT)
                            .build());
                }
                assertThat(PipelineRig.get(rig.middleWare().send(some)))
                        .allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
            }
            clock.addAndGet(1_000);
        }
        try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), keys)) {
            for (Task task : rig.takeAll("a")) {
                if (task.sms().to().equals(ANNA)) {
                    assertThat(number(task, 0)).isEqualTo(number(task, 1));
                    seen.add(number(task, 0));
                }
            }
        }
        assertThat(seen).hasSize(150).doesNotHaveDuplicates().allMatch(number -> number < 1 << bits);
    }

    private static int number(Task task, int part) {
        if (task.parts().sarReference() >= 0) {
            return task.parts().sarReference();
        }
        return Decoder.open(Incoming.of(0, true, task.parts().octets(part)))
                .concat()
                .reference();
    }

    @Test
    void compaction_keeps_the_numbers_of_messages_that_have_ended() {
        String[] keys = {"smsc.a.long-message = udh16", "journal.keep = 0"};
        Set<Integer> before = new HashSet<>();
        try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), keys)) {
            for (int i = 0; i < 100; i++) {
                send(rig, OutboundSms.to(ANNA).from(ACME).text(TEXT).build());
            }
            end(rig, before);
            long first = rig.journal.oldestSegment();
            // Others push the segment out: nothing of the hundred is left in the journal but the last number.
            List<OutboundSms> large = Collections.nCopies(
                    500,
                    OutboundSms.to("46709999999")
                            .text(TEXT.substring(0, 100))
                            .tags(largeTags())
                            .build());
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
                PipelineRig.get(rig.middleWare().send(large));
                end(rig, new HashSet<>());
                return rig.journal.oldestSegment() > first;
            });
        }
        try (PipelineRig rig = PipelineRig.start(directory, () -> Instant.ofEpochMilli(clock.get()), keys)) {
            for (int i = 0; i < 100; i++) {
                send(rig, OutboundSms.to(ANNA).from(ACME).text(TEXT).build());
            }
            Set<Integer> after = new HashSet<>();
            end(rig, after);
            assertThat(after).hasSize(100).doesNotContainAnyElementsOf(before);
        }
    }

    private static Map<String, String> largeTags() {
        Map<String, String> tags = new HashMap<>();
        for (int i = 0; i < 16; i++) {
            tags.put("tag" + i, "x".repeat(128));
        }
        return tags;
    }

    private static void send(PipelineRig rig, OutboundSms sms) {
        assertThat(PipelineRig.get(rig.middleWare().send(sms))).isInstanceOf(SendOutcome.Acceptance.class);
    }

    private static void end(PipelineRig rig, Set<Integer> numbers) {
        for (Task task : rig.takeAll("a")) {
            if (task.parts().count() > 1) {
                numbers.add(number(task, 0));
            }
            for (int part = 0; part < task.parts().count(); part++) {
                boolean last = part + 1 == task.parts().count();
                rig.accepted(task, part, "m" + task.id() + part, last, Outcomes.Flight.NONE);
            }
        }
    }
}
