package io.smppbridge.cli;

import io.smppbridge.settings.KeyHash;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./bridge key [ACCOUNT]}. */
@Command(
        name = "key",
        description = "Make a new API key and the hash to put into the configuration.",
        footer = {
            "",
            "Example: ./bridge key shop",
            "The key itself is kept nowhere: give it to its holder and forget it."
        })
final class KeyCommand implements Callable<Integer> {
    private final Surroundings around;

    @Parameters(
            arity = "0..1",
            paramLabel = "ACCOUNT",
            defaultValue = "<name>",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "Whom it is for: the <name> of account.<name>.key-hash.")
    private String account = "<name>";

    KeyCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        KeyHash.NewKey made = KeyHash.create(around.random());
        PrintWriter out = around.out();
        out.println("key:  " + made.key().reveal());
        out.println("hash: " + made.hash());
        out.println();
        out.println("Give the key to its holder, who sends it as   Authorization: Bearer <key>");
        out.println("Put the hash into the configuration, then ./bridge reload:");
        out.println("  account." + account + ".key-hash = " + made.hash());
        out.println("Several hashes, separated by commas, are good at once: that is how a key is changed.");
        out.println("For the operator's levers (reload, dead) it is admin.key-hash instead, and takes a restart.");
        return Exit.OK;
    }
}
