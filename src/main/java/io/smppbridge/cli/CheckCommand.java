package io.smppbridge.cli;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./bridge check FILE}. */
@Command(
        name = "check",
        description = "Find every fault in a configuration; opens and starts nothing.",
        footer = {
            "",
            "Example: ./bridge check config/bridge.properties",
            "Exit code 2 if there is a fault; warnings alone are 0."
        })
final class CheckCommand implements Callable<Integer> {
    private final Surroundings around;

    @Mixin
    private ConfigChoice choice;

    CheckCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        LoadOutcome.Loaded loaded = choice.load(around);
        BridgeConfig config = loaded.config();
        String warnings =
                loaded.warnings().isEmpty() ? "" : ", " + loaded.warnings().size() + " to look at above";
        around.out()
                .println("ok: " + choice.file(around) + ": SMSCs "
                        + config.smscs().keySet() + ", "
                        + counted(config.routes().size(), "route") + ", "
                        + counted(config.accounts().size(), "account") + ", "
                        + counted(config.webhooks().size(), "webhook") + warnings);
        return Exit.OK;
    }

    private static String counted(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
