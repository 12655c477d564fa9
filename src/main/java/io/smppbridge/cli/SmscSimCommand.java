package io.smppbridge.cli;

import io.smppbridge.simulator.PortReport;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge smsc-sim}. */
@Command(
        name = "smsc-sim",
        description = "Play a carrier's SMSC, well behaved or not, until TERM or --for.",
        footer = {
            "",
            "Examples:",
            "  ./bridge smsc-sim                            port 2775, any system_id, receipts when asked for",
            "  ./bridge smsc-sim --port 2775,2776           two of them",
            "  ./bridge smsc-sim --rate 10 --delay 20ms..80ms --set 'refuse=4670000*=RINVDSTADR'",
            "  ./bridge smsc-sim config/smsc-sim.properties   every key is explained there",
            "A file of SMPPSim's works too.",
            "While it runs, its page (address printed at the start) sends MO and changes the script."
        })
final class SmscSimCommand implements Callable<Integer> {
    private final Surroundings around;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Script; the options below win over it.")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on (127.0.0.1).")
    private Optional<String> host = Optional.empty();

    @Option(names = "--port", paramLabel = "PORT", split = ",", description = "SMPP ports (2775); 0 for any free one.")
    private List<Integer> ports = List.of();

    @Option(names = "--http-port", paramLabel = "PORT", description = "Port of its page (any free one); -1 for none.")
    private Optional<String> httpPort = Optional.empty();

    @Option(names = "--accounts", paramLabel = "ID:PASSWORD", description = "Who may bind, by commas (any).")
    private Optional<String> accounts = Optional.empty();

    @Option(names = "--rate", paramLabel = "N", description = "More submits in a second get RTHROTTLED (unlimited).")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description = "Delay of answers: 20ms, 10ms..50ms or 'exp 20ms' (0).")
    private Optional<String> delay = Optional.empty();

    @Option(names = "--receipt-after", paramLabel = "TIME", description = "Delay of receipts (100ms).")
    private Optional<String> receiptAfter = Optional.empty();

    @Option(names = "--mo-rate", paramLabel = "N", description = "Messages from subscribers per second (0).")
    private Optional<String> moRate = Optional.empty();

    @Option(
            names = "--message-log",
            paramLabel = "FILE",
            description =
                    "Write each submit, and each receipt taken, as a line of JSON to the end of FILE: ./bridge audit reads it.")
    private Optional<Path> messageLog = Optional.empty();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any key of config/smsc-sim.properties; may be repeated.")
    private Map<String, String> more = new LinkedHashMap<>();

    @Option(names = "--for", paramLabel = "TIME", description = "End after this time, such as 60s.")
    private Optional<Duration> time = Optional.empty();

    @Option(names = "--until-input-ends", hidden = true, description = "End when standard input does.")
    private boolean untilInputEnds;

    SmscSimCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        around.log().quiet();
        SimulatorConfig config = config();
        try (SmscSimulator simulator = open(config)) {
            announce(simulator, config);
            Ending ending = new Ending();
            ending.onTermination();
            if (untilInputEnds) {
                ending.ignoreInterrupt();
                ending.onEndOf(System.in);
            }
            ending.await(time);
            summary(simulator);
        }
        return Exit.OK;
    }

    private SimulatorConfig config() throws IOException {
        Properties script = new Properties();
        Optional<ScriptFile> written = written();
        if (written.isPresent()) {
            written.get().into(script);
        } else {
            script.setProperty("accounts", "any");
            script.setProperty("http-port", "0"); // a second simulator beside the first has to find a free one
        }
        host.ifPresent(value -> script.setProperty("host", value));
        httpPort.ifPresent(value -> script.setProperty("http-port", value));
        accounts.ifPresent(value -> script.setProperty("accounts", value));
        rate.ifPresent(value -> script.setProperty("rate", value));
        delay.ifPresent(value -> script.setProperty("respond-after", value));
        receiptAfter.ifPresent(value -> script.setProperty("receipt-after", value));
        moRate.ifPresent(value -> script.setProperty("mo-rate", value));
        messageLog.ifPresent(
                value -> script.setProperty("message-log", around.resolve(value).toString()));
        listen(script);
        more.forEach(script::setProperty);
        try {
            return SimulatorConfig.from(script);
        } catch (IllegalArgumentException e) {
            throw ScriptFile.faulty(
                    e.getMessage()
                            .lines()
                            .map(fault -> located(written, fault, script))
                            .toList(),
                    e);
        }
    }

    private Optional<ScriptFile> written() throws IOException {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Path path = around.resolve(file.get());
        if (!Files.isRegularFile(path)) {
            throw new Complaint(
                    Exit.USAGE,
                    file.get() + FileTrouble.lack(path) + "; every key is shown in config/smsc-sim.properties");
        }
        return Optional.of(ScriptFile.read(path));
    }

    private static String located(Optional<ScriptFile> written, String fault, Properties script) {
        return written.map(of -> of.located(fault, script)).orElse(fault);
    }

    private void listen(Properties script) {
        if (ports.size() == 1) {
            script.setProperty("listen", Integer.toString(ports.get(0)));
        } else {
            int number = 1;
            for (int port : ports) {
                script.setProperty("port.smsc-" + number++ + ".listen", Integer.toString(port));
            }
        }
    }

    private static SmscSimulator open(SimulatorConfig config) {
        try {
            return SmscSimulator.start(config);
        } catch (FileSystemException e) {
            String why = e instanceof NoSuchFileException ? "its directory does not exist" : FileTrouble.words(e);
            throw new Complaint(
                    Exit.IO,
                    e.getFile() + " cannot be written (" + why + "); name another message-log or capture-file",
                    e);
        } catch (IOException e) {
            throw new Complaint(Exit.UNAVAILABLE, e.getMessage(), e);
        }
    }

    private void announce(SmscSimulator simulator, SimulatorConfig config) {
        PrintWriter out = around.out();
        for (SimulatedPort port : simulator.ports()) {
            out.println(port.name() + ": SMPP on " + LocalConfig.authority(config.host(), port.number()));
        }
        String who = config.accounts().isEmpty()
                ? "any system_id"
                : "system_id " + String.join(", ", config.accounts().keySet());
        out.println("takes binds of " + who);
        if (simulator.httpPort() >= 0) {
            out.println("page: http://" + LocalConfig.authority(config.host(), simulator.httpPort()) + "/");
        }
        out.println("ready");
        out.flush();
    }

    private void summary(SmscSimulator simulator) {
        for (PortReport report : simulator.report()) {
            PortReport.Submits submits = report.submits();
            around.out()
                    .println(report.name() + ": " + submits.total() + " submits, " + submits.accepted()
                            + " accepted, at most "
                            + submits.mostInAnySecond() + " in any second; "
                            + report.receipts().acked()
                            + " receipts and " + report.mo().acked() + " MO taken");
        }
        around.out().flush();
    }
}
