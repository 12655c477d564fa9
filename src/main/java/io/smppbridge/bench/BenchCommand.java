package io.smppbridge.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.admin.LogSetup;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bridge bench}: measures this build on this machine and prints a table. */
@Command(
        name = "bench",
        subcommands = {ArchitecturesCommand.class, ProfileCommand.class, StagesCommand.class},
        description = "Measure: load generator, bridge and sink as three processes on loopback, durable.",
        footer = {
            "",
            "Examples:",
            "  ./bridge bench                              everything, some twenty minutes",
            "  ./bridge bench --scenario http-bulk --for 30s",
            "  ./bridge bench --scenario http-bulk,idle --transport jsmpp,netty",
            "  ./bridge bench architectures                 threads for each connection against the pipeline",
            "  ./bridge bench --json before.json, then     ./bridge bench --compare before.json",
            "Read CPU per message first: it survives a busy machine, rates do not.",
            "docs/performance.md says more."
        })
@OwnedBy("the thread that calls it")
public final class BenchCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scenario",
            paramLabel = "NAME",
            split = ",",
            description = "Which, by the names in the first column of the table (all of them).")
    private List<String> chosen = List.of();

    @Option(names = "--for", paramLabel = "TIME", description = "How long each rate is measured (20s).")
    private Duration measure = Duration.ofSeconds(20);

    @Option(names = "--warmup", paramLabel = "TIME", description = "Load before that, not counted (15s).")
    private Duration warmup = Duration.ofSeconds(15);

    @Option(names = "--connections", paramLabel = "N", description = "HTTP connections (6 for bulk, 32 for single).")
    private int connections;

    @Option(names = "--window", paramLabel = "N", description = "submit_sm without an answer on each bind (100).")
    private int window = 100;

    @Option(names = "--binds", paramLabel = "N", description = "Binds to the sink (4).")
    private int binds = 4;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            description = "jsmpp, netty, or jsmpp,netty: what carries the binds; each scenario over each (netty).")
    private List<String> transports = List.of("netty");

    @Option(
            names = "--pending",
            paramLabel = "N",
            description = "Messages that wait, for an SMSC or a restart (1000000).")
    private int pending = 1_000_000;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there as well.")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--compare", paramLabel = "FILE", description = "Figures of --json to show ratios against.")
    private Optional<Path> compare = Optional.empty();

    @Option(
            names = "--no-raw",
            description = "Leave out the ceiling of generator and sink, which is measured first when a rate is.")
    private boolean noRaw;

    @Option(names = "--jdk", paramLabel = "PATH", description = "Home of the JDK for bridge and sink (this one).")
    private Path jdk = Path.of(System.getProperty("java.home"));

    @Option(
            names = "--dir",
            paramLabel = "PATH",
            description = "Where journals are kept meanwhile: the disk that is measured (the temporary directory).")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(
            names = "--bridge-option",
            paramLabel = "OPTION",
            description = "One more option for the JVM of the bridge, such as a flight recording; may be repeated.")
    private List<String> bridgeOptions = List.of();

    @Option(
            names = "--bridge-cores",
            paramLabel = "CORES",
            description = "Keep the bridge to these cores, as taskset(1) has them: 0, or 0,1 (all).")
    private String bridgeCores = "";

    @Option(
            names = "--threads",
            description = "Say what each kind of thread of the bridge cost, and what more cores would carry.")
    private boolean threads;

    /** {@code --json} writes and {@code --compare} reads it. */
    record Report(Map<String, String> machine, List<Result> results) {}

    @Override
    public Integer call() throws Exception {
        LogSetup.quiet();
        PrintWriter out = spec.commandLine().getOut();
        Path java = jdk.resolve("bin/java");
        if (!Files.isExecutable(java)) {
            throw new ParameterException(
                    spec.commandLine(), "--jdk " + jdk + " has no bin/java, expected the home of a JDK");
        }
        if (!bridgeCores.isEmpty() && !(Cores.canPin() && Cores.areWritten(bridgeCores))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--bridge-cores " + bridgeCores + ", expected cores such as 0 or 0,1 and a system with taskset");
        }
        Map<String, Result> earlier = earlier();
        Path work = Files.createTempDirectory(directory.toAbsolutePath(), "smpp-bridge-bench-");
        boolean begun = false;
        try {
            List<TransportKind> kinds = kinds();
            if (!bridgeCores.isEmpty()) {
                java = Cores.pinned(java, bridgeCores, work);
                out.println("bridge: kept to cores " + bridgeCores);
            }
            Plan plan = new Plan(
                    measure, warmup, connections, window, binds, pending, java, work, kinds.get(0), bridgeOptions);
            List<String> names = names(new Scenarios(plan).all().keySet());
            begun = true;
            Map<String, String> machine = Machine.describe(plan);
            machine.forEach((name, value) -> out.println(name + ": " + value));
            out.flush();
            List<Result> results = run(plan, kinds, names);
            out.println();
            out.print(Table.of(results, earlier));
            summary(out, results);
            if (threads) {
                threads(out, work);
            }
            out.flush();
            if (json.isPresent()) {
                JSON.writerWithDefaultPrettyPrinter().writeValue(json.get().toFile(), new Report(machine, results));
            }
            begun = false;
            return 0;
        } finally {
            if (begun) {
                spec.commandLine().getErr().println("bench: logs of its processes are kept in " + work);
            } else {
                delete(work);
            }
        }
    }

    /** What the stages have left beside their logs. */
    private static void threads(PrintWriter out, Path work) throws IOException {
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file :
                    files.filter(it -> it.endsWith(Stage.THREADS)).sorted().toList()) {
                out.println();
                out.println(work.relativize(file.getParent()) + ":");
                out.print(Files.readString(file));
            }
        }
    }

    /** Scenarios say in their note whether they keep their floor and reach their goals; here once more what is not. */
    private static void summary(PrintWriter out, List<Result> results) {
        out.println();
        out.println("Latencies of " + String.join(" and ", Scenarios.OPEN_LOOP)
                + " count from when a request was due (no coordinated omission), others from when it was sent.");
        tell(out, results, "floor", "keep theirs", Floor.MISSED);
        tell(out, results, "goal", "reach theirs", Goals.MISSED);
    }

    private static void tell(PrintWriter out, List<Result> results, String what, String kept, String missed) {
        List<Result> judged = results.stream()
                .filter(result -> result.note().contains(", " + what + " "))
                .toList();
        List<String> behind = judged.stream()
                .filter(result -> result.note().contains(missed))
                .map(Result::scenario)
                .toList();
        if (!judged.isEmpty()) {
            out.println(what + "s: " + (judged.size() - behind.size()) + " of " + judged.size() + " scenarios " + kept
                    + (behind.isEmpty() ? "" : ", " + Floor.MISSED + ": " + String.join(", ", behind)));
        }
    }

    private List<TransportKind> kinds() {
        List<TransportKind> kinds = new ArrayList<>();
        for (String name : transports) {
            kinds.add(Stream.of(TransportKind.values())
                    .filter(kind -> Plan.word(kind).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(), "--transport " + name + ", expected jsmpp, netty, or both")));
        }
        return kinds;
    }

    private List<String> names(Set<String> all) {
        List<String> names = new ArrayList<>(chosen.isEmpty() ? all : chosen);
        for (String name : names) {
            if (!all.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(), "--scenario " + name + ", expected of " + String.join(", ", all));
            }
        }
        boolean rates = names.stream().anyMatch(name -> !Scenarios.WITHOUT_RATE.contains(name));
        if (noRaw && chosen.isEmpty()) {
            names.remove(Scenarios.RAW);
        } else if (!noRaw && rates && !names.contains(Scenarios.RAW)) {
            names.add(0, Scenarios.RAW);
        }
        return names;
    }

    private List<Result> run(Plan plan, List<TransportKind> kinds, List<String> names)
            throws IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (String name : names) {
            boolean bridgeless = Scenarios.BRIDGELESS.contains(name);
            for (TransportKind kind : bridgeless ? kinds.subList(0, 1) : kinds) {
                String word = Plan.word(kind);
                String label = kinds.size() > 1 && !bridgeless ? word : "";
                PrintWriter err = spec.commandLine().getErr();
                err.println("bench: " + name + (label.isEmpty() ? "" : " " + label) + " ...");
                err.flush();
                Result result = new Scenarios(plan.over(kind)).all().get(name).run();
                result = plan.isUsual() ? Goals.judged(result, word) : result;
                results.add(label.isEmpty() ? result : result.over(label));
            }
        }
        return results;
    }

    private Map<String, Result> earlier() throws IOException {
        Map<String, Result> earlier = new LinkedHashMap<>();
        if (compare.isPresent()) {
            Report report = JSON.readValue(compare.get().toFile(), new TypeReference<Report>() {});
            report.results().forEach(result -> earlier.put(result.scenario(), result));
        }
        return earlier;
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
