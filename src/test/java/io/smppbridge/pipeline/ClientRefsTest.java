package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.records.RefKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a clientRef is known where a journal that holds more than a day is read. */
@Tag("C86")
class ClientRefsTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @TempDir
    Path directory;

    private static OutboundSms sms(String clientRef) {
        return OutboundSms.to("+46701234567").text("hi").clientRef(clientRef).build();
    }

    private static RefKey key(int number) {
        return RefKey.of("shop", sms("r" + number));
    }

    private static long id(int hours) {
        return TaskId.first(START.plus(Duration.ofHours(hours)).toEpochMilli());
    }

    private static long at(int hours) {
        return START.plus(Duration.ofHours(hours)).toEpochMilli();
    }

    private boolean isRepeated(int hours, String clientRef) {
        InstantSource clock = InstantSource.fixed(START.plus(Duration.ofHours(hours)));
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            return repeated(rig, sms(clientRef));
        }
    }

    private static boolean repeated(PipelineRig rig, OutboundSms sms) {
        return ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(sms))).repeated();
    }

    /** The platform would take 429 for "not sent", and send it by somebody else. */
    @Test
    void a_repeat_is_answered_with_the_first_one_while_the_bag_is_full_and_another_content_refused() {
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.bag = 1", "smsc.a.bunch = 1")) {
            SendOutcome first = PipelineRig.get(rig.middleWare().send(sms("order-1")));
            SendOutcome again = PipelineRig.get(rig.middleWare().send(sms("order-1")));
            assertThat(((SendOutcome.Acceptance) again).id()).isEqualTo(((SendOutcome.Acceptance) first).id());
            assertThat(((SendOutcome.Acceptance) again).repeated()).isTrue();
            OutboundSms other = OutboundSms.to("+46701234567")
                    .text("other")
                    .clientRef("order-1")
                    .build();
            for (OutboundSms refused : List.of(sms("order-2"), other)) {
                assertThat(PipelineRig.get(rig.middleWare().send(refused))).isInstanceOf(SendOutcome.NoCredit.class);
            }
            assertThat(rig.takeAll("a")).hasSize(1);
            assertThat(rig.pipeline.bag("a").credits()).isZero();
            assertThat(rig.stats.refused("no-credit").sum()).isEqualTo(2);
        }
    }

    @Test
    void what_is_known_by_its_clientRef_or_refused_for_it_holds_no_room() {
        String[] keys = {"smsc.a.bag = 20", "smsc.a.bunch = 20", "pipeline.client-refs = 10"};
        try (PipelineRig rig = PipelineRig.start(directory, keys)) {
            assertThat(repeated(rig, sms("order-1"))).isFalse();
            OutboundSms other = OutboundSms.to("46701234567")
                    .text("other")
                    .clientRef("order-1")
                    .build();
            for (int i = 0; i < 5; i++) {
                assertThat(repeated(rig, sms("order-1"))).isTrue();
                assertThat(PipelineRig.get(rig.middleWare().send(other))).isInstanceOf(SendOutcome.Conflict.class);
            }
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(19);
            for (int i = 2; i <= 10; i++) {
                assertThat(repeated(rig, sms("order-" + i))).isFalse();
            }
            for (int i = 11; i <= 15; i++) {
                assertThat(PipelineRig.get(rig.middleWare().send(sms("order-" + i))))
                        .isInstanceOf(SendOutcome.NotAccepting.class);
            }
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(10);
        }
    }

    @Test
    @Tag("C72")
    void what_is_refused_for_its_clientRef_is_counted_with_all_that_is_refused() {
        try (PipelineRig rig = PipelineRig.start(directory, "pipeline.client-refs = 1")) {
            assertThat(repeated(rig, sms("order-1"))).isFalse();
            PipelineRig.get(rig.middleWare().send(sms("order-2")));
            PipelineRig.get(rig.middleWare().send(sms("order-3")));
            OutboundSms other = OutboundSms.to("46701234567")
                    .text("other")
                    .clientRef("order-1")
                    .build();
            PipelineRig.get(rig.middleWare().send(other));
            assertThat(repeated(rig, sms("order-1"))).isTrue();
            assertThat(rig.stats.refused("not-accepting").sum()).isEqualTo(2);
            assertThat(rig.stats.refused("conflict").sum()).isEqualTo(1);
        }
    }

    @Test
    void after_a_restart_one_that_is_used_again_every_other_day_keeps_none_known_that_is_older_than_a_day() {
        assertThat(isRepeated(0, "daily")).isFalse();
        assertThat(isRepeated(2, "order-1")).isFalse();
        assertThat(isRepeated(25, "daily")).isFalse();
        assertThat(isRepeated(25, "order-1")).isTrue();
        assertThat(isRepeated(27, "order-1")).isFalse();
        assertThat(isRepeated(27, "daily")).isTrue();
    }

    @Test
    void a_scheduled_message_that_comes_again_after_its_time_is_known_and_one_whose_time_has_passed_goes_at_once() {
        OutboundSms planned = sms("planned").withTimes(Duration.ofHours(5), START.plus(Duration.ofHours(1)));
        OutboundSms late = sms("late").withTimes(Duration.ofHours(5), START.plus(Duration.ofHours(1)));
        try (PipelineRig rig = PipelineRig.start(directory, InstantSource.fixed(START))) {
            PipelineRig.get(rig.middleWare().send(planned));
            assertThat(rig.takeAll("a")).isEmpty();
        }
        InstantSource later = InstantSource.fixed(START.plus(Duration.ofHours(2)));
        try (PipelineRig rig = PipelineRig.start(directory, later)) {
            assertThat(rig.takeAll("a")).hasSize(1);
            assertThat(repeated(rig, planned)).isTrue();
            assertThat(repeated(rig, late)).isFalse();
            assertThat(rig.takeAll("a"))
                    .singleElement()
                    .extracting(task -> task.sms().schedule())
                    .isEqualTo(Instant.EPOCH);
            assertThat(repeated(rig, late)).isTrue();
        }
    }

    /** Ids go on above the last one: for a year none of them would look old, and a full table would take no other. */
    @Test
    void after_a_clock_that_was_a_year_ahead_what_is_older_than_a_day_is_forgotten_and_nothing_younger() {
        AtomicLong hours = new AtomicLong(8_760);
        InstantSource clock = () -> START.plus(Duration.ofHours(hours.get()));
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            assertThat(repeated(rig, sms("ahead"))).isFalse();
        }
        hours.set(0);
        try (PipelineRig rig = PipelineRig.start(directory, clock, "pipeline.client-refs = 2")) {
            assertThat(repeated(rig, sms("ahead"))).isTrue();
            assertThat(repeated(rig, sms("order-1"))).isFalse();
            assertThat(PipelineRig.get(rig.middleWare().send(sms("order-2"))))
                    .isInstanceOf(SendOutcome.NotAccepting.class);
            hours.set(23);
            assertThat(repeated(rig, sms("order-1"))).isTrue();
            hours.set(25);
            await().atMost(Duration.ofSeconds(10)).until(() -> rig.stats.clientRefs == 1);
            assertThat(repeated(rig, sms("order-2"))).isFalse();
            assertThat(repeated(rig, sms("order-1"))).isTrue();
            hours.set(47);
            assertThat(repeated(rig, sms("order-2"))).isTrue();
            hours.set(50);
            await().atMost(Duration.ofSeconds(10)).until(() -> rig.stats.clientRefs == 1);
            assertThat(repeated(rig, sms("order-1"))).isFalse();
        }
    }

    /** Nor does it go by when segments were made: one is as soon as the one before it is written to, which a quiet bridge may do for days. */
    @Test
    void after_a_clock_that_was_a_year_ahead_a_start_takes_nothing_for_older_or_younger_than_it_is() {
        AtomicLong hours = new AtomicLong(8_760);
        InstantSource clock = () -> START.plus(Duration.ofHours(hours.get()));
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            assertThat(repeated(rig, sms("ahead"))).isFalse();
        }
        hours.set(0);
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            hours.set(30);
            assertThat(repeated(rig, sms("order-1"))).isFalse();
            long segment = rig.journal.currentSegment();
            await().pollInterval(PipelineRig.BETWEEN_FILLERS).until(() -> {
                rig.fill();
                return rig.journal.currentSegment() > segment;
            });
            assertThat(repeated(rig, sms("order-2"))).isFalse();
        }
        hours.set(31);
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            assertThat(repeated(rig, sms("order-1"))).isTrue();
            assertThat(repeated(rig, sms("order-2"))).isTrue();
        }
        hours.set(55);
        try (PipelineRig rig = PipelineRig.start(directory, clock)) {
            assertThat(repeated(rig, sms("order-1"))).isFalse();
        }
    }

    @Test
    void so_it_is_where_its_message_has_been_written_anew_since() {
        AtomicLong hours = new AtomicLong(8_760);
        InstantSource clock = () -> START.plus(Duration.ofHours(hours.get()));
        String retention = "retention.content = 12h";
        try (PipelineRig rig = PipelineRig.start(directory, clock, retention)) {
            assertThat(repeated(rig, sms("ahead"))).isFalse();
        }
        hours.set(0);
        try (PipelineRig rig = PipelineRig.start(directory, clock, retention)) {
            long segment = rig.journal.currentSegment();
            assertThat(repeated(rig, sms("order-1"))).isFalse();
            hours.set(10);
            await().atMost(Duration.ofSeconds(30)).until(() -> rig.journal.oldestSegment() > segment);
        }
        hours.set(25);
        try (PipelineRig rig = PipelineRig.start(directory, clock, retention)) {
            assertThat(repeated(rig, sms("order-1"))).isFalse();
        }
    }

    @Test
    void what_was_carried_on_behind_younger_records_is_forgotten_at_its_own_age() {
        SegmentUse use = new SegmentUse();
        ClientRefs refs = new ClientRefs(10, new IdTimes(), use);
        refs.saw(key(1), id(30), 1L << 32);
        refs.saw(key(2), id(40), 1L << 32);
        refs.saw(key(3), id(3), 2L << 32);
        refs.saw(key(4), id(20), 2L << 32);
        refs.replayed(at(41));
        assertThat(refs.message(key(3))).isZero();
        assertThat(refs.size()).isEqualTo(3);
        refs.forgetOld(at(45), 100);
        assertThat(refs.message(key(4))).isZero();
        assertThat(refs.message(key(1))).isEqualTo(id(30));
        assertThat(use.of(1)).isEqualTo(2);
        assertThat(use.of(2)).isZero();
    }

    @Test
    void many_that_come_in_any_order_and_more_than_once_go_by_the_age_of_their_last_use() {
        SegmentUse use = new SegmentUse();
        ClientRefs refs = new ClientRefs(100_000, new IdTimes(), use);
        IntStream.range(0, 5_000).forEach(i -> refs.saw(key(i), id(i % 40) + i, 1L << 32));
        IntStream.range(0, 5_000).filter(i -> i % 2 == 0).forEach(i -> refs.saw(key(i), id(40 + i % 8) + i, 2L << 32));
        refs.replayed(at(48));
        for (int hour = 48; hour < 73; hour++) {
            refs.forgetOld(at(hour), 100_000);
            for (int i = 0; i < 5_000; i++) {
                int used = i % 2 == 0 ? 40 + i % 8 : i % 40;
                assertThat(refs.message(key(i)) != 0).as("%d at %d", i, hour).isEqualTo(used + 24 > hour);
            }
        }
        assertThat(refs.size()).isZero();
        assertThat(use.of(1)).isZero();
        assertThat(use.of(2)).isZero();
        refs.enter(key(1), id(80), 3L << 32);
        assertThat(refs.message(key(1))).isEqualTo(id(80));
    }
}
