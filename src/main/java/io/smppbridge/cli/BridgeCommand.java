package io.smppbridge.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code ./bridge} without a command: the help. */
@Command(
        name = "./bridge",
        versionProvider = BridgeCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        header = {"smpp-bridge carries SMS between a platform and the SMSCs of carriers, and loses none.", ""},
        descriptionHeading = "%nThe first time:%n",
        description = {
            "  ./bridge demo                          see it at work, nothing to set up",
            "  ./bridge check config/bridge.properties",
            "                                         find every fault in a configuration",
            "  ./bridge run config/bridge.properties  the service",
            "",
            "Without a carrier at hand, try it against the simulator, each in a terminal of its own:",
            "  ./bridge smsc-sim --port 2775,2776",
            "  ./bridge run config/bridge.properties",
            "  ./bridge send --to +46701234567 --text Hello",
            "  ./bridge status --watch",
            ""
        },
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands (./bridge COMMAND --help says more):%n",
        footer = {
            "",
            "Exit codes: 0 done; 1 it failed; 2 wrong usage or configuration; 65 not all that was given",
            "can be judged (audit); 69 nobody answers; 74 a file or the journal.",
            "Environment: JAVA_HOME, JAVA_OPTS; SMPP_BRIDGE_CONFIG names the configuration where none is given.",
            "./bridge archive lets another JDK, or a jar that was built elsewhere, start faster."
        })
final class BridgeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show where inside an error happened.")
    boolean verbose;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return Exit.USAGE;
    }

    /** As the jar says. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "smpp-bridge " + number(),
                "Java " + System.getProperty("java.version") + ", " + System.getProperty("java.vm.name")
            };
        }

        static String number() {
            return Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                    .orElse("(built from classes)");
        }
    }
}
