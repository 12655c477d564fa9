package io.smppbridge.cli;

import io.smppbridge.app.Bridge;
import io.smppbridge.app.BridgeException;
import io.smppbridge.app.ConfigReader;
import io.smppbridge.journal.FileDisk;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.NodeConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** {@code ./bridge run FILE}: the service. TERM and INT end it in order, HUP reloads. */
@Command(
        name = "run",
        description = "Run the bridge in the foreground until TERM; its log goes to standard output.",
        footer = {
            "",
            "Example: ./bridge run config/bridge.properties",
            "Signals: TERM or INT drains and ends, a second one ends at once; HUP reads the file anew;",
            "QUIT dumps threads.",
            "Exit codes: 0 ended in order; 2 the configuration, a limit of open files that is too low, or a",
            "journal's directory that is missing, may not be used, or is another bridge's; 3 the heap is too",
            "small; 69 an address is taken; 70 nothing moved for half a minute; 74 the journal."
        })
final class RunCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

    private final Surroundings around;
    private final Ending ending = new Ending();

    @Mixin
    private ConfigChoice choice = new ConfigChoice();

    @Option(
            names = "--hold-all",
            description =
                    "Send nothing of what the journal holds before an operator says so (./bridge held): for a journal"
                            + " that was restored from a copy.")
    private boolean holdAll;

    @Option(names = "--for", hidden = true, description = "End in order after this time.")
    private Optional<Duration> time = Optional.empty();

    RunCommand(Surroundings around) {
        this.around = around;
    }

    /** On this file, without an option. */
    RunCommand(Surroundings around, Path file) {
        this(around);
        choice.name(file);
    }

    @Override
    public Integer call() throws InterruptedException {
        OpenFiles.demandEnough();
        HangUp hangUp = new HangUp();
        boolean ignored = Signal.handle(new Signal("HUP"), signal -> hangUp.came()) == SignalHandler.SIG_IGN;
        LoadOutcome.Loaded loaded = choice.load(around);
        NodeConfig node = loaded.config().node();
        around.log().apply(node.logFormat(), node.logLevel());
        ending.onTermination();
        Path file = choice.file(around);
        Bridge bridge = Bridge.start(
                loaded,
                new Bridge.Options(configuration(file), this::fatal, InstantSource.system(), holdAll, FileDisk::in));
        if (ignored) {
            LOG.warn(
                    "SIGHUP is ignored, as it is under nohup: ./bridge reload makes a changed configuration take effect");
        }
        LOG.info("smpp-bridge {} runs on {}{}", Bridge.version(), file, where(loaded.config(), bridge));
        hangUp.serve(() -> reload(bridge));
        ending.await(time);
        bridge.stop();
        around.log().stop();
        return Exit.OK;
    }

    private ConfigReader configuration(Path file) {
        return new ConfigReader() {
            @Override
            public LoadOutcome read() {
                return BridgeConfig.load(file, around.environment(), choice.overrides());
            }

            @Override
            public void inForce(BridgeConfig config) {
                around.log().level(config.node().logLevel());
            }
        };
    }

    private static void reload(Bridge bridge) {
        try {
            bridge.reload();
        } catch (RuntimeException e) {
            LOG.error("the reload failed; what had changed by then stays changed", e);
        }
    }

    private static String where(BridgeConfig config, Bridge bridge) {
        String http = bridge.httpPort() < 0
                ? ""
                : "; messages at http://" + LocalConfig.authority(config.http().host(), bridge.httpPort())
                        + "/v1/messages";
        return bridge.tcpPort() < 0
                ? http
                : http + "; streams at " + LocalConfig.authority(config.tcp().host(), bridge.tcpPort());
    }

    /** Nothing may be promised any more, and no orderly stop is possible without the journal: end, so that a new start recovers. */
    private void fatal(Throwable error) {
        LOG.error("the bridge ends at once, everything accepted is on disk: {}", error.getMessage(), error);
        around.log().stop();
        Runtime.getRuntime().halt(error instanceof BridgeException known ? known.exitCode() : BridgeException.JOURNAL);
    }
}
