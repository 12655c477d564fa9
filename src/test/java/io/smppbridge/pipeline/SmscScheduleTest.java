package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages for later: kept here, or by an SMSC that is to keep them. */
@Tag("C79")
class SmscScheduleTest {
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final Instant LATER = NOW.plus(Duration.ofHours(2));

    @TempDir
    Path directory;

    private static OutboundSms scheduled() {
        return OutboundSms.to("46701234567")
                .text("later")
                .schedule(LATER)
                .validity(Duration.ofHours(1))
                .receipt(ReceiptWish.FINAL)
                .build();
    }

    @Test
    void it_is_handed_over_at_once_to_an_smsc_that_keeps_it_also_after_a_restart() {
        try (PipelineRig rig = PipelineRig.start(directory, () -> NOW, "smsc.a.pass-schedule = true")) {
            PipelineRig.get(rig.middleWare().send(scheduled()));
        }
        try (PipelineRig rig = PipelineRig.start(directory, () -> NOW, "smsc.a.pass-schedule = true")) {
            List<Task> taken = rig.takeAll("a");
            assertThat(taken).hasSize(1);
            assertThat(taken.get(0).sms().schedule()).isEqualTo(LATER);
            assertThat(taken.get(0).expiresAtMs())
                    .isEqualTo(LATER.plus(Duration.ofHours(1)).toEpochMilli());
        }
    }

    @Test
    void who_asks_why_it_is_not_there_yet_hears_until_when_the_smsc_keeps_it() {
        AtomicReference<Instant> now = new AtomicReference<>(NOW);
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "smsc.a.pass-schedule = true")) {
            TaskId id =
                    ((SendOutcome.Acceptance) PipelineRig.get(rig.middleWare().send(scheduled()))).id();
            rig.accepted(rig.takeAll("a").get(0), 0, "A1", true, Outcomes.Flight.NONE);
            await().until(() -> rig.state(id) == MessageState.SENT);
            String kept = "the SMSC keeps it until " + LATER + ", for which it is scheduled";
            assertThat(why(rig, id)).contains(kept);
            now.set(LATER);
            assertThat(why(rig, id)).doesNotContain(kept);
        }
    }

    private static List<String> why(PipelineRig rig, TaskId id) {
        return PipelineRig.get(rig.pipeline.messages(PipelineRig.ACCOUNT).explain(id))
                .orElseThrow()
                .why();
    }

    @Test
    void it_waits_here_for_any_other_smsc() {
        try (PipelineRig rig = PipelineRig.start(directory, () -> NOW)) {
            PipelineRig.get(rig.middleWare().send(scheduled()));
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }

    @Test
    @Tag("C59")
    void a_part_that_waits_for_the_others_waits_here_in_any_case() {
        try (PipelineRig rig = PipelineRig.start(directory, () -> NOW, "smsc.a.pass-schedule = true")) {
            OutboundSms part = OutboundSms.to("46701234567")
                    .binary(new byte[] {5, 0, 3, 7, 2, 1, 'a'})
                    .coding(SmppCoding.of(true, 0))
                    .schedule(LATER)
                    .tags(Map.of(OutboundSms.AWAITS_PARTS, "1"))
                    .build();
            PipelineRig.get(rig.middleWare().send(part));
            assertThat(rig.takeAll("a")).isEmpty();
        }
    }
}
