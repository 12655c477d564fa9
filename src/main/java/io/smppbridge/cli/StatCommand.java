package io.smppbridge.cli;

import io.smppbridge.admin.LiveCounters;
import io.smppbridge.settings.Whereabouts;
import io.smppbridge.stats.CounterFile;
import io.smppbridge.stats.CounterFile.Picture;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge stat}. */
@Command(
        name = "stat",
        description = {
            "Show the live counters from their memory-mapped file, without asking the bridge; also the last ones of a bridge that has ended.",
            "Names are those of /metrics. The exit code is 0 when the bridge is alive, 1 when it is not."
        },
        footer = {"", "Examples: ./bridge stat", "          ./bridge stat submitted 'bag_messages{smsc=\"a\"}' --watch"
        })
final class StatCommand implements Callable<Integer> {
    private static final String TOP = "\u001b[H\u001b[J";
    private static final int OFTEN = Integer.MAX_VALUE;
    private static final Duration STALE = Duration.ofSeconds(5);

    private final Surroundings around;

    @Parameters(paramLabel = "PART", arity = "0..*", description = "Only series whose name contains one of these.")
    private List<String> parts = List.of();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The bridge's configuration, which says where its journal is (the usual places).")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--file", paramLabel = "FILE", description = "The file of counters itself.")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--watch", description = "Show them again until INT, with the change per second.")
    private boolean watch;

    @Option(names = "--every", paramLabel = "TIME", description = "How often with --watch, at least 100ms (1s).")
    private Duration every = Duration.ofSeconds(1);

    @Option(names = "--count", hidden = true, description = "End after so many.")
    private Optional<Integer> count = Optional.empty();

    @Option(names = "--all", description = "Those that are zero too.")
    private boolean all;

    StatCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        long pause = Pause.millis(every);
        Optional<Whereabouts> beside = file.isPresent()
                ? Optional.empty()
                : Optional.of(LocalConfig.required(around, config, Whereabouts.Need.COUNTERS));
        Path from = beside.map(it -> it.journal().resolve(LiveCounters.FILE))
                .orElseGet(() -> around.resolve(file.orElseThrow()));
        boolean written = beside.map(Whereabouts::writesCounters).orElse(true);
        Ending ending = new Ending();
        if (watch) {
            ending.onTermination();
        }
        int times = watch ? count.orElse(OFTEN) : 1;
        Picture before = null;
        boolean alive = false;
        for (int i = 0; i < times; i++) {
            Picture now = read(from);
            alive = ProcessHandle.of(now.process()).isPresent()
                    && Duration.between(now.written(), Instant.now()).compareTo(STALE) < 0;
            if (watch && around.terminal()) {
                around.out().print(TOP);
            }
            show(now, before == null || !isSameRun(before, now) ? now : before, alive);
            if (!alive && !written) {
                around.out()
                        .println("admin.counters-every = 0s: a bridge with this configuration writes no counters,"
                                + " these are those of an earlier start");
                around.out().flush();
            }
            before = now;
            if (i + 1 < times && ending.wanted().await(pause, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        return alive ? Exit.OK : Exit.FAILURE;
    }

    /** Counters begin anew with each start. */
    static boolean isSameRun(Picture before, Picture now) {
        return before.process() == now.process() && before.started().equals(now.started());
    }

    private static Picture read(Path from) {
        if (Files.notExists(from)) {
            throw new Complaint(
                    Exit.FAILURE,
                    from
                            + " does not exist: no bridge has run with this journal, admin.counters-every = 0s, or the file"
                            + " was deleted under its bridge or could not be made; the next start makes it (meanwhile:"
                            + " bridge status)");
        }
        try {
            return CounterFile.read(from)
                    .orElseThrow(() -> new Complaint(Exit.FAILURE, from + " is empty yet: ask again in a second"));
        } catch (IOException e) {
            throw new Complaint(Exit.IO, e.getMessage() == null ? from + " cannot be read" : FileTrouble.words(e), e);
        }
    }

    private void show(Picture now, Picture before, boolean alive) {
        PrintWriter out = around.out();
        Duration age = Duration.between(now.written(), Instant.now());
        out.printf(
                Locale.ROOT,
                "%s, process %d since %s, counters of %.1f s ago%s%n",
                alive ? "alive" : "ENDED OR STUCK",
                now.process(),
                now.started(),
                age.toMillis() / 1e3,
                now.leftOut() == 0 ? "" : ", " + now.leftOut() + " left out for want of room");
        double seconds = Duration.between(before.written(), now.written()).toMillis() / 1e3;
        for (Map.Entry<String, Double> figure : new TreeMap<>(now.figures()).entrySet()) {
            String name = figure.getKey();
            double value = figure.getValue();
            if (!wanted(name) || value == 0 && !all && parts.isEmpty()) {
                continue;
            }
            Double earlier = before.figures().get(name);
            boolean sums = name.contains("_total") || name.contains("_count");
            out.printf(
                    Locale.ROOT,
                    "%-72s %s%s%n",
                    name,
                    number(value),
                    sums && seconds > 0 && earlier != null
                            ? String.format(Locale.ROOT, "  %+.1f/s", (value - earlier) / seconds)
                            : "");
        }
        out.flush();
    }

    private boolean wanted(String name) {
        return parts.isEmpty() || parts.stream().anyMatch(name::contains);
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%d", (long) value)
                : String.format(Locale.ROOT, "%.6f", value);
    }
}
