package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.jsmpp.SMPPConstant.*;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract over Netty, and what is particular to it. */
class NettyTransportTest extends ConnectorContract {
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
        Connector.Factory factory = factory(Accounts.at(smsc.port()), 1);
        for (int i = 0; i < 60; i++) {
            Connector c = factory.create(BindAs.TRANSCEIVER, ear);
            c.open();
            smsc.acceptBind();
            ear.next(Ear.Bound.class);
            if (i % 3 == 0) {
                smsc.drop();
            } else if (i % 3 == 1) {
                c.close("test");
            } else {
                continue; // stays
            }
            ear.next(Ear.Closed.class);
        }
        assertThat(ours()).containsExactlyInAnyOrder("smpp-io-1", "smpp-io-2");
        loops.close();
        await().atMost(Duration.ofSeconds(10)).until(() -> ours().isEmpty());
        for (int i = 0; i < 20; i++) {
            ear.next(Ear.Closed.class);
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
    void after_the_loops_have_ended_a_bind_says_so_at_once() {
        loops.close();
        Connector c = factory(Accounts.at(smsc.port()), 1).create(BindAs.TRANSMITTER, ear);

        c.open();

        assertThat(ear.next(Ear.Closed.class).detail()).isEqualTo("the bridge has stopped");
    }

    /** The transport's threads. */
    private static List<String> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(n -> n.startsWith("smpp-"))
                .toList();
    }
}
