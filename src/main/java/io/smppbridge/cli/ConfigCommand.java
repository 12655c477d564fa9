package io.smppbridge.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./bridge config [FILE]}. */
@Command(
        name = "config",
        description = "Print every key's effective value and where it was said; secrets are masked.",
        footer = {"", "Example: ./bridge config config/bridge.properties | grep rate"})
final class ConfigCommand implements Callable<Integer> {
    private final Surroundings around;

    @Mixin
    private ConfigChoice choice;

    ConfigCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        around.out().print(choice.load(around).settings().print());
        around.out().flush();
        return Exit.OK;
    }
}
