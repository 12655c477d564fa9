package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.connector.Delivery;
import io.smppbridge.handback.DeadEvent;
import io.smppbridge.records.AsideRecord;
import io.smppbridge.records.Strings;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D-11")
class AsideRecordTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant GIVEN_UP = START.plus(Duration.ofHours(1));

    @TempDir
    Path directory;

    @Test
    void when_an_event_was_laid_aside_is_told_after_a_restart_too() {
        AtomicReference<Instant> now = new AtomicReference<>(START);
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "handback.attempts = 1")) {
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {
                    now.set(GIVEN_UP);
                    throw new IllegalStateException("never");
                }

                @Override
                public void onReceipt(Receipt receipt) {}
            });
            rig.pipeline.inbound().offer("a", hello(), (d, s) -> {});
            await().until(() -> !dead(rig).isEmpty());
            assertThat(dead(rig)).extracting(DeadEvent::when).containsExactly(GIVEN_UP);
        }
        try (PipelineRig rig = PipelineRig.start(directory, () -> GIVEN_UP.plus(Duration.ofHours(1)))) {
            assertThat(dead(rig)).extracting(DeadEvent::when).containsExactly(GIVEN_UP);
        }
    }

    @Test
    void after_a_restart_they_are_listed_by_when_they_were_laid_aside() {
        AtomicReference<Instant> now = new AtomicReference<>(START);
        AtomicReference<Instant> next = new AtomicReference<>(GIVEN_UP);
        try (PipelineRig rig = PipelineRig.start(directory, now::get, "handback.attempts = 1")) {
            rig.middleWare().listen(new InboundListener() {
                @Override
                public void onMessage(InboundSms message) {
                    now.set(next.getAndUpdate(was -> was.minusSeconds(60))); // the later one is given up sooner
                    throw new IllegalStateException("never");
                }

                @Override
                public void onReceipt(Receipt receipt) {}
            });
            for (int many = 1; many <= 3; many++) {
                int all = many;
                rig.pipeline.inbound().offer("a", hello(), (d, s) -> {});
                await().until(() -> dead(rig).size() == all);
            }
        }
        try (PipelineRig rig = PipelineRig.start(directory, () -> GIVEN_UP.plus(Duration.ofHours(1)))) {
            assertThat(dead(rig))
                    .extracting(DeadEvent::when)
                    .containsExactly(GIVEN_UP.minusSeconds(120), GIVEN_UP.minusSeconds(60), GIVEN_UP);
        }
    }

    @Test
    void a_record_of_a_version_that_did_not_write_the_time_is_read_with_that_of_its_event() {
        long id = TaskId.first(START.toEpochMilli()) + 7;
        ByteBuffer before = ByteBuffer.allocate(100).putLong(id);
        Strings.put(before, "410 Gone");
        assertThat(AsideRecord.decode(before.flip())).isEqualTo(new AsideRecord(id, "410 Gone", START.toEpochMilli()));
    }

    @Test
    void what_is_written_is_read_also_by_one_that_knows_no_time() {
        AsideRecord record = new AsideRecord(7, "after 2 attempts: ✗", GIVEN_UP.toEpochMilli());
        ByteBuffer out = ByteBuffer.allocate(100);
        record.encode(out);
        assertThat(AsideRecord.decode(out.flip())).isEqualTo(record);
        out.rewind();
        assertThat(out.getLong()).isEqualTo(7);
        assertThat(Strings.get(out)).isEqualTo(record.why());
    }

    private static List<DeadEvent> dead(PipelineRig rig) {
        return rig.pipeline.handback().dead("listener");
    }

    private static Delivery hello() {
        return delivery().text("hello").made();
    }
}
