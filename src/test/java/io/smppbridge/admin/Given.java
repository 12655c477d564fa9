package io.smppbridge.admin;

import io.smppbridge.Address;
import io.smppbridge.Priority;
import io.smppbridge.TaskId;
import io.smppbridge.admin.AdminSources.JournalNumbers;
import io.smppbridge.admin.AdminSources.Levers;
import io.smppbridge.admin.AdminSources.Reload;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.DeadEvent;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.EventStore;
import io.smppbridge.handback.Handback;
import io.smppbridge.handback.Surroundings;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.stats.StageStats;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A bridge that an operator may look at, made of its real counters, bags and hand-back. */
final class Given implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    final Path directory;
    final BridgeStats stats = new BridgeStats();
    final Map<String, TaskBag> bags = new ConcurrentHashMap<>();
    final List<String> obstacles = new CopyOnWriteArrayList<>();
    final List<Long> gone = new CopyOnWriteArrayList<>();
    final List<String> held = new ArrayList<>();
    final Handback handback;
    volatile Instant now = NOW;
    volatile BridgeConfig config;
    volatile Reload reload = new Reload.Applied(List.of("smsc.telia.rate: 5 -> 7 (live)"), List.of());
    private Optional<AdminServer> server = Optional.empty();

    Given(Path directory) throws IOException {
        this.directory = directory;
        config = config("telia", "tele2");
        bags.put("telia", new TaskBag("telia", 100, NOW.toEpochMilli()));
        bags.put("tele2", new TaskBag("tele2", 100, NOW.toEpochMilli()));
        handback = new Handback(config.handback(), new Store(), stats, Surroundings.system());
        handback.apply(config.webhooks().values());
    }

    private final class Store implements EventStore {
        @Override
        public Optional<Event> load(long id, long position) {
            return Optional.empty();
        }

        @Override
        public void taken(long[] ids, int count) {
            for (int i = 0; i < count; i++) {
                gone.add(ids[i]);
            }
        }

        @Override
        public void dead(long id, String why) {}

        @Override
        public void again(long id) {}
    }

    /** Everything has happened at least once. */
    Given busy() {
        stats.accepted("http").add(1200);
        stats.esmeBinds("shop", () -> 3);
        stats.refused("no-credit").add(3);
        stats.datagrams.level("free", () -> 8192);
        stats.datagrams.threads(StageStats.Stage.RESP, () -> 1);
        stats.datagrams.moves(StageStats.Stage.RESP).increment();
        stats.datagrams.result("accepted").add(7);
        stats.consent("out").increment();
        stats.pluginTrouble("slow").increment();
        stats.ended("DELIVERED").add(700);
        stats.handback("taken").add(690);
        stats.journalForce.record(2_000_000);
        stats.acceptTime.record(3_000_000);
        stats.journalBatches.add(10);
        SmscStats telia = stats.smsc("telia");
        stats.awaitingOfRemoved = 2;
        telia.awaitingReceipts = 40;
        telia.submitted.add(1000);
        telia.accepted.add(990);
        telia.answer(0);
        telia.answer(0x58);
        telia.throttled.add(1);
        telia.receipt("DELIVERED");
        telia.lateReceipt("repeat");
        telia.inbound.add(5);
        telia.inFlight.add(4);
        telia.effectiveRate = 4.5;
        telia.answerTime.record(12_000_000);
        telia.receiptTime.record(1_200_000_000L);
        telia.bind("tx-1-1").bound = true;
        telia.bind("tx-1-1").text = "bound since 12:00";
        stats.smsc("tele2").bind("tx-1-1").text = "refused: RINVPASWD, next try in 55 s";
        stats.smsc("tele2").holdUp = "no bind";
        bags.get("telia").put(TaskId.first(NOW.toEpochMilli() - 90_000) + 1, 0, null, Priority.NORMAL, 0);
        bags.get("telia").publish();
        handback.offer("webhook:main", TaskId.first(NOW.toEpochMilli()) + 7, 0, null);
        handback.recoverDead("webhook:main", dead(8));
        handback.recoverDead("webhook:main", dead(9));
        return this;
    }

    static DeadEvent dead(int n) {
        return new DeadEvent(TaskId.first(NOW.toEpochMilli()) + n, 0, "410 Gone", NOW);
    }

    BridgeConfig config(String... smscs) throws IOException {
        return configWith("", smscs);
    }

    BridgeConfig configWith(String more, String... smscs) throws IOException {
        StringBuilder text = new StringBuilder("admin.port = 0\n").append(more);
        text.append("webhook.main.url = http://127.0.0.1:1/events\nwebhook.main.allow-private = true\n");
        text.append("webhook.main.secret = whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");
        text.append("route.all.smsc = ").append(smscs[0]).append('\n');
        for (String smsc : smscs) {
            text.append("smsc.%1$s.host = 127.0.0.1\nsmsc.%1$s.port = 2775\nsmsc.%1$s.system-id = b\n".formatted(smsc));
            text.append("smsc.%1$s.password = s3cret\nsmsc.%1$s.rate = 5\n".formatted(smsc));
        }
        Path file = Files.writeString(directory.resolve("bridge.properties"), text);
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Loaded loaded) {
            return loaded.config();
        }
        throw new AssertionError("refused: " + outcome);
    }

    final PduLogs pduLogs =
            new PduLogs(new PduLogConfig(Path.of("target", "pdu"), 1 << 20, 2, Map.of()), () -> now, Ticker.SYSTEM);

    AdminSources sources() {
        return new AdminSources(
                () -> config,
                stats,
                smsc -> Optional.ofNullable(bags.get(smsc)),
                handback,
                new JournalNumbers(
                        () -> 64L << 20,
                        () -> 3,
                        () -> 2,
                        () -> 0,
                        () -> 310,
                        () -> 200,
                        () -> 0,
                        () -> 1,
                        () -> 0,
                        () -> Map.of("k1", 3)),
                clock(),
                () -> List.copyOf(obstacles),
                new Levers(
                        () -> reload,
                        new AdminSources.Held() {
                            @Override
                            public Optional<AdminSources.Listed<AdminSources.HeldMessage>> list(
                                    String smsc, int atMost) {
                                return Optional.of(
                                        listed(smsc, new AdminSources.HeldMessage(new TaskId(dead(3).id()), "telia")));
                            }

                            @Override
                            public Optional<Boolean> resolve(long id, boolean resend) {
                                held.add(new TaskId(id) + (resend ? " resend" : " giveup"));
                                if (id == dead(6).id()) {
                                    throw new OutOfMemoryError("Cannot reserve direct buffer memory: of a test");
                                }
                                return id == dead(4).id() ? Optional.empty() : Optional.of(id % 2 == 1);
                            }
                        },
                        new NoneMatched(),
                        pduLogs,
                        new OneOut(),
                        new OneErased()),
                "0.1.0");
    }

    /** All are telia's. */
    private static <T> AdminSources.Listed<T> listed(String smsc, T one) {
        boolean its = smsc.isEmpty() || smsc.equals("telia");
        return new AdminSources.Listed<>(its ? List.of(one) : List.of(), its ? 3 : 0);
    }

    /** One number is being erased; any other can be. */
    private final class OneErased implements AdminSources.Erase {
        @Override
        public Optional<TaskId> order(Address number, boolean withdraw) {
            held.add(number.number() + (withdraw ? " withdraw" : " erase"));
            return Optional.of(new TaskId(dead(3).id()));
        }

        @Override
        public Optional<List<AdminSources.EraseOrder>> list() {
            return Optional.of(List.of(
                    new AdminSources.EraseOrder(new TaskId(dead(3).id()), "567", NOW, false, Optional.empty(), 2)));
        }
    }

    /** One who is opted out; any other can be. */
    private final class OneOut implements AdminSources.Consent {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public List<AdminSources.OptedOut> list(String number, int atMost) {
            return number.isEmpty() || number.equals("46701234567")
                    ? List.of(new AdminSources.OptedOut("46701234567", "72404", "", NOW))
                    : List.of();
        }

        @Override
        public Optional<Boolean> change(Address number, String sender, String account, boolean out) {
            held.add(number.number() + " " + sender + account + (out ? " out" : " in"));
            return Optional.of(!number.number().equals("46701234567") == out);
        }
    }

    /** Two receipts without a message; the one of an odd id joins, and of the fifth there is no answer in time. */
    private final class NoneMatched implements AdminSources.Unmatched {
        @Override
        public int count() {
            return 2;
        }

        @Override
        public Optional<AdminSources.Listed<AdminSources.UnmatchedReceipt>> list(String smsc, int atMost) {
            return Optional.of(listed(
                    smsc,
                    new AdminSources.UnmatchedReceipt(new TaskId(dead(3).id()), "telia", "4d", "UNDELIV", "027", NOW)));
        }

        @Override
        public Optional<Integer> rejoin(List<Long> ids) {
            return ids.contains(dead(5).id())
                    ? Optional.empty()
                    : Optional.of((int) ids.stream().filter(id -> id % 2 == 1).count());
        }

        @Override
        public Optional<Integer> drop(List<Long> ids) {
            ids.forEach(id -> gone.add(id));
            return ids.contains(dead(5).id()) ? Optional.empty() : Optional.of(ids.size());
        }

        @Override
        public boolean indexing() {
            return true;
        }
    }

    InstantSource clock() {
        return () -> now;
    }

    AdminServer open(String keyHash) throws IOException {
        AdminServer opened = AdminServer.open(
                new io.smppbridge.settings.AdminConfig(
                        true, "127.0.0.1", 0, keyHash, java.time.Duration.ZERO, java.util.Map.of()),
                directory,
                sources(),
                clock(),
                Ticker.SYSTEM);
        server = Optional.of(opened);
        return opened;
    }

    @Override
    public void close() {
        server.ifPresent(it -> it.stop(Duration.ofSeconds(1)));
        handback.stop(Duration.ofMillis(100));
    }
}
