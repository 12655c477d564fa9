package io.smppbridge.intake;

import io.smppbridge.Encoding;
import io.smppbridge.InboundListener;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.TaskId;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** A platform door that accepts what its rule accepts, on a thread of its own as the journal does. */
@ThreadSafe
final class FakeDoor implements PlatformDoor, AutoCloseable {
    private static final Instant ACCEPTED = Instant.parse("2026-11-20T12:00:00Z");

    private static final SendOutcome BEHIND = new SendOutcome.NotAccepting("behind", java.time.Duration.ofSeconds(1));

    record Stored(String account, TaskId id, OutboundSms sms) {}

    final Map<TaskId, Stored> stored = new ConcurrentHashMap<>();
    final AtomicLong calls = new AtomicLong();
    /** What every message is told. */
    volatile Optional<SendOutcome.Refusal> refusesAll = Optional.empty();

    volatile BiFunction<String, OutboundSms, Optional<SendOutcome>> refuses = (account, sms) -> Optional.empty();
    static final Function<Messages.Change, Messages.Changed> CHANGED =
            change -> new Messages.Changed.Done(MessageState.SCHEDULED, Encoding.GSM7, 1);

    volatile Function<Messages.Change, Messages.Changed> changes = CHANGED;
    volatile List<Messages.CarrierPart> carrier = List.of();
    volatile Withdrawals withdrawals = id -> Messages.Withdrawal.CANCELLED;
    private final Map<String, Stored> byRef = new ConcurrentHashMap<>();
    /** The last id of each stream with a name, by account and name. */
    private final Map<String, Long> streams = new ConcurrentHashMap<>();
    /** Why no stream can be had; empty when one can. */
    volatile String noStream = "";

    private final AtomicLong ids = new AtomicLong(TaskId.first(ACCEPTED.toEpochMilli()));
    private final ExecutorService journal = Executors.newSingleThreadExecutor(work -> new Thread(work, "fake-journal"));

    interface Withdrawals {
        Messages.Withdrawal of(TaskId id);
    }

    /** Holds every answer back until the latch opens. */
    void hold(CompletableFuture<Void> until) {
        journal.execute(until::join);
    }

    /** Holds back only what is told of messages, so that who logs in hears where the stream stands. */
    void holdMessages(CompletableFuture<Void> until) {
        BiFunction<String, OutboundSms, Optional<SendOutcome>> says = refuses;
        refuses = (account, sms) -> {
            until.join();
            return says.apply(account, sms);
        };
    }

    @Override
    public Optional<SendOutcome.Refusal> refusesAll(boolean nearlyFull) {
        return refusesAll;
    }

    @Override
    public MiddleWare middleWare(String account, String intake, Durability durability) {
        return new MiddleWare() {
            @Override
            public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
                calls.incrementAndGet();
                journal.execute(() -> done.accept(list.stream()
                        .map(sms -> decide(account, sms, durability))
                        .toArray(SendOutcome[]::new)));
            }

            @Override
            public void listen(InboundListener listener) {}
        };
    }

    @Override
    public StreamDoor stream(String account, String intake, Durability durability, String client) {
        return new StreamDoor() {
            @Override
            public void standing(Consumer<Standing> told) {
                journal.execute(() -> told.accept(new Standing(last(), noStream)));
            }

            @Override
            public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
                calls.incrementAndGet();
                journal.execute(() -> {
                    SendOutcome[] outcomes = new SendOutcome[list.size()];
                    boolean open = false;
                    for (int i = 0; i < outcomes.length; i++) {
                        outcomes[i] = open ? BEHIND : one(firstId + i, list.get(i));
                        boolean refused = outcomes[i] instanceof SendOutcome.NoCredit
                                || outcomes[i] instanceof SendOutcome.NotAccepting;
                        open |= refused && !client.isEmpty();
                    }
                    done.accept(outcomes);
                });
            }

            private SendOutcome one(long id, Streamed entry) {
                if (!client.isEmpty() && streams.containsKey(account + ":" + client) && id > last() + 1) {
                    return BEHIND;
                }
                SendOutcome said = entry instanceof OutboundSms sms
                        ? client.isEmpty() || id > last()
                                ? decide(account, sms, durability)
                                : acceptance(new TaskId(1), sms, durability, true)
                        : (SendOutcome.Refusal) entry;
                if (!client.isEmpty()
                        && !(said instanceof SendOutcome.NoCredit)
                        && !(said instanceof SendOutcome.NotAccepting)) {
                    streams.merge(account + ":" + client, id, Math::max);
                }
                return said;
            }

            private long last() {
                return client.isEmpty() ? 0 : streams.getOrDefault(account + ":" + client, 0L);
            }
        };
    }

    private SendOutcome decide(String account, OutboundSms sms, Durability durability) {
        Optional<SendOutcome> refusal = refuses.apply(account, sms);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        Stored known = sms.clientRef().isEmpty() ? null : byRef.get(account + ":" + sms.clientRef());
        if (known != null) {
            return known.sms().text().equals(sms.text())
                    ? acceptance(known.id(), sms, durability, true)
                    : new SendOutcome.Conflict(sms.clientRef(), known.id());
        }
        Stored fresh = new Stored(account, new TaskId(ids.incrementAndGet()), sms);
        stored.put(fresh.id(), fresh);
        if (!sms.clientRef().isEmpty()) {
            byRef.put(account + ":" + sms.clientRef(), fresh);
        }
        return acceptance(fresh.id(), sms, durability, false);
    }

    private static SendOutcome acceptance(TaskId id, OutboundSms sms, Durability durability, boolean repeated) {
        Encoding encoding = sms.isBinary() ? Encoding.BINARY : Encoding.GSM7;
        return new Acceptance(id, encoding, 1, "", "", "acme", repeated, durability);
    }

    @Override
    public Messages messages(String account) {
        return new Messages() {
            @Override
            public CompletableFuture<Optional<MessageView>> find(TaskId id) {
                return CompletableFuture.supplyAsync(
                        () -> own(id).map(s -> new MessageView(
                                id,
                                MessageState.SENT,
                                "acme",
                                s.sms().clientRef(),
                                1,
                                List.of(new PartView(1, "abc\"1", "", Map.of("0x1403", "ab"))),
                                0,
                                0,
                                "",
                                ACCEPTED,
                                ACCEPTED.plusSeconds(1),
                                Instant.EPOCH)),
                        journal);
            }

            @Override
            public CompletableFuture<Changed> change(TaskId id, Change change) {
                return CompletableFuture.supplyAsync(
                        () -> own(id).map(s -> changes.apply(change)).orElse(new Changed.Refused(Withdrawal.UNKNOWN)),
                        journal);
            }

            @Override
            public CompletableFuture<Optional<CarrierView>> query(TaskId id) {
                return find(id).thenApply(found -> found.map(view -> new CarrierView(view, carrier, "")));
            }

            @Override
            public CompletableFuture<Withdrawal> cancel(TaskId id) {
                return CompletableFuture.supplyAsync(
                        () -> own(id).map(s -> withdrawals.of(id)).orElse(Withdrawal.UNKNOWN), journal);
            }

            @Override
            public CompletableFuture<Optional<Explanation>> explain(TaskId id) {
                return CompletableFuture.supplyAsync(
                        () -> own(id).map(s -> new Explanation(
                                id, MessageState.QUEUED, "bag", List.of("The bind is down.", "It is retried in 3 s."))),
                        journal);
            }

            private Optional<Stored> own(TaskId id) {
                return Optional.ofNullable(stored.get(id))
                        .filter(s -> s.account().equals(account));
            }
        };
    }

    @Override
    public void close() {
        journal.shutdownNow();
    }
}
