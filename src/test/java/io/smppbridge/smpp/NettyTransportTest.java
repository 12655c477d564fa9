package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.jsmpp.SMPPConstant.*;

import io.netty.channel.EventLoop;
import io.smppbridge.ThreadsSince;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.Ticker;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract over Netty, and what is particular to it. */
class NettyTransportTest extends ConnectorContract {
    private final ThreadsSince since = ThreadsSince.now();
    private final NettyLoops loops = new NettyLoops(2);

    @Override
    Connector.Factory factory(SmscConfig account, int firstSequence) {
        return new NettyTransport(account, Ticker.SYSTEM, firstSequence, PduTap.NONE, loops);
    }

    @AfterEach
    void endLoops() {
        closeAll();
        loops.close();
    }

    @Test
    @Tag("C108")
    void many_binds_have_two_threads_and_reconnects_add_none() {
        List<ScriptedSmsc> staying = new ArrayList<>();
        List<Ear> ears = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ScriptedSmsc mine = new ScriptedSmsc();
            staying.add(mine); // A connection that nobody refers to would be closed by the collector.
            Connector.Factory factory = factory(Accounts.at(mine.port()), 1);
            for (int turn = 0; turn < 3; turn++) {
                Ear heard = new Ear();
                Connector c = factory.create(BindAs.TRANSCEIVER, heard);
                c.open();
                mine.acceptBind();
                heard.next(Ear.Bound.class);
                if (turn == 0) {
                    mine.drop();
                    heard.next(Ear.Closed.class);
                } else if (turn == 1) {
                    c.close("test");
                    heard.next(Ear.Closed.class);
                } else {
                    ears.add(heard);
                }
            }
        }
        assertThat(ours()).containsExactlyInAnyOrder("smpp-io-1", "smpp-io-2");
        assertThat(ears).allMatch(Ear::heardNothingElse);
        loops.close();
        await().atMost(Duration.ofSeconds(10)).until(() -> ours().isEmpty());
        ears.forEach(heard -> heard.next(Ear.Closed.class));
        staying.forEach(ScriptedSmsc::close);
    }

    @Test
    void a_loop_that_is_told_to_end_in_the_middle_of_its_turn_closes_what_it_carries_and_says_so() {
        try (NettyLoops one = new NettyLoops(1);
                ScriptedSmsc mine = new ScriptedSmsc()) {
            Ear heard = new Ear();
            Connector c = new NettyTransport(Accounts.at(mine.port()), Ticker.SYSTEM, 1, PduTap.NONE, one)
                    .create(BindAs.TRANSCEIVER, heard);
            c.open();
            mine.acceptBind();
            heard.next(Ear.Bound.class);
            EventLoop loop = one.next();
            loop.execute(() -> loop.parent().shutdownGracefully(0, 1, TimeUnit.SECONDS));
            heard.next(Ear.Closed.class);
        }
    }

    @Test
    void a_submission_costs_its_owner_no_memory_in_steady_state() {
        Connector c = bound(BindAs.TRANSMITTER);
        Submission s = submission("x".repeat(100));
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 500; i++) {
                c.submit(s);
            }
            c.flush();
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
            for (int i = 0; i < 500; i++) {
                smsc.write(CID_SUBMIT_SM_RESP, 0, smsc.expect(CID_SUBMIT_SM).sequence(), ScriptedSmsc.cString("id"));
            }
            for (int i = 0; i < 500; i++) {
                ear.next(Ear.Answered.class);
            }
        }
        System.out.println("octets allocated by the owner for 500 submit_sm and a flush: " + least);
        assertThat(least).isLessThan(500);
    }

    @Test
    @Tag("C36")
    void what_is_flushed_counts_as_written_when_the_event_loop_has_come_to_it() {
        Connector c = bound(BindAs.TRANSMITTER);
        CountDownLatch busy = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            loops.next().execute(() -> awaitUninterruptibly(busy));
        }
        AtomicInteger told = new AtomicInteger();
        c.submit(submission("late"));
        c.flush(told::incrementAndGet);
        assertThat(told).hasValue(0);
        busy.countDown();
        smsc.expect(CID_SUBMIT_SM);
        await().until(() -> told.get() == 1);
    }

    @Test
    @Tag("C36")
    void what_is_never_written_is_told_when_it_is_given_up() {
        Connector c = boundPatiently();
        submitMiB(c, 57);
        AtomicInteger told = new AtomicInteger();
        c.flush(told::incrementAndGet); // More than kernels keep for a peer that does not read: here 36 MiB.
        loopsHaveTurned();
        assertThat(told).hasValue(0);
        c.close("test");
        await().until(() -> told.get() == 1);
        c.submit(submission("more"));
        c.flush(told::incrementAndGet);
        assertThat(told).hasValue(2);
    }

    @Test
    @Tag("C17")
    void what_waits_counts_whether_somebody_wants_to_know_when_it_is_written_or_not() {
        Connector c = boundPatiently();
        AtomicInteger told = new AtomicInteger();
        for (int part = 0; part < 3; part++) {
            submitMiB(c, 26);
            c.flush(part == 1 ? () -> {} : told::incrementAndGet);
            loopsHaveTurned();
        }
        assertThat(ear.next(Ear.Closed.class).detail()).contains("64 MiB wait for a peer that does not read");
        await().until(() -> told.get() == 2);
    }

    @Test
    @Tag("C17")
    void what_the_event_loop_has_given_to_the_channel_counts_once() {
        Connector c = boundPatiently();
        int sent = submitMiB(c, 57);
        AtomicInteger told = new AtomicInteger();
        c.flush(told::incrementAndGet);
        loopsHaveTurned();
        c.enquireLink();
        for (int i = 0; i < sent; i++) {
            smsc.expect(CID_SUBMIT_SM);
        }
        smsc.expect(CID_ENQUIRE_LINK);
        await().until(() -> told.get() == 1);
    }

    /** A transmitter that waits longer for its peer than a busy machine takes for many MiB. */
    private Connector boundPatiently() {
        Connector c = connector(BindAs.TRANSMITTER, Accounts.patient(smsc.port()), 1);
        c.open();
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        return c;
    }

    /** At least so much, without a flush, in long messages: how many. */
    private static int submitMiB(Connector c, int mebibytes) {
        Submission s = submission("x".repeat(60_000));
        s.payload = true;
        int count = (mebibytes << 20) / 60_000 + 1;
        for (int i = 0; i < count; i++) {
            c.submit(s);
        }
        return count;
    }

    /** Each event loop has done what it had been given until now. */
    private void loopsHaveTurned() {
        for (int i = 0; i < 2; i++) {
            loops.next().submit(() -> {}).awaitUninterruptibly(10, TimeUnit.SECONDS);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("S2.14")
    void the_log_is_given_every_pdu_in_the_order_of_the_wire() throws Exception {
        Path directory = Files.createTempDirectory("pdulog");
        PduLogConfig.Wish lines = new PduLogConfig.Wish(PduLogConfig.Form.TEXT, false, List.of());
        PduLogs logs = new PduLogs(
                new PduLogConfig(directory, 1 << 20, 3, Map.of("test", lines)), InstantSource.system(), Ticker.SYSTEM);
        Connector c = new NettyTransport(Accounts.at(smsc.port()), Ticker.SYSTEM, logs.tap("test"), loops)
                .create(BindAs.TRANSCEIVER, ear);
        c.open();
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        c.submit(submission("one"));
        c.submit(submission("two"));
        c.flush();
        smsc.expect(CID_SUBMIT_SM);
        smsc.expect(CID_SUBMIT_SM);
        smsc.write(CID_ENQUIRE_LINK, 0, 77, ScriptedSmsc.NONE);
        smsc.expect(CID_ENQUIRE_LINK_RESP);
        c.unbind();
        smsc.write(CID_UNBIND_RESP, 0, smsc.expect(CID_UNBIND).sequence(), ScriptedSmsc.NONE);
        ear.next(Ear.Closed.class);
        logs.close();
        List<String> said = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ");
                    said.add(words[2] + " " + words[3] + " " + words[4]);
                }
                Files.delete(file);
            }
        }
        Files.delete(directory);
        assertThat(said)
                .containsExactly(
                        "> bind_transceiver sequence=1",
                        "< bind_transceiver_resp sequence=1",
                        "> submit_sm sequence=2",
                        "> submit_sm sequence=3",
                        "< enquire_link sequence=77",
                        "> enquire_link_resp sequence=77",
                        "> unbind sequence=4",
                        "< unbind_resp sequence=4");
    }

    @Test
    @Tag("C17")
    void an_smsc_that_reads_nothing_while_more_than_memory_allows_is_said_to_it_is_left() {
        Connector c = bound(BindAs.TRANSMITTER);
        for (int half = 0; half < 2; half++) {
            submitMiB(c, 34);
            c.flush();
        }
        assertThat(ear.next(Ear.Closed.class).detail()).contains("64 MiB wait for a peer that does not read");
        c.submit(submission("more"));
        c.flush(); // To nobody.
    }

    @Test
    void after_the_loops_have_ended_a_bind_says_so_at_once() {
        loops.close();
        Connector c = factory(Accounts.at(smsc.port()), 1).create(BindAs.TRANSMITTER, ear);

        c.open();

        assertThat(ear.next(Ear.Closed.class).detail()).isEqualTo("the bridge has stopped");
    }

    /** The transport's threads. */
    private List<String> ours() {
        return since.names("smpp-");
    }
}
