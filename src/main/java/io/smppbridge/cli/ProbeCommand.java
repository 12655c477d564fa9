package io.smppbridge.cli;

import io.smppbridge.Address;
import io.smppbridge.admin.LogLine;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.probe.Probe;
import io.smppbridge.probe.ProbePlan;
import io.smppbridge.probe.ProbeReport;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.smpp.Transport;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge probe SMSC --to NUMBER --yes}. */
@Command(
        name = "probe",
        description = {
            "Try out what an SMSC really does, and propose a profile for it with the evidence.",
            "Sends real messages to a number of yours, which costs money; needs no running bridge."
        },
        footer = {
            "",
            "Example:",
            "  ./bridge probe telia --to +46701234567 --out config/conf.d/telia-probed.properties --yes",
            "Exit code 0 if it came to its end, 69 if there was no bind or it was lost on the way."
        })
final class ProbeCommand implements Callable<Integer> {
    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "SMSC", description = "Which one: the <name> of smsc.<name>.host.")
    private String smsc = "";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration; without it, the one in the usual places.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--to", required = true, paramLabel = "NUMBER", description = "The number that gets every message.")
    private String to = "";

    @Option(names = "--from", paramLabel = "SENDER", description = "The sender; without it, the SMSC's own.")
    private String from = "";

    @Option(names = "--yes", description = "Send: without it, only what would be sent is told.")
    private boolean yes;

    @Option(
            names = "--messages",
            defaultValue = "60",
            paramLabel = "N",
            description = "At most so many messages (default ${DEFAULT-VALUE}).")
    private int messages = 60;

    @Option(
            names = "--fastest",
            paramLabel = "RATE",
            description =
                    "The highest rate to try, messages a second; without it, the SMSC's rate of the configuration.")
    private double fastest;

    @Option(
            names = "--within",
            defaultValue = "2m",
            paramLabel = "TIME",
            description = "It takes no longer than that (default ${DEFAULT-VALUE}).")
    private Duration within = Duration.ofMinutes(2);

    @Option(
            names = "--receipts-within",
            defaultValue = "20s",
            paramLabel = "TIME",
            description = "How long receipts are awaited (default ${DEFAULT-VALUE}).")
    private Duration receiptsWithin = Duration.ofSeconds(20);

    @Option(
            names = "--idle",
            defaultValue = "0s",
            paramLabel = "TIME",
            description = "Stay silent for up to that long to see whether the SMSC ends the bind (default: not).")
    private Duration idle = Duration.ZERO;

    @Option(
            names = "--binds",
            defaultValue = "5",
            paramLabel = "N",
            description = "Try up to so many binds at once (default ${DEFAULT-VALUE}).")
    private int binds = 5;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the profile there, a new file; without it, it is printed.")
    private Optional<Path> out = Optional.empty();

    ProbeCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        SmscConfig account = account();
        ProbePlan plan = plan(account);
        if (!yes) {
            throw new Complaint(
                    Exit.USAGE,
                    "this would send up to " + plan.messages() + " messages to " + plan.to() + " by " + smsc + " ("
                            + account.link().host() + "), at up to " + plan.fastest()
                            + " a second, which costs money; add --yes to do it");
        }
        Optional<Path> target = out.map(around::resolve);
        target.ifPresent(ProbeCommand::refuseUnwritable);
        around.log().quiet(); // the profile may go to standard output
        ProbeReport report;
        try (NettyLoops loops = new NettyLoops(1)) {
            report = Probe.run(
                    account,
                    plan,
                    Transport.of(account, Ticker.SYSTEM, PduTap.NONE, loops),
                    new ProbePlan.Clocks(Ticker.SYSTEM, InstantSource.system()),
                    line -> {
                        around.err().println(LogLine.of(line));
                        around.err().flush();
                    });
        }
        String profile = printable(report.properties(smsc + "-probed"));
        if (target.isPresent()) {
            write(target.get(), profile);
        } else {
            around.out().print(profile);
        }
        around.out().flush();
        report.failure().ifPresent(why -> around.err().println("bridge: " + LogLine.of(why)));
        return report.failure().isPresent() ? Exit.UNAVAILABLE : Exit.OK;
    }

    /** Ids and words of the SMSC stand in it as evidence, whatever characters it has chosen. */
    static String printable(String profile) {
        return profile.lines().map(LogLine::of).collect(Collectors.joining("\n", "", "\n"));
    }

    /** Before anything is sent: what was found out has cost money. */
    private static void refuseUnwritable(Path target) {
        Path directory = target.toAbsolutePath().getParent();
        if (Files.exists(target)) {
            throw new Complaint(Exit.USAGE, target + " is there already; name a new file, or remove it");
        }
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new Complaint(
                    Exit.USAGE,
                    "--out " + target + ": expected a file in a directory that this user may write to, and " + directory
                            + (Files.isDirectory(directory) ? " is not" : " does not exist") + "; nothing was sent");
        }
    }

    private void write(Path target, String profile) throws IOException {
        try {
            Files.writeString(target, profile, StandardOpenOption.CREATE_NEW);
            around.out().println("written: " + target);
        } catch (IOException e) {
            around.out().print(profile);
            around.out().flush();
            throw e;
        }
    }

    private ProbePlan plan(SmscConfig account) {
        double rate = account.pace().rate();
        double most = fastest > 0 ? fastest : rate == Double.POSITIVE_INFINITY ? messages : rate;
        try {
            return new ProbePlan(Address.of(to), Address.of(from), messages, within, receiptsWithin, idle, most, binds);
        } catch (IllegalArgumentException bad) {
            throw new Complaint(Exit.USAGE, bad.getMessage(), bad);
        }
    }

    private SmscConfig account() {
        Path file = config.map(around::resolve)
                .or(() -> ConfigChoice.usual(around))
                .orElseThrow(() -> new Complaint(Exit.USAGE, "no configuration file; name one by --config"));
        LoadOutcome outcome = BridgeConfig.load(file, around.environment(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw ConfigChoice.faulty(file, faulty.faults());
        }
        Map<String, SmscConfig> smscs = ((LoadOutcome.Loaded) outcome).config().smscs();
        return Optional.ofNullable(smscs.get(smsc))
                .orElseThrow(() -> new Complaint(
                        Exit.USAGE, file + " has no SMSC " + smsc + "; it has " + String.join(", ", smscs.keySet())));
    }
}
