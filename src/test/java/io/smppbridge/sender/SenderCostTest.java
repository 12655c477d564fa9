package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import io.smppbridge.pipeline.Outcomes;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a message costs between bag and connector: no garbage. */
class SenderCostTest {
    private static final class Link implements Connector {
        final ConnectorListener listener;
        int sequence;
        int answered;

        Link(ConnectorListener listener) {
            this.listener = listener;
        }

        @Override
        public void open() {
            listener.bound("SMSC", 0x34);
        }

        @Override
        public int submit(Submission submission) {
            return ++sequence;
        }

        @Override
        public void flush() {
            while (answered < sequence) {
                listener.answered(++answered, 0, "id", 0);
            }
            listener.turnOver();
        }

        @Override
        public void enquireLink() {}

        @Override
        public void answer(Delivery delivery, int commandStatus) {}

        @Override
        public void unbind() {}

        @Override
        public void close(String why) {}
    }

    private static final class Quiet implements Outcomes, Flights {
        int slots;

        @Override
        public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {}

        @Override
        public void told() {}

        @Override
        public void refused(Task task, int part, int commandStatus, Flight flight) {}

        @Override
        public void unanswered(Task task, int part, boolean held, Flight flight) {}

        @Override
        public void lastUnanswered(Task task, int part, String why, Flight flight) {}

        @Override
        public void ended(Task task, MessageState state, String detail, Flight flight) {}

        @Override
        public void stuck(Task task) {}

        @Override
        public int sent(long taskId, int part, int attempt, long epochMs) {
            return ++slots;
        }

        @Override
        public void answered(int slot, int commandStatus, String messageId) {}

        @Override
        public void drop(int slot) {}

        @Override
        public Flight flight(int slot) {
            return Flight.NONE;
        }

        @Override
        public void force() {}
    }

    @Test
    void between_bag_and_connector_a_message_leaves_no_garbage() {
        Bench bench = new Bench();
        bench.window = 100;
        Quiet quiet = new Quiet();
        long[] nanos = {1};
        SenderGroup.Wiring wiring = new SenderGroup.Wiring(
                bench.bag,
                (id, position) -> Optional.empty(),
                quiet,
                bench.inlet,
                bench.stats,
                (w, n) -> quiet,
                () -> Instant.EPOCH,
                () -> nanos[0] += 1_000,
                1);
        Account account = new Account(
                bench.config(),
                (as, listener) -> new Link(listener),
                wiring,
                new LanePace(bench.config(), wiring.stats()));
        Sender sender = new Sender(account, "sender-telia-1", 1, quiet, new SplittableRandom(1));
        sender.turn();
        sender.turn();
        int count = 100;
        Task[] tasks = new Task[count];
        OutboundSms sms = OutboundSms.of("46701234567", "hello");
        for (int i = 0; i < count; i++) {
            tasks[i] = new Task("acme", "telia", sms, Long.MAX_VALUE, new Parts(new byte[1][5], 0, false, false, -1))
                    .named(i + 1);
        }
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        long took = 0;
        int rounds = 5_000;
        for (int round = -rounds; round < rounds; round++) {
            if (round == 0) {
                bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
                took = System.nanoTime();
            }
            for (Task task : tasks) {
                task.unclaim();
                task.parts().returned(0);
                bench.bag.put(task.id(), 0, task, Priority.NORMAL, 0);
            }
            bench.bag.publish();
            sender.turn();
            sender.turn();
        }
        took = System.nanoTime() - took;
        bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytes;
        double each = (double) bytes / rounds / count;
        System.out.println("sender: " + each + " octets and " + took / rounds / count + " ns for each message");
        assertThat(bench.stats.submitted.sum()).isGreaterThan(900_000);
        assertThat(each).as("octets for each message").isLessThan(8);
    }
}
