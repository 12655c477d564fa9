package io.smppbridge.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bridge receipts unmatched …}: what the carriers' receipts need an operator for. */
@Command(
        name = "receipts",
        description = "Delivery receipts: those that need an operator, and how they are read.",
        footer = {"", "Example: ./bridge receipts unmatched list"})
final class ReceiptsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what: unmatched or read");
    }
}
