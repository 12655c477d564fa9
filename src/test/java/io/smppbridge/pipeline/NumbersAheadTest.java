package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Incoming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message that is scheduled keeps the number of its parts for a day after its time, whoever keeps it until then. */
@Tag("C55")
class NumbersAheadTest {
    private static final Address ACME = Address.of("Acme");
    private static final Address ANNA = Address.of("+46701234567");
    private static final int ALL = 256;
    private static final Duration LIFE = Duration.ofHours(24);
    private static final Duration AHEAD = Duration.ofDays(3);
    private static final int NUMBERS_16 = 65_536;

    @TempDir
    Path directory;

    private final Instant start = Instant.parse("2026-11-21T08:00:00Z");
    private final AtomicLong clock = new AtomicLong(start.toEpochMilli());

    private PipelineRig rig(Path where, String... keys) {
        List<String> all = new ArrayList<>(List.of(keys));
        all.add("bridge.validity = 7d");
        all.add("journal.keep = 0");
        all.add("smsc.b.host = 127.0.0.1");
        all.add("smsc.b.port = 2776");
        all.add("smsc.b.system-id = me");
        all.add("smsc.b.password = secret");
        all.add("smsc.b.rate = unlimited");
        all.add("route.b.prefix = 47");
        all.add("route.b.order = 10");
        all.add("route.b.smsc = b");
        return PipelineRig.start(where, () -> Instant.ofEpochMilli(clock.get()), all.toArray(new String[0]));
    }

    private static void send(PipelineRig rig, int count, Instant schedule) {
        OutboundSms.Builder sms =
                OutboundSms.to(ANNA).from(ACME).text("a".repeat(200)).receipt(ReceiptWish.NONE);
        if (schedule != Instant.EPOCH) {
            sms.schedule(schedule);
        }
        PipelineRig.get(rig.middleWare().send(Collections.nCopies(count, sms.build())));
    }

    private static List<Task> take(PipelineRig rig, int count) {
        List<Task> tasks = new ArrayList<>();
        await().until(() -> {
            tasks.addAll(rig.takeAll("a"));
            return tasks.size() >= count;
        });
        return tasks;
    }

    private static int number(Task task) {
        return Decoder.open(Incoming.of(0, true, task.parts().octets(0)))
                .concat()
                .reference();
    }

    private static void answer(PipelineRig rig, String smsc, Task task) {
        IntStream.range(0, task.parts().count()).forEach(part -> {
            boolean last = part + 1 == task.parts().count();
            rig.accepted(task, part, smsc + task.id() + part, last, Outcomes.Flight.NONE);
        });
    }

    private static void assertNothingGoes(PipelineRig rig) {
        assertThat(rig.takeAllFor(Duration.ofMillis(300), "a")).isEmpty();
    }

    /** So many other messages come and go that every record of before has been emptied out of its segment. */
    private static void forgetOldRecords(PipelineRig rig) {
        OutboundSms large = OutboundSms.to("4712345678").text("x".repeat(160)).build();
        long last = rig.journal.currentSegment();
        await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
            PipelineRig.get(rig.middleWare().send(Collections.nCopies(1_000, large)));
            rig.takeAll("b").forEach(task -> answer(rig, "b", task));
            return rig.journal.oldestSegment() > last;
        });
    }

    @Test
    @Tag("A-01")
    void eight_bits_of_a_message_that_its_smsc_keeps_are_free_a_day_after_its_time_also_over_a_kill() throws Exception {
        String[] keys = {"smsc.a.pass-schedule = true", "smsc.a.long-message = udh8"};
        Path second = Files.createDirectory(directory.resolve("second"));
        Set<Integer> all = new HashSet<>();
        try (PipelineRig rig = rig(directory, keys)) {
            send(rig, ALL, start.plus(AHEAD));
            List<Task> tasks = take(rig, ALL);
            tasks.forEach(task -> all.add(number(task)));
            assertThat(all).hasSize(ALL);
            tasks.subList(0, 64).forEach(task -> answer(rig, "a", task));
            for (Task task : tasks.subList(64, 128)) {
                rig.accepted(task, 0, "a" + task.id(), false, Outcomes.Flight.NONE);
                rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no", Outcomes.Flight.NONE);
            }
            for (Task task : tasks.subList(128, ALL)) {
                rig.pipeline.outcomes().unanswered(task, 0, false, Outcomes.Flight.NONE);
                rig.pipeline.outcomes().lastUnanswered(task, 0, "", Outcomes.Flight.NONE);
            }
            send(rig, 2, Instant.EPOCH);
            assertNothingGoes(rig);
            rig.killedInto(second);
        }
        clock.set(start.plus(LIFE).plusSeconds(60).toEpochMilli());
        try (PipelineRig rig = rig(second, keys)) {
            assertNothingGoes(rig);
            forgetOldRecords(rig);
            assertNothingGoes(rig);
        }
        clock.set(start.plus(AHEAD).plus(LIFE).minusSeconds(60).toEpochMilli());
        try (PipelineRig rig = rig(second, keys)) {
            assertNothingGoes(rig);
            clock.set(start.plus(AHEAD).plus(LIFE).plusSeconds(2).toEpochMilli());
            assertThat(take(rig, 2)).allMatch(task -> all.contains(number(task)));
        }
    }

    @Test
    void one_that_waited_for_a_number_keeps_it_as_long_as_any_also_after_a_restart() {
        String[] keys = {"smsc.a.pass-schedule = true", "smsc.a.long-message = udh8"};
        Task late;
        try (PipelineRig rig = rig(directory, keys)) {
            send(rig, ALL, Instant.EPOCH);
            List<Task> tasks = take(rig, ALL);
            send(rig, 1, start.plus(AHEAD));
            rig.pipeline.outcomes().ended(tasks.get(5), MessageState.REJECTED, "no", Outcomes.Flight.NONE);
            late = take(rig, 1).get(0);
            assertThat(number(late)).isEqualTo(number(tasks.get(5)));
            answer(rig, "a", late);
            for (Task task : tasks) {
                answer(rig, "a", task);
            }
            send(rig, ALL, Instant.EPOCH);
        }
        clock.set(start.plus(LIFE).plusSeconds(60).toEpochMilli());
        try (PipelineRig rig = rig(directory, keys)) {
            assertThat(take(rig, ALL - 1)).extracting(NumbersAheadTest::number).doesNotContain(number(late));
            assertNothingGoes(rig);
        }
    }

    /** Numbers of 16 bits follow the clock, so that the same comes up again every 27 hours and 18 minutes. */
    @Test
    void sixteen_bits_of_a_scheduled_message_are_given_to_no_other_until_a_day_after_its_time() throws Exception {
        for (String kept : new String[] {"true", "false"}) {
            clock.set(start.toEpochMilli());
            Path where = Files.createDirectory(directory.resolve(kept));
            String[] keys = {"smsc.a.pass-schedule = " + kept, "smsc.a.long-message = udh16"};
            long round = NUMBERS_16 * ConcatNumbers.WIDE_TICK_MS;
            int taken = (int) (clock.get() / ConcatNumbers.WIDE_TICK_MS) & 0xFFFF;
            try (PipelineRig rig = rig(where, keys)) {
                send(rig, 1, start.plus(AHEAD));
                if (kept.equals("true")) {
                    Task task = take(rig, 1).get(0);
                    assertThat(number(task)).isEqualTo(taken);
                    answer(rig, "a", task);
                }
            }
            for (int rounds = 1; rounds <= 3; rounds++) {
                clock.set(start.toEpochMilli() + rounds * round);
                try (PipelineRig rig = rig(where, keys)) {
                    forgetOldRecords(rig);
                    send(rig, 1, Instant.EPOCH);
                    boolean itsTime = rounds == 3 && kept.equals("false"); // three days are less than three rounds
                    List<Integer> seen = new ArrayList<>();
                    for (Task task : take(rig, itsTime ? 2 : 1)) {
                        seen.add(number(task));
                        answer(rig, "a", task);
                    }
                    if (itsTime) {
                        assertThat(seen).containsExactlyInAnyOrder(taken, taken + 1);
                    } else {
                        assertThat(seen).as("round %d", rounds).containsExactly(taken + 1);
                    }
                }
            }
            clock.set(start.toEpochMilli() + 4 * round);
            try (PipelineRig rig = rig(where, keys)) {
                send(rig, 1, Instant.EPOCH);
                assertThat(take(rig, 1)).extracting(NumbersAheadTest::number).containsExactly(taken);
            }
        }
    }

    @Test
    void one_that_is_cut_anew_for_16_bits_as_it_comes_goes_at_its_time_all_the_same() {
        try (PipelineRig rig = rig(directory, "smsc.a.long-message = udh8-or-16")) {
            send(rig, ALL, Instant.EPOCH);
            assertThat(take(rig, ALL)).hasSize(ALL);
            send(rig, 1, start.plus(Duration.ofHours(1)));
            assertThat(rig.stats.smsc("a").widened.sum()).isEqualTo(1);
            assertNothingGoes(rig);
            clock.addAndGet(Duration.ofHours(1).toMillis());
            assertThat(take(rig, 1)).hasSize(1);
        }
    }
}
