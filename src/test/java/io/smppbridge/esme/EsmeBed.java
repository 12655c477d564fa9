package io.smppbridge.esme;

import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.Encoding;
import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.StreamDoor;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.TaskId;
import io.smppbridge.ThreadsSince;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.EventStore;
import io.smppbridge.handback.Handback;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.QuickPassword;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/** An SMPP server with a hand-back, in front of a bridge that says what the test wants. */
final class EsmeBed implements AutoCloseable {
    static final String HASH = QuickPassword.hash("secret");

    final List<OutboundSms> sent = new CopyOnWriteArrayList<>();
    final Map<Long, Messages.Withdrawal> known = new ConcurrentHashMap<>();
    /** Whoever asks about a message meets an error of the bridge. */
    volatile boolean stumbles;

    /** What waits while {@link #hold} is set. */
    final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

    /** What was asked to be put together, and is not yet. */
    final Queue<CompletableFuture<Boolean>> joins = new ConcurrentLinkedQueue<>();

    final List<Messages.Change> changes = new CopyOnWriteArrayList<>();
    final Map<Long, Integer> taken = new ConcurrentHashMap<>();
    final Map<Long, String> dead = new ConcurrentHashMap<>();
    private final Map<Long, Event> events = new ConcurrentHashMap<>();
    /** From now on: what is older than handback.keep is laid aside. */
    final AtomicLong ids = new AtomicLong(TaskId.first(System.currentTimeMillis()));

    /** How far the hand-back's clocks are ahead of others, in nanoseconds. */
    private final AtomicLong turned = new AtomicLong();

    private final ThreadsSince since = ThreadsSince.now();

    volatile boolean hold;
    /** What becomes of a message that is withdrawn waits, too. */
    volatile boolean holdWithdrawals;

    volatile Function<OutboundSms, Optional<SendOutcome.Refusal>> refusal = sms -> Optional.empty();
    final BridgeStats stats = new BridgeStats();
    final PduLogs logs;
    final Handback handback;
    final EsmeServer.Surroundings surroundings;
    final EsmeServer server;
    private final Path directory;

    /** Accounts of these names, with these keys. */
    static EsmeBed with(Path directory, List<String> accounts, String... lines) throws IOException {
        return new EsmeBed(directory, accounts, lines);
    }

    private EsmeBed(Path directory, List<String> accounts, String... lines) throws IOException {
        this.directory = directory;
        BridgeConfig config = config(accounts, lines);
        logs = new PduLogs(config.pduLog(), InstantSource.system(), Ticker.SYSTEM);
        handback = new Handback(
                config.handback(),
                new EventStore() {
                    @Override
                    public Optional<Event> load(long id, long position) {
                        return Optional.ofNullable(events.get(id));
                    }

                    @Override
                    public void taken(long[] ids, int count) {
                        for (int i = 0; i < count; i++) {
                            taken.merge(ids[i], 1, Integer::sum);
                        }
                    }

                    @Override
                    public void dead(long id, String why) {
                        dead.put(id, why);
                    }

                    @Override
                    public void again(long id) {
                        dead.remove(id);
                    }
                },
                new BridgeStats(),
                new io.smppbridge.handback.Surroundings(
                        () -> Instant.now().plusNanos(turned.get()),
                        () -> Ticker.SYSTEM.nanos() + turned.get(),
                        () -> 0.5,
                        InetAddress::getAllByName));
        handback.start();
        surroundings = new EsmeServer.Surroundings(
                new Door(), handback, stats, InstantSource.system(), Ticker.SYSTEM, logs::tap, new Random(7));
        server = EsmeServer.open(config.esme(), config.accounts().values(), surroundings);
    }

    BridgeConfig config(List<String> accounts, String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "smsc.a.host = 127.0.0.1",
                "smsc.a.system-id = a",
                "smsc.a.password = a",
                "smsc.a.rate = 1",
                "esme.e.port = 0"));
        for (String account : accounts) {
            all.add("account." + account + ".esme.system-id = " + account);
            all.add("account." + account + ".esme.password-hash = " + HASH);
        }
        all.addAll(List.of(lines));
        Path file = Files.write(directory.resolve("bridge.properties"), all);
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw new AssertionError(faulty.faults());
        }
        return ((LoadOutcome.Loaded) outcome).config();
    }

    /**
     * Turns the clocks of the hand-back forward, and waits until none of its lanes is in the middle of something that it began before: what
     * that hands over next would count as handed over so long ago, and be given up.
     */
    void turn(Duration by) {
        turned.addAndGet(by.toNanos());
        await().until(() -> since.running("handback-").stream()
                .filter(thread -> !thread.getName().startsWith("handback-io"))
                .allMatch(thread ->
                        thread.getState() == Thread.State.TIMED_WAITING && LockSupport.getBlocker(thread) != null));
    }

    int port() {
        return server.port("e");
    }

    RawPeer bound(int bind, String systemId) throws IOException {
        return RawPeer.bound(port(), bind, systemId);
    }

    /** An MO for an account; its event's id. */
    long mo(String account, String text) {
        long id = ids.incrementAndGet();
        Event event = new Event.Inbound(new InboundSms(
                new TaskId(id),
                "a",
                Address.of("+46709999999"),
                Address.of("72404"),
                text,
                text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1),
                Encoding.GSM7,
                0,
                1,
                true,
                Instant.now(),
                List.of(),
                Map.of()));
        events.put(id, event);
        handback.offer(Handback.esme(account), id, id, event);
        return id;
    }

    /** The end of a message of an account; its event's id. The receipt names the message by that, too. */
    long receipt(String account) {
        return receipt(account, Map.of());
    }

    /** The same of one with these tags. */
    long receipt(String account, Map<String, String> tags) {
        long id = ids.incrementAndGet();
        Event event = new Event.State(new Receipt(
                new TaskId(id),
                new TaskId(id),
                "",
                MessageState.DELIVERED,
                "a",
                Address.of("Acme"),
                Address.of("+46709999999"),
                1,
                "",
                false,
                Instant.now(),
                Instant.now(),
                CarrierReport.NONE,
                List.of(),
                Optional.empty(),
                tags));
        events.put(id, event);
        handback.offer(Handback.esme(account), id, id, event);
        return id;
    }

    /** An SMSC can reach a subscriber again; its event's id. */
    long alert(String account) {
        long id = ids.incrementAndGet();
        Event event = new Event.Alert(new SubscriberAlert(
                new TaskId(id),
                "a",
                Address.of("+46709999999"),
                Address.of("72404"),
                SubscriberAlert.Availability.UNAVAILABLE,
                Instant.now()));
        events.put(id, event);
        handback.offer(Handback.esme(account), id, id, event);
        return id;
    }

    /** Lets go of everything that is held, in order. */
    void release() {
        hold = false;
        holdWithdrawals = false;
        for (Runnable one = held.poll(); one != null; one = held.poll()) {
            one.run();
        }
    }

    @Override
    public void close() {
        server.stop(Duration.ofMillis(200));
        handback.stop(Duration.ofMillis(200));
        logs.close();
    }

    private final class Door implements PlatformDoor {
        @Override
        public MiddleWare middleWare(String account, String intake, Durability durability) {
            return new MiddleWare() {
                @Override
                public void send(List<OutboundSms> ofCaller, Consumer<SendOutcome[]> done) {
                    List<OutboundSms> list = List.copyOf(ofCaller);
                    sent.addAll(list);
                    if (hold) {
                        held.add(() -> done.accept(outcomes(list, durability)));
                    } else {
                        done.accept(outcomes(list, durability));
                    }
                }

                @Override
                public void listen(InboundListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }

        @Override
        public StreamDoor stream(String account, String intake, Durability durability, String client) {
            throw new UnsupportedOperationException();
        }

        private SendOutcome[] outcomes(List<OutboundSms> list, Durability durability) {
            SendOutcome[] outcomes = new SendOutcome[list.size()];
            for (int i = 0; i < outcomes.length; i++) {
                Optional<SendOutcome.Refusal> no = refusal.apply(list.get(i));
                outcomes[i] = no.isPresent()
                        ? no.get()
                        : new SendOutcome.Acceptance(
                                new TaskId(ids.incrementAndGet()), Encoding.GSM7, 1, "", "", "a", false, durability);
            }
            return outcomes;
        }

        @Override
        public Messages messages(String account) {
            return new Messages() {
                @Override
                public CompletableFuture<Optional<MessageView>> find(TaskId id) {
                    if (stumbles) {
                        throw new IllegalStateException("an error of the bridge");
                    }
                    return CompletableFuture.completedFuture(Optional.ofNullable(known.get(id.value()))
                            .map(w -> new MessageView(
                                    id,
                                    MessageState.DELIVERED,
                                    "a",
                                    "",
                                    1,
                                    List.of(),
                                    0,
                                    0,
                                    "",
                                    Instant.EPOCH,
                                    Instant.EPOCH,
                                    Instant.parse("2026-11-21T01:02:03Z"))));
                }

                @Override
                public CompletableFuture<Withdrawal> cancel(TaskId id) {
                    CompletableFuture<Withdrawal> told = new CompletableFuture<>();
                    Runnable tell = () -> told.complete(known.getOrDefault(id.value(), Withdrawal.UNKNOWN));
                    if (holdWithdrawals) {
                        held.add(tell);
                    } else {
                        tell.run();
                    }
                    return told;
                }

                @Override
                public CompletableFuture<Changed> change(TaskId id, Change change) {
                    changes.add(change);
                    return CompletableFuture.completedFuture(
                            known.containsKey(id.value())
                                    ? new Changed.Done(MessageState.QUEUED, Encoding.GSM7, 1)
                                    : new Changed.Refused(Withdrawal.UNKNOWN));
                }

                @Override
                public CompletableFuture<Boolean> join(Whole whole) {
                    CompletableFuture<Boolean> joined = new CompletableFuture<>();
                    joins.add(joined);
                    return joined;
                }

                @Override
                public CompletableFuture<Optional<Explanation>> explain(TaskId id) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
