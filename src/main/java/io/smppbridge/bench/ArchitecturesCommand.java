package io.smppbridge.bench;

import io.smppbridge.admin.LogSetup;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bridge bench architectures}: threads for each connection against the pipeline, on this machine. */
@Command(
        name = "architectures",
        description = "Compare: a gateway with threads for each connection, and the bridge, under the same load.",
        footer = {
            "",
            "Examples:",
            "  ./bridge bench architectures                          all 40 runs, some 25 minutes",
            "  ./bridge bench architectures --for 5m                 as long as the source's, 4 hours",
            "  ./bridge bench architectures --connections 2,64 --windows 10 --logs minimal --for 10s --warmup 8s",
            "Ends with 1 when the pipeline was slower at 2 or at 64 connections, or when a message was lost or sent twice.",
            "docs/architectures.md says what is compared, and how to read it."
        })
@OwnedBy("the thread that calls it")
public final class ArchitecturesCommand implements Callable<Integer> {
    private static final List<String> LOGS = List.of("minimal", "full");
    private static final int[] CLIENTS = {1, 10, 100, 1_000};

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--connections",
            paramLabel = "N",
            split = ",",
            description = "Connections from the load source, and as many to the sink (1,2,4,16,64).")
    private List<Integer> connections = List.of(1, 2, 4, 16, 64);

    @Option(
            names = "--windows",
            paramLabel = "N",
            split = ",",
            description = "submit_sm without an answer on each of them (1,10).")
    private List<Integer> windows = List.of(1, 10);

    @Option(
            names = "--logs",
            paramLabel = "NAME",
            split = ",",
            description = "minimal: no PDU is logged; full: every one, with its fields (minimal,full).")
    private List<String> logs = LOGS;

    @Option(names = "--for", paramLabel = "TIME", description = "How long each run is measured (20s).")
    private Duration measure = Duration.ofSeconds(20);

    @Option(names = "--best", paramLabel = "TIME", description = "Of each run the best stretch so long counts (16s).")
    private Duration best = Duration.ofSeconds(16);

    @Option(names = "--warmup", paramLabel = "TIME", description = "Load before that, not counted (12s).")
    private Duration warmup = Duration.ofSeconds(12);

    @Option(
            names = "--durability",
            paramLabel = "NAME",
            description = "What an answer promises, in both forms: forced to disk, or written (forced).")
    private String durability = "forced";

    @Option(names = "--threads", description = "Count threads only, with 1 to 1,000 clients.")
    private boolean threadsOnly;

    @Option(
            names = "--out",
            paramLabel = "PATH",
            description = "Where table, CSV and drawings go (docs/architectures).")
    private Path out = Path.of("docs", "architectures");

    @Option(names = "--jdk", paramLabel = "PATH", description = "Home of the JDK for gateways and sink (this one).")
    private Path jdk = Path.of(System.getProperty("java.home"));

    @Option(
            names = "--dir",
            paramLabel = "PATH",
            description = "Where journals are kept meanwhile: the disk that is measured (the temporary directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Override
    public Integer call() throws Exception {
        LogSetup.quiet();
        check();
        Path work = Files.createTempDirectory(directory.toAbsolutePath(), "smpp-bridge-bench-");
        boolean done = false;
        try {
            int status = compare(work);
            done = true;
            return status;
        } finally {
            if (done) {
                BenchCommand.delete(work);
            } else {
                spec.commandLine().getErr().println("bench: logs of its processes are kept in " + work);
            }
        }
    }

    private int compare(Path work) throws IOException, InterruptedException {
        Path java = jdk.resolve("bin/java");
        Plan plan = new Plan(measure, warmup, 0, 1, 1, 0, java, work, TransportKind.NETTY, List.of());
        Comparison comparison = new Comparison(plan, best, durability.equals("forced"));
        PrintWriter text = spec.commandLine().getOut();
        Map<String, String> facts = facts(plan);
        facts.forEach((name, value) -> text.println(name + ": " + value));
        text.flush();
        List<Cell> cells = threadsOnly ? List.of() : run(comparison);
        List<String> threads = threads(comparison);
        StringBuilder said = new StringBuilder();
        if (!cells.isEmpty()) {
            said.append('\n').append(ComparisonTable.markdown(cells)).append('\n');
        }
        Verdict verdict = new Verdict(cells);
        verdict.lines().forEach(line -> said.append("- ").append(line).append('\n'));
        threads.forEach(line -> said.append("- ").append(line).append('\n'));
        text.print(said);
        text.flush();
        if (!cells.isEmpty()) {
            Files.createDirectories(out);
            StringBuilder head = new StringBuilder("# Figures of the comparison\n\n");
            facts.forEach((name, value) ->
                    head.append("- ").append(name).append(": ").append(value).append('\n'));
            Files.writeString(out.resolve("figures.md"), head.append(said).toString());
            Files.writeString(out.resolve("figures.csv"), ComparisonTable.csv(cells));
            Figures.write(cells, out);
            text.println("written to " + out + ": figures.md, figures.csv, four drawings");
        }
        return verdict.isKept() ? 0 : 1;
    }

    private List<Cell> run(Comparison comparison) throws IOException, InterruptedException {
        List<Cell> cells = new ArrayList<>();
        for (String log : logs) {
            for (int window : windows) {
                for (int count : connections) {
                    for (Cell.Form form : Cell.Form.values()) {
                        Cell.Kind kind = new Cell.Kind(form, count, window, log.equals("full"));
                        say(kind + " ...");
                        Cell cell = run(comparison, kind);
                        say(String.format(Locale.ROOT, "  %,.0f msg/s", cell.perSecond()));
                        cells.add(cell);
                    }
                }
            }
        }
        return cells;
    }

    /** Once more when something outside has come between, such as a port that somebody else has taken. */
    private Cell run(Comparison comparison, Cell.Kind kind) throws IOException, InterruptedException {
        try {
            return comparison.run(kind);
        } catch (IOException e) {
            say("  failed, once more: " + e.getMessage());
            return comparison.run(kind);
        }
    }

    private List<String> threads(Comparison comparison) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (Cell.Form form : Cell.Form.values()) {
            List<String> counts = new ArrayList<>();
            for (int clients : CLIENTS) {
                say(form.word() + ", threads with " + clients + " clients ...");
                counts.add(clients + ": " + comparison.threads(form, clients));
            }
            lines.add("threads of the " + form.word()
                    + " form by clients bound, one connection to the sink, the JVM's own left" + " out: "
                    + String.join(", ", counts));
        }
        return lines;
    }

    private Map<String, String> facts(Plan plan) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>(Machine.describe(plan));
        if (!durability.equals("forced")) {
            facts.put("durable", "NO: in both forms an answer says that the journal is written, not forced");
        }
        facts.put(
                "measured",
                "best " + best.toSeconds() + " s mean of " + measure.toSeconds() + " s after " + warmup.toSeconds()
                        + " s of warm-up, in processes of its own each; bridge over Netty");
        return facts;
    }

    private void check() {
        fault(
                !Files.isExecutable(jdk.resolve("bin/java")),
                "--jdk " + jdk + " has no bin/java, expected the home of a JDK");
        fault(!LOGS.containsAll(logs), "--logs " + String.join(",", logs) + ", expected of " + LOGS);
        fault(
                !List.of("forced", "written").contains(durability),
                "--durability " + durability + ", expected forced or written");
        fault(
                connections.stream().anyMatch(count -> count < 1 || count > 255),
                "--connections " + connections + ", expected 1..255 each");
        fault(
                windows.stream().anyMatch(window -> window < 1 || window > 10_000),
                "--windows " + windows + ", expected 1..10000 each");
    }

    private void fault(boolean present, String what) {
        if (present) {
            throw new ParameterException(spec.commandLine(), what);
        }
    }

    private void say(String what) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("bench: " + what);
        err.flush();
    }
}
