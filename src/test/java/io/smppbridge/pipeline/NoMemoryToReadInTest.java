package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.Verdict;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read back while binds have taken all that -XX:MaxDirectMemorySize allows: Java reads files by way of such memory. */
class NoMemoryToReadInTest {
    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
    /** So many readings fail from now on. */
    private final AtomicInteger failing = new AtomicInteger();

    private PipelineRig start(String... more) {
        List<String> lines = new ArrayList<>(List.of(more));
        lines.add("pipeline.hot-bytes = 0");
        var config = PipelineRig.config(directory, lines.toArray(String[]::new));
        Disk real = FileDisk.in(config.journal().directory());
        Disk disk = (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    try {
                        Object made = method.invoke(real, arguments);
                        return method.getName().equals("openToRead") ? new Short((DiskFile) made) : made;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return new PipelineRig(config, now::get, disk);
    }

    /** Short of memory. */
    private final class Short implements DiskFile {
        private final DiskFile real;

        Short(DiskFile real) {
            this.real = real;
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("Cannot reserve direct buffer memory: of a test");
            }
            return real.read(target, offset);
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            return real.write(source, offset);
        }

        @Override
        public void force() throws IOException {
            real.force();
        }

        @Override
        public void truncate(long size) throws IOException {
            real.truncate(size);
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }

    private static TaskId send(PipelineRig rig) {
        SendOutcome outcome = PipelineRig.get(
                rig.middleWare().send(OutboundSms.to("46701234567").text("hej").build()));
        return ((SendOutcome.Acceptance) outcome).id();
    }

    /** It had been in nobody's hands, and with it all that were taken at once, until the next start. */
    @Test
    @Tag("C82")
    void what_a_sender_does_not_get_goes_into_its_bag_again_and_the_others_go_out() {
        try (PipelineRig rig = start()) {
            List<Long> sent = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                sent.add(send(rig).value());
            }
            failing.set(1);
            List<Task> taken = new ArrayList<>();
            assertThatCode(() -> taken.addAll(rig.takeAll("a"))).doesNotThrowAnyException();
            assertThat(taken).hasSize(2);
            await().until(() -> {
                now.set(now.get().plusSeconds(1));
                taken.addAll(rig.takeAll("a"));
                return taken.size() == 3;
            });
            assertThat(taken).extracting(Task::id).containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    @Test
    @Tag("C82")
    void it_is_tried_again_no_later_where_the_clock_is_set_back_meanwhile() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig);
            failing.set(1);
            assertThatCode(() -> assertThat(rig.takeAll("a")).isEmpty()).doesNotThrowAnyException();
            await().until(() -> rig.pipeline.bag("a").scheduled() == 1);
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().minus(Duration.ofMinutes(4)));
            assertThat(rig.takeAll("a")).isEmpty();
            now.set(now.get().plusSeconds(6));
            assertThat(rig.takeAll("a")).extracting(Task::id).containsExactly(id.value());
        }
    }

    /** He had heard nothing. */
    @Test
    @Tag("C82")
    void who_asks_about_a_message_hears_that_it_cannot_be_read_now() {
        try (PipelineRig rig = start()) {
            TaskId id = send(rig);
            failing.set(1);
            assertThat(rig.pipeline.messages(PipelineRig.ACCOUNT).find(id))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(OutOfMemoryError.class);
            assertThat(rig.state(id)).isEqualTo(MessageState.QUEUED);
        }
    }

    /** It had been in nobody's hands, and with it those to the same number, until the next start. */
    @Test
    @Tag("C82")
    void what_a_plug_in_has_changed_is_shown_to_it_again() throws Exception {
        try (PipelineRig rig = start()) {
            BeforeSubmit before = rig.pipeline.hooks(new Hooks() {
                @Override
                public boolean anySubmitting() {
                    return true;
                }

                @Override
                public Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
                    return new Verdict.Change(sms.withText("changed"));
                }
            });
            send(rig);
            Task task = rig.takeAll("a").get(0);
            List<BeforeSubmit.Said> told = new CopyOnWriteArrayList<>();
            task.unclaim();
            failing.set(1);
            before.ask(task, told::add);
            await().until(() -> told.contains(BeforeSubmit.Said.LATER));
            before.ask(task, told::add);
            await().until(() -> told.contains(BeforeSubmit.Said.PASS));
            before.stop(Duration.ofSeconds(1));
        }
    }

    /** Nobody had decided about it any more. */
    @Test
    @Tag("C82")
    void what_was_to_move_on_ends_as_it_would_have() {
        try (PipelineRig rig = start(PipelineRig.failingOver("rejected")).bothBound()) {
            TaskId id = send(rig);
            Task task = rig.takeAll("a").get(0);
            failing.set(1);
            rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "no", Outcomes.Flight.NONE);
            await().atMost(Duration.ofSeconds(10)).until(() -> failing.get() == 0);
            await().atMost(Duration.ofSeconds(10)).until(() -> rig.state(id) == MessageState.REJECTED);
        }
    }
}
