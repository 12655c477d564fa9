package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.bag.TaskSource;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Inlet;
import io.smppbridge.connector.Rest;
import io.smppbridge.connector.ScriptedSmsc;
import io.smppbridge.pipeline.BeforeSubmit;
import io.smppbridge.pipeline.Outcomes;
import io.smppbridge.settings.IdPart;
import io.smppbridge.settings.Leaving;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.RetryBudgets;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.tlv.Tlvs;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;

/** A sender with everything around it played by the test, its clocks turned by hand. */
final class Bench {
    static final long T0 = 1_760_000_000_000L;
    static final long MS = 1_000_000L;

    final ScriptedSmsc smsc = new ScriptedSmsc();
    final Told told = new Told();
    final Notes notes = new Notes();
    final SmscStats stats = new SmscStats("telia");
    final TaskBag bag = new TaskBag("telia", 1_000_000, T0);
    final Map<Long, Task> all = new HashMap<>();
    Account account;
    final List<Sender> senders = new ArrayList<>();
    Inlet inlet = Inlet.CLOSED;

    // What a test may change before it starts.
    double rate = Double.POSITIVE_INFINITY;
    int burst = 1;
    int window = 10;
    int bunch = 100;
    int submitMulti;
    int binds = 1;
    boolean onDemand;
    int attempts = 5;
    int uncertainMax = 1;
    int answerTimers = 3;
    SmscConfig.Uncertain.Policy policy = SmscConfig.Uncertain.Policy.RESEND;
    Map<Integer, SmscConfig.StatusClass> statuses = Map.of();
    boolean passValidity;
    RetryBudgets budgets = RetryBudgets.USUAL;
    Leaving leaving = Leaving.AT_ONCE;
    QuietHours accountQuiet = QuietHours.NONE;
    BeforeSubmit before = BeforeSubmit.NONE;
    TaskSource source = (id, position) -> Optional.empty();
    int port = 2775;
    Connector.Factory factory = smsc;
    Supplier<Rest> rests = Rest::asleep;

    private volatile long nanos = 5_000_000_000L;

    SmscConfig config() {
        return new SmscConfig(
                "telia",
                new SmscConfig.Link("localhost", port, "smppclient1", new Secret("password"), "", "", 0x34),
                new SmscConfig.Binds(
                        SmscConfig.Binds.Mode.TRANSCEIVER,
                        SmscConfig.Binds.Receive.TRANSCEIVER,
                        1,
                        binds,
                        onDemand,
                        Duration.ofSeconds(10)),
                new SmscConfig.Pace(rate, burst, Duration.ofMillis(2), window, bunch, 1_000_000),
                new SmscConfig.Timers(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        answerTimers,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(5)),
                new SmscConfig.Reconnect(
                        Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(30)),
                new SmscConfig.Retry(
                        attempts,
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(8),
                        statuses,
                        budgets),
                new SmscConfig.Uncertain(policy, uncertainMax, Duration.ofSeconds(30)),
                new SmscConfig.Text(
                        SmscConfig.Text.LongMessage.UDH8,
                        10,
                        io.smppbridge.settings.TextCoding.GSM,
                        java.util.Map.of(),
                        "",
                        passValidity,
                        SmscConfig.Text.Shaping.NONE,
                        io.smppbridge.settings.Addresses.AS_GIVEN,
                        io.smppbridge.settings.Passing.USUAL),
                new SmscConfig.Inbound(
                        "text",
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(5),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(1),
                        ZoneOffset.UTC,
                        false,
                        SmscConfig.Verdict.ALL,
                        IdPart.ALL,
                        Duration.ZERO,
                        ReceiptGrammar.USUAL),
                new SmscConfig.Operations(Tlvs.STANDARD, Set.of(), false, submitMulti),
                leaving);
    }

    Bench start() {
        return start(1);
    }

    Bench start(int workers) {
        SenderGroup.Wiring wiring = new SenderGroup.Wiring(
                bag,
                source,
                told,
                inlet,
                stats,
                (worker, slots) -> notes,
                () -> Instant.ofEpochMilli(nowMs()),
                () -> nanos,
                1,
                account -> accountQuiet,
                before,
                rests);
        account = new Account(config(), factory, wiring, new LanePace(config(), wiring.stats()));
        for (int i = 1; i <= workers; i++) {
            senders.add(new Sender(account, "sender-telia-" + i, binds, notes, new SplittableRandom(i)));
        }
        turn();
        return this;
    }

    Sender sender() {
        return senders.get(0);
    }

    void apply() {
        account.apply(config(), factory);
    }

    long nowMs() {
        return T0 + (nanos - 5_000_000_000L) / MS;
    }

    long nanos() {
        return nanos;
    }

    /** Lets the workers do everything they can do now. */
    void turn() {
        smsc.now = nanos;
        for (int i = 0; i < 4; i++) {
            for (Sender sender : senders) {
                sender.turn();
            }
        }
    }

    /** Lets time pass, with turns as often as the workers ask for them and at least each step. */
    void pass(Duration time, Duration step) {
        long end = nanos + time.toNanos();
        long turns = 0;
        while (nanos < end) {
            long wait = step.toNanos();
            smsc.now = nanos;
            assertThat(++turns).as("turns: a worker that spins").isLessThan(2_000 + 1_000 * time.toSeconds());
            for (Sender sender : senders) {
                wait = Math.min(wait, Math.max(10_000, sender.turn()));
            }
            nanos = Math.min(end, nanos + wait);
        }
        turn();
    }

    void pass(Duration time) {
        pass(time, Duration.ofMillis(500));
    }

    Task message(long id, int parts, Priority priority, long expiresAtMs) {
        return message(id, Long.toString(46_700_000_000L + id), parts, priority, expiresAtMs);
    }

    Task message(long id, String to) {
        return message(id, to, 1, Priority.NORMAL, Long.MAX_VALUE);
    }

    Task message(long id, String to, int parts, Priority priority, long expiresAtMs) {
        OutboundSms sms = OutboundSms.to(to).text("hello").priority(priority).build();
        Parts octets = new Parts(new byte[parts][10], 0, parts > 1, false, -1);
        Task task = new Task("acme", "telia", sms, expiresAtMs, octets).named(id);
        all.put(id, task);
        bag.put(id, 0, task, priority, 0);
        bag.publish();
        return task;
    }

    Task message(long id) {
        return message(id, 1, Priority.NORMAL, Long.MAX_VALUE);
    }

    void messages(int count) {
        for (int id = 1; id <= count; id++) {
            message(id);
        }
    }

    /** What the senders told, in order, in words. */
    static final class Told implements Outcomes {
        final List<String> words = new ArrayList<>();
        int accepted;
        /** Ids of messages whose subscriber wants no more. */
        final Set<Long> unwanted = new TreeSet<>();
        /** How often the journal thread has had a word of what was taken. */
        int rung;

        @Override
        public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {
            words.add("accepted " + task.id() + "/" + part + " " + messageId + (last ? " last" : ""));
            accepted += last ? 1 : 0;
            flight.free();
        }

        @Override
        public boolean isUnwanted(Task task) {
            return unwanted.contains(task.id());
        }

        @Override
        public void told() {
            rung++;
        }

        @Override
        public void refused(Task task, int part, int commandStatus, Flight flight) {
            words.add("refused " + task.id() + "/" + part + " " + task.refusals);
            flight.free();
        }

        @Override
        public void unanswered(Task task, int part, boolean held, Flight flight) {
            words.add("unanswered " + task.id() + "/" + part + (held ? " held" : ""));
            flight.free();
        }

        @Override
        public void lastUnanswered(Task task, int part, String why, Flight flight) {
            words.add("gave-up " + task.id() + "/" + part + " " + why);
            flight.free();
        }

        @Override
        public void stuck(Task task) {
            words.add("stuck " + task.id());
        }

        @Override
        public void ended(Task task, MessageState state, String detail, Flight flight) {
            words.add("ended " + task.id() + " " + state + " " + detail);
            flight.free();
        }

        long count(String prefix) {
            return words.stream().filter(word -> word.startsWith(prefix)).count();
        }
    }

    /** Notes of flights in memory. */
    static final class Notes implements Flights {
        final Set<Integer> open = new TreeSet<>();
        final List<Integer> attempts = new ArrayList<>();
        int next;
        int room = Integer.MAX_VALUE;
        int forced;

        @Override
        public int sent(long taskId, int part, int attempt, long epochMs) {
            if (open.size() >= room) {
                return FULL;
            }
            attempts.add(attempt);
            open.add(++next);
            return next;
        }

        @Override
        public void answered(int slot, int commandStatus, String messageId) {}

        @Override
        public void drop(int slot) {
            free(slot);
        }

        @Override
        public Outcomes.Flight flight(int slot) {
            return () -> free(slot);
        }

        @Override
        public void force() {
            forced++;
        }

        private void free(int slot) {
            if (!open.remove(slot)) {
                throw new AssertionError("slot " + slot + " freed twice");
            }
        }
    }
}
