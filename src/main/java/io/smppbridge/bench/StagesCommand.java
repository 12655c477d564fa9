package io.smppbridge.bench;

import io.smppbridge.admin.LogSetup;
import io.smppbridge.stages.Pools;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bridge bench stages}: which pools of the three stages carry how much, by datagrams and by a stream. */
@Command(
        name = "stages",
        description = "Measure the three stages alone: which pools carry how much, by datagrams and by a stream.",
        footer = {
            "",
            "Pools are written as r<recv>s<service>w<workers>, then d<on-demand> and p<resp> if wanted: r1s1w2d2.",
            "Examples:",
            "  ./bridge bench stages                                    some five minutes",
            "  ./bridge bench stages --messages 200000 --pools r1s1w0,r1s1w2 --over udp",
            "docs/datagram.md says how to read the table."
        })
@OwnedBy("the thread that calls it")
public final class StagesCommand implements Callable<Integer> {
    private static final long WARM_UP = 300_000;

    @Spec
    private CommandSpec spec;

    @Option(names = "--messages", paramLabel = "N", description = "Messages of each run (2020222).")
    private long messages = 2_020_222;

    @Option(names = "--octets", paramLabel = "N", description = "Octets of each message, 16..1024 (256).")
    private int octets = 256;

    @Option(names = "--pools", paramLabel = "LETTERS", split = ",", description = "Which pools (seven usual ones).")
    private List<String> pools = List.of("r1s1w0", "r1s2w0", "r2s1w0", "r1s1w1", "r1s1w2", "r1s1w4", "r1s1w1d4");

    @Option(names = "--over", paramLabel = "NAME", split = ",", description = "udp, tcp (both).")
    private List<String> over = List.of("udp", "tcp");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often processing sums up each message: how heavy it is (1).")
    private int rounds = 1;

    @Option(names = "--rate", paramLabel = "N", description = "Datagrams a second (0: as fast as the sender can).")
    private long rate;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of each, in turns; the middle one by messages passed, then by rate, is shown (3).")
    private int runs = 3;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write every run there as well.")
    private Optional<Path> csv = Optional.empty();

    @Override
    public Integer call() throws IOException {
        LogSetup.quiet();
        List<Pools> chosen = check();
        PrintWriter out = spec.commandLine().getOut();
        out.println("machine: " + Machine.processors() + ", sender and server in one process");
        out.println("jdk: " + Runtime.version());
        out.println("load before the start: " + Machine.load());
        out.println("measured: " + messages + " messages of " + octets + " octets, one sender"
                + (rate > 0 ? ", " + rate + " datagrams a second" : "")
                + "; middle of " + runs
                + " runs; " + Pools.SLOTS + " slots of " + Pools.SLOT_SIZE);
        out.println();
        out.flush();
        List<StageRun> all = run(chosen);
        List<StageRun> middle = new ArrayList<>();
        for (String one : over) {
            for (Pools pool : chosen) {
                middle.add(middle(all.stream()
                        .filter(run -> run.over().equals(one) && run.pools().equals(pool.letters()))
                        .toList()));
            }
        }
        table(out, middle);
        if (csv.isPresent()) {
            Files.writeString(csv.get(), csv(all));
        }
        return 0;
    }

    private List<Pools> check() {
        try {
            if (messages < 1 || rate < 0 || octets < 16 || octets > Pools.SLOT_SIZE || rounds < 0 || runs < 1) {
                throw new IllegalArgumentException(
                        "--messages from 1, --rate from 0, --octets 16..1024, --rounds from 0, --runs from 1");
            }
            if (!List.of("udp", "tcp").containsAll(over)) {
                throw new IllegalArgumentException("--over " + String.join(",", over) + ", expected udp, tcp, or both");
            }
            return pools.stream().map(Pools::of).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private List<StageRun> run(List<Pools> chosen) throws IOException {
        StageRun.Load load = new StageRun.Load(messages, octets, rounds, rate);
        PrintWriter err = spec.commandLine().getErr();
        List<StageRun> all = new ArrayList<>();
        for (String one : over) {
            for (Pools pool : chosen) {
                StageRun.of(one, pool, new StageRun.Load(Math.min(messages, WARM_UP), octets, rounds, rate));
            }
        }
        for (int run = 1; run <= runs; run++) {
            for (String one : over) {
                for (Pools pool : chosen) {
                    err.println("bench: " + one + " " + pool.letters() + ", run " + run + " ...");
                    err.flush();
                    all.add(StageRun.of(one, pool, load));
                }
            }
        }
        return all;
    }

    private static StageRun middle(List<StageRun> runs) {
        return runs.stream()
                .sorted(Comparator.comparingLong(StageRun::passed).thenComparingDouble(StageRun::perSecond))
                .toList()
                .get(runs.size() / 2);
    }

    private static void table(PrintWriter out, List<StageRun> rows) {
        out.println("| " + String.join(" | ", StageRun.HEAD) + " |");
        out.println("| --- | ---" + " | ---:".repeat(StageRun.HEAD.size() - 2) + " |");
        rows.forEach(row -> out.println("| " + String.join(" | ", row.cells(true)) + " |"));
        out.flush();
    }

    private static String csv(List<StageRun> all) {
        return all.stream()
                .map(run -> String.join(",", run.cells(false)))
                .collect(Collectors.joining(
                        "\n", String.join(",", StageRun.HEAD).toLowerCase(Locale.ROOT) + "\n", "\n"));
    }
}
