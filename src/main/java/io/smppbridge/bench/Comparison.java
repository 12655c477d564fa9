package io.smppbridge.bench;

import com.sun.management.ThreadMXBean;
import io.smppbridge.bench.classic.ClassicConfig;
import io.smppbridge.bench.classic.ClassicFiguresMXBean;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.HdrHistogram.Histogram;

/**
 * Runs one architecture after the other between the same load source and the same sink, both outside of them, under the same promise: a
 * message is stored before its answer.
 */
@OwnedBy("the thread of the command")
final class Comparison {
    private static final Duration WATCHED = Duration.ofSeconds(2);
    private static final int HEAT_WINDOW = 100;
    private static final double MICROS = 1e3;
    private static final double SECOND = 1e9;

    private final Plan plan;
    private final Duration best;
    private final boolean forced;
    private int runs;

    /**
     * @param plan of it: times, JDK, directory, options
     * @param best of each run the best stretch so long counts
     * @param forced whether a message is forced to disk before its answer, or only written, in both forms
     */
    Comparison(Plan plan, Duration best, boolean forced) {
        this.plan = plan;
        this.best = best;
        this.forced = forced;
    }

    /** One run with processes of its own. */
    Cell run(Cell.Kind kind) throws IOException, InterruptedException {
        Path directory =
                Files.createDirectories(plan.directory().resolve(kind.form().word() + "-" + ++runs));
        int sinkPort = Ports.free();
        try (Sink sink = Sink.start(plan, directory, sinkPort, Ports.free());
                Gateway gateway = start(kind, directory, sinkPort)) {
            await(sink, gateway, kind.connections());
            long before = heat(sink, gateway, kind);
            try (Meter meter = Meter.attach(gateway.pid());
                    RunQueue queue = new RunQueue(gateway.pid());
                    RawSubmits load = new RawSubmits(gateway.esmePort(), kind.connections(), kind.window())) {
                return measure(kind, new Parts(sink, gateway, meter, queue, load, before, directory));
            }
        }
    }

    /** Most of the warm-up with a wide window, so that the compilers are done with either form however few messages the run itself has. */
    private long heat(Sink sink, Gateway gateway, Cell.Kind kind) throws IOException, InterruptedException {
        try (RawSubmits load = new RawSubmits(gateway.esmePort(), kind.connections(), HEAT_WINDOW)) {
            pause(plan.warmup().multipliedBy(3).dividedBy(4));
            load.end();
            missing(sink, gateway, load.accepted());
            return load.accepted();
        }
    }

    private record Parts(
            Sink sink, Gateway gateway, Meter meter, RunQueue queue, RawSubmits load, long before, Path directory) {}

    private Cell measure(Cell.Kind kind, Parts parts) throws IOException, InterruptedException {
        pause(plan.warmup().dividedBy(4));
        parts.load.latency();
        parts.queue.mean();
        Optional<ClassicFiguresMXBean> classic = classic(kind, parts.meter);
        long locks = classic.map(ClassicFiguresMXBean::getLocksTaken).orElse(0L);
        Meter.Reading before = parts.meter.read();
        Stretch rate = new Stretch(best, plan.measure());
        long start = parts.sink.submits();
        long lines = lines(kind, parts, classic);
        long nanos = System.nanoTime();
        double perSecond = rate.best(parts.sink::submits);
        double messages = Math.max(1, parts.sink.submits() - start);
        double seconds = (System.nanoTime() - nanos) / SECOND;
        Meter.Reading used = parts.meter.read().minus(before);
        double logged = (lines(kind, parts, classic) - lines) / messages;
        double taken = classic.map(figures -> (figures.getLocksTaken() - locks) / messages)
                .orElse(Double.NaN);
        double active = parts.queue.mean();
        Histogram latency = parts.load.latency();
        parts.gateway.check();

        Insight insight = new Insight(parts.meter.beans());
        int threads = insight.threads();
        long watched = parts.sink.submits();
        Insight.Waits waits = insight.waits(WATCHED, parts.directory);
        double meanwhile = Math.max(1, parts.sink.submits() - watched);
        double object = insight.meanObject();
        parts.load.end();
        return new Cell(
                kind,
                perSecond,
                messages / seconds,
                active,
                used.cpuNanos() / SECOND / seconds,
                latency.getValueAtPercentile(50) / MICROS,
                latency.getValueAtPercentile(99) / MICROS,
                used.octets() / messages,
                used.octets() / messages / object,
                taken,
                waits.contended() / meanwhile,
                waits.sleeps() / meanwhile,
                threads,
                kind.full() ? logged : 0,
                missing(parts.sink, parts.gateway, parts.before + parts.load.accepted()));
    }

    private static long missing(Sink sink, Gateway gateway, long accepted) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        long missing = accepted - sink.submits();
        while (missing > 0 && System.nanoTime() < deadline) {
            gateway.check();
            TimeUnit.MILLISECONDS.sleep(20);
            missing = accepted - sink.submits();
        }
        return missing;
    }

    /** Threads of a form with so many clients that are bound and silent. */
    int threads(Cell.Form form, int clients) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(plan.directory().resolve(form.word() + "-" + ++runs));
        int sinkPort = Ports.free();
        Cell.Kind kind = new Cell.Kind(form, 1, 1, false);
        try (Sink sink = Sink.start(plan, directory, sinkPort, Ports.free());
                Gateway gateway = start(kind, directory, sinkPort)) {
            await(sink, gateway, 1);
            try (Meter meter = Meter.attach(gateway.pid());
                    RawSubmits load = new RawSubmits(gateway.esmePort(), new RawSubmits.Shape(clients, 0, false))) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (load.bound() < clients) {
                    gateway.check();
                    if (System.nanoTime() > deadline) {
                        throw new IOException("only " + load.bound() + " of " + clients + " binds stand");
                    }
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                ThreadMXBean beans = java.lang.management.ManagementFactory.newPlatformMXBeanProxy(
                        meter.beans(), java.lang.management.ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
                int own = 0;
                for (var info : beans.getThreadInfo(beans.getAllThreadIds())) {
                    own += info == null || isOfTheJvm(info.getThreadName()) ? 0 : 1;
                }
                return own;
            }
        }
    }

    /** Threads that every JVM has, or that being asked over JMX makes; and the one that has checked a new password and will end. */
    static boolean isOfTheJvm(String name) {
        return name.startsWith("RMI ")
                || name.startsWith("JMX ")
                || name.startsWith("Attach ")
                || name.startsWith("esme-password")
                || List.of(
                                "Reference Handler",
                                "Finalizer",
                                "Signal Dispatcher",
                                "Common-Cleaner",
                                "Notification Thread",
                                "Service Thread",
                                "Monitor Deflation Thread",
                                "process reaper",
                                "DestroyJavaVM")
                        .contains(name)
                || name.contains("CompilerThread")
                || name.contains("Compiler Thread")
                || name.equals("Sweeper thread");
    }

    private Gateway start(Cell.Kind kind, Path directory, int sinkPort) throws IOException, InterruptedException {
        if (kind.form() == Cell.Form.CLASSIC) {
            Optional<Path> log = kind.full() ? Optional.of(directory.resolve("pdu")) : Optional.empty();
            return ClassicProcess.start(
                    plan,
                    directory,
                    new ClassicConfig(
                            Ports.free(),
                            sinkPort,
                            kind.connections(),
                            kind.window(),
                            forced,
                            directory.resolve("journal"),
                            log));
        }
        List<String> more = new ArrayList<>();
        more.add("smpp.threads = 0");
        more.add("account.bench.esme.window = " + Math.max(HEAT_WINDOW, kind.window()));
        more.add("intake.esme.durability = " + (forced ? "forced" : "written"));
        if (kind.full()) {
            more.add("smsc.sink1.pdulog = text");
            more.add("account.bench.esme.pdulog = text");
            more.add("pdulog.directory = " + directory.resolve("pdu"));
        }
        Plan its = plan.with(kind.connections(), kind.window(), TransportKind.NETTY);
        ServedBridge bridge = new ServedBridge(its, new ServedBridge.Setting(directory, sinkPort, 1, 0, more));
        bridge.start();
        return bridge;
    }

    private static void await(Sink sink, Gateway gateway, int binds) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (sink.binds() < binds) {
            gateway.check();
            if (System.nanoTime() > deadline) {
                throw new IOException("only " + sink.binds() + " of " + binds + " binds to the sink stand");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static Optional<ClassicFiguresMXBean> classic(Cell.Kind kind, Meter meter) {
        try {
            return kind.form() == Cell.Form.CLASSIC
                    ? Optional.of(JMX.newMXBeanProxy(
                            meter.beans(), new ObjectName(ClassicFiguresMXBean.NAME), ClassicFiguresMXBean.class))
                    : Optional.empty();
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long lines(Cell.Kind kind, Parts parts, Optional<ClassicFiguresMXBean> classic) throws IOException {
        if (!kind.full()) {
            return 0;
        }
        return classic.isPresent() ? classic.get().getLogLines() : ((ServedBridge) parts.gateway).logged();
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
