package io.smppbridge.pipeline;

import static io.smppbridge.connector.Deliveries.delivery;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundSms;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.settings.BridgeConfig;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk has room for the record of the last part of a subscriber's message, and none for that of the whole. */
class PartsOnFullDiskTest {
    /** The segment being written, the next one, and a spare. */
    private static final int FILES = 3;

    private static final int MESSAGES = 1_000;

    private static final int FILLER = 15_000;
    private static final int LAST = 3 * FILLER;

    @TempDir
    Path directory;

    private final ReceiptBed bed = new ReceiptBed();
    private final AtomicInteger files = new AtomicInteger();
    /** When the disk says that it is full. */
    private volatile BooleanSupplier mayFail = () -> false;

    private PipelineRig start(String name) throws IOException {
        BridgeConfig config =
                PipelineRig.config(Files.createDirectory(directory.resolve(name)), "journal.spare-segments = 1");
        files.set(FILES);
        Disk real = FileDisk.in(config.journal().directory());
        Disk small = (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("create") && files.getAndDecrement() <= 0) {
                        if (!mayFail.getAsBoolean()) {
                            await().until(() -> mayFail.getAsBoolean());
                        }
                        throw new IOException("No space left on device");
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        mayFail = () -> false;
        PipelineRig rig = new PipelineRig(config, bed, small);
        mayFail = () -> rig.journal.segmentWaits() > 0;
        assertThat(part(rig, 1, "one")).isEqualTo(CommandStatus.ROK);
        return rig;
    }

    private static int part(PipelineRig rig, int number, String text) {
        return deliver(rig, text, 7, 2, number);
    }

    private static int filler(PipelineRig rig) {
        return deliver(rig, "f".repeat(FILLER), 0, 0, 0);
    }

    private static int deliver(PipelineRig rig, String text, int reference, int total, int number) {
        Delivery delivery = delivery().text(text).part(reference, total, number).made();
        return ReceiptBed.offer(rig, "a", delivery);
    }

    /** Until the thread that makes segments has made the next one and gone on to another file: were it behind, the disk would be full too early. */
    private void awaitNextSegment(PipelineRig rig) {
        await().until(() -> files.get() < 2 - Math.min(2, rig.journal.currentSegment()));
    }

    /** How many fillers there is room for: the next one is refused. */
    private int room() throws IOException {
        try (PipelineRig rig = start("tried")) {
            int fillers = 0;
            while (filler(rig) == CommandStatus.ROK) {
                fillers++;
                awaitNextSegment(rig);
            }
            return fillers;
        }
    }

    @Test
    @Tag("C76")
    void the_last_part_is_refused_as_a_whole_and_completes_the_message_when_it_comes_again() throws IOException {
        int room = room();
        try (PipelineRig rig = start("full")) {
            for (int i = 0; i < room - 1; i++) {
                assertThat(filler(rig)).isEqualTo(CommandStatus.ROK);
                awaitNextSegment(rig);
            }
            String last = "x".repeat(LAST);
            assertThat(part(rig, 2, last)).isEqualTo(CommandStatus.RMSGQFUL);
            files.set(1_000);
            await().atMost(Duration.ofSeconds(10)).until(() -> part(rig, 2, last) == CommandStatus.ROK);
            rig.middleWare().listen(bed);
            await().until(() -> bed.messages.size() == room);
            assertThat(bed.messages)
                    .filteredOn(sms -> sms.parts() == 2)
                    .extracting(InboundSms::text)
                    .containsExactly("one" + last);
        }
    }

    @Test
    @Tag("C76")
    void on_a_full_disk_what_subscribers_write_leaves_room_for_what_becomes_of_accepted_messages() throws IOException {
        try (PipelineRig rig = start("left")) {
            mayFail = () -> true;
            for (int i = 0; i < MESSAGES; i++) {
                PipelineRig.get(rig.middleWare()
                        .send(OutboundSms.to("46701234567")
                                .text("message " + i)
                                .receipt(ReceiptWish.NONE)
                                .build()));
            }
            while (filler(rig) == CommandStatus.ROK) {
                await().until(() -> rig.journal.spareSegments() > 0 || !rig.journal.acceptingSpace());
            }
            for (Task task : rig.takeAll("a")) {
                rig.accepted(task, 0, Long.toString(task.id()), true, Outcomes.Flight.NONE);
            }
            await().until(() -> rig.pipeline.openMessages() == 0);
            assertThat(filler(rig)).isEqualTo(CommandStatus.RMSGQFUL);
            assertThat(rig.fatal.get()).isNull();
            files.set(1_000);
            await().atMost(Duration.ofSeconds(10)).until(() -> filler(rig) == CommandStatus.ROK);
        }
    }
}
