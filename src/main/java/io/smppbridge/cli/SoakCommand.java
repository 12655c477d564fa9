package io.smppbridge.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.soak.Soak;
import io.smppbridge.soak.SoakReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bridge soak}: a bridge of its own, under load and faults for hours. */
@Command(
        name = "soak",
        description = "Load a bridge of its own for hours while things go wrong, and audit every message.",
        footer = {
            "",
            "Examples:",
            "  ./bridge soak                                  an hour at 70 %% of the peak",
            "  ./bridge soak --for 8h --report soak.md",
            "  ./bridge soak --for 10m --rate 500 --every 10s",
            "Exit code 0 if nothing was lost or wrong, nothing has grown and no threads wait for each other;",
            "else 1.",
            "What it does: docs/soak.md."
        })
final class SoakCommand implements Callable<Integer> {
    private final Surroundings around;

    @Option(names = "--for", paramLabel = "TIME", description = "How long (1h).")
    private Duration time = Duration.ofHours(1);

    @Option(names = "--share", paramLabel = "N", description = "Of the peak that is measured first, 0.01..1 (0.7).")
    private double share = 0.7;

    @Option(names = "--rate", paramLabel = "N", description = "Messages a second, in place of a share of the peak.")
    private Optional<Integer> rate = Optional.empty();

    @Option(names = "--every", paramLabel = "TIME", description = "Something goes wrong so often (30s).")
    private Duration every = Duration.ofSeconds(30);

    @Option(names = "--seed", paramLabel = "N", description = "Of what goes wrong when (drawn).")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Where journal and log go, and stay (among the temporary files).")
    private Optional<Path> directory = Optional.empty();

    @Option(names = "--report", paramLabel = "FILE", description = "Write the figures there as Markdown too.")
    private Optional<Path> page = Optional.empty();

    @Option(names = "--json", description = "Print the end as JSON.")
    private boolean json;

    SoakCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!(share >= 0.01 && share <= 1) || rate.orElse(1) < 1 || time.toSeconds() < 10 || every.toMillis() < 100) {
            throw new Complaint(
                    Exit.USAGE,
                    "expected --share 0.01..1, --rate of at least 1, --for of at least 10s and --every of at least 100ms");
        }
        around.log().quiet();
        Ending ending = new Ending();
        ending.onTermination();
        Path where = place();
        PrintWriter lines = json ? around.err() : around.out();
        lines.println("journal and log in " + where);
        Soak.Options options = new Soak.Options(
                time, share, rate, every, seed.orElseGet(() -> around.random().nextLong()), where, bridge());
        SoakReport report = Soak.run(options, lines, ending.wanted());
        if (page.isPresent()) {
            Files.writeString(around.resolve(page.get()), report.page(line()));
        }
        if (json) {
            around.out().println(asJson(report));
        } else {
            print(report);
        }
        around.out().flush();
        return report.isGood() ? Exit.OK : Exit.FAILURE;
    }

    private Path place() throws IOException {
        if (directory.isEmpty()) {
            return Files.createTempDirectory("smpp-bridge-soak-");
        }
        Path where = around.resolve(directory.get()).toAbsolutePath();
        if (Files.exists(where.resolve("journal"))) {
            throw new Complaint(Exit.USAGE, where + " holds a journal already; name a new directory");
        }
        return Files.createDirectories(where);
    }

    /** What it was called with, as far as it decides what happens. */
    private String line() {
        String load = rate.map(n -> "--rate " + n).orElse("--share " + share);
        return "./bridge soak --for " + time.toSeconds() + "s " + load + " --every " + every.toMillis() + "ms";
    }

    private void print(SoakReport report) {
        PrintWriter out = around.out();
        out.println();
        report.figures().forEach((name, value) -> out.printf(Locale.ROOT, "%-38s %s%n", name, value));
        out.println();
        report.complaints().forEach(out::println);
        out.println(report.isGood() ? "nothing was lost, and nothing has grown" : "SOMETHING IS WRONG");
    }

    private static String asJson(SoakReport report) {
        ObjectNode all = Rest.JSON.createObjectNode().put("good", report.isGood());
        report.complaints().forEach(all.putArray("complaints")::add);
        all.setAll((ObjectNode) Rest.JSON.valueToTree(report));
        return all.toString();
    }

    private static List<String> bridge() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+UseParallelGC",
                "-Xms112m",
                "-XX:NewSize=48m",
                "-XX:MaxNewSize=96m",
                "-XX:MaxHeapFreeRatio=45",
                "-XX:GCTimeRatio=19",
                "-cp",
                System.getProperty("java.class.path"));
    }
}
