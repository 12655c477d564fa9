package io.smppbridge.blackbox;

import com.sun.management.UnixOperatingSystemMXBean;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.ThreadWatch;
import io.smppbridge.app.Bridge;
import io.smppbridge.app.BridgeException;
import io.smppbridge.app.ReloadReport;
import io.smppbridge.journal.JournalException;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.Tally;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process under test: a bridge, steered by lines on standard input, telling by lines on standard output. {@code send FROM COUNT}
 * hands messages over in process; {@code load FROM BATCH} does so for ever, eight batches at once; {@code reload} reads the file anew;
 * {@code health} tells how it is, {@code watched} what its threads did that they may not, {@code plant} has one do so; {@code hang FROM}
 * keeps the thread that answers from ever doing anything again.
 */
final class ChildBridge {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final int BATCHES = 8;
    private static final long PAUSE_NANOS = 20_000_000;

    private ChildBridge() {}

    public static void main(String[] args) throws Exception {
        ThreadWatch watch = ThreadWatch.start();
        Path file = Path.of(args[0]);
        LoadOutcome outcome = BridgeConfig.load(file, System.getenv(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            faulty.faults().forEach(fault -> System.err.println(fault.text()));
            Runtime.getRuntime().halt(BridgeException.CONFIGURATION);
        }
        Bridge bridge;
        try {
            bridge = Bridge.start(
                    (LoadOutcome.Loaded) outcome,
                    new Bridge.Options(
                            () -> BridgeConfig.load(file, System.getenv(), Map.of()),
                            ChildBridge::end,
                            InstantSource.system(),
                            false,
                            LyingDisk::of));
        } catch (BridgeException e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(e.exitCode());
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                bridge.stop();
            } catch (JournalException e) {
                end(e);
            }
            Runtime.getRuntime().halt(0);
        }));
        LyingDisk.begin();
        say("READY " + bridge.httpPort() + " " + waitedForProcessor());
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "send" ->
                    send(bridge.middleWare(), Integer.parseInt(words[1]), Integer.parseInt(words[2]), () -> {});
                case "load" -> {
                    int from = Integer.parseInt(words[1]);
                    int batch = Integer.parseInt(words[2]);
                    Thread thread = new Thread(() -> load(bridge.middleWare(), from, batch), "test-load");
                    thread.setDaemon(true);
                    thread.start();
                }
                case "hang" -> send(bridge.middleWare(), Integer.parseInt(words[1]), 1, ChildBridge::hang);
                case "reload" -> {
                    ReloadReport report = bridge.reload();
                    say("RELOADED " + report.applied() + " "
                            + String.join(" | ", report.lines()).replace('\n', ' '));
                }
                case "health" -> say("HEALTH " + health(bridge));
                case "watched" -> {
                    List<String> found = new ArrayList<>(watch.findings());
                    found.addAll(LoopHound.found());
                    say("WATCHED " + watch.samples() + " " + String.join(" | ", found));
                }
                case "plant" -> plant();
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    /** A thread like those of an event loop waits. */
    private static void plant() throws InterruptedException {
        Thread loop = new Thread(() -> LockSupport.parkNanos(1), "smpp-io-99");
        loop.start();
        loop.join();
    }

    /** Nanoseconds that this thread was ready to run and another one ran; 0 where the system does not say. */
    private static long waitedForProcessor() {
        try {
            return Long.parseLong(
                    Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ")[1]);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Threads that wait for each other, descriptors, threads, octets of heap after a collection, messages accepted, messages ended. */
    private static String health(Bridge bridge) {
        long[] deadlocked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
        System.gc();
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        BridgeStats stats = bridge.stats();
        return (deadlocked == null ? 0 : deadlocked.length) + " " + system.getOpenFileDescriptorCount() + " "
                + ManagementFactory.getThreadMXBean().getThreadCount() + " "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " "
                + sum(stats.acceptedByIntake()) + " " + sum(stats.endedByState());
    }

    private static long sum(Map<String, Tally> counters) {
        return counters.values().stream().mapToLong(Tally::sum).sum();
    }

    private static void end(Throwable error) {
        System.err.println("fatal: " + error);
        Runtime.getRuntime().halt(error instanceof BridgeException known ? known.exitCode() : BridgeException.JOURNAL);
    }

    private static void hang() {
        while (true) {
            LockSupport.park();
        }
    }

    private static void load(MiddleWare door, int from, int batch) {
        Semaphore room = new Semaphore(BATCHES);
        for (int next = from; ; next += batch) {
            try {
                if (!room.tryAcquire(30, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("no answer from MiddleWare within 30 s");
                }
            } catch (InterruptedException e) {
                return;
            }
            send(door, next, batch, room::release);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private static void send(MiddleWare door, int from, int count, Runnable done) {
        List<OutboundSms> list = new ArrayList<>();
        for (int n = from; n < from + count; n++) {
            list.add(OutboundSms.to(Numbered.destination(n))
                    .from("Acme")
                    .text(Numbered.text(n))
                    .clientRef(Numbered.ref(n))
                    .receipt(Numbered.wish(n))
                    .build());
        }
        say("TRY " + from + " " + count);
        door.send(list, outcomes -> {
            StringBuilder text = new StringBuilder("DONE " + from);
            for (SendOutcome outcome : outcomes) {
                text.append(' ')
                        .append(
                                outcome instanceof SendOutcome.Acceptance accepted
                                        ? accepted.id().toString()
                                        : "-"
                                                + ((SendOutcome.Refusal) outcome)
                                                        .reason()
                                                        .replace(' ', '_'));
            }
            say(text.toString());
            done.run();
        });
    }

    private static synchronized void say(String line) {
        OUT.println(line);
    }
}
