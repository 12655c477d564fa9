package io.smppbridge.cli;

import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.PasswordHash;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge key [ACCOUNT]}. */
@Command(
        name = "key",
        description = "Make a new API key, or hash a password, for the configuration.",
        footer = {
            "",
            "Examples:",
            "  ./bridge key shop",
            "  ./bridge key shop --password FILE     hashes the first line of FILE, for its binds as an ESME,",
            "                                        or for Kannel's and Jasmin's form",
            "The key itself is kept nowhere: give it to its holder and forget it."
        })
final class KeyCommand implements Callable<Integer> {
    private static final int LONGEST_PASSWORD = 64;
    private static final int PASSWORD_OF_SMPP = 8;

    private static final String UNSAID = "<name>";

    private final Surroundings around;

    @Parameters(
            arity = "0..1",
            paramLabel = "ACCOUNT",
            defaultValue = UNSAID,
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "Whom it is for: the <name> of account.<name>.key-hash.")
    private String account = UNSAID;

    @Option(
            names = "--password",
            paramLabel = "FILE",
            description = "Hash the password that stands in the first line of FILE, such as /dev/stdin.")
    private Optional<Path> password = Optional.empty();

    KeyCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (!account.equals(UNSAID) && !AccountConfig.isName(account)) {
            throw new Complaint(
                    Exit.USAGE,
                    "ACCOUNT '" + account + "', expected at most 32 of a-z, 0-9 and -, the first of them no -");
        }
        return password.isPresent() ? hash(around.resolve(password.get())) : key();
    }

    private int hash(Path file) {
        String line = SmallFile.read(file, "--password").lines().findFirst().orElse("");
        if (line.isEmpty() || line.length() > LONGEST_PASSWORD) {
            around.err()
                    .println("key: expected a password of 1.." + LONGEST_PASSWORD + " characters in the first line of "
                            + file);
            return Exit.USAGE;
        }
        PrintWriter out = around.out();
        out.println("Put the hash into the configuration, then ./bridge reload:");
        out.println("  account." + account + ".esme.password-hash = " + PasswordHash.create(line, around.random()));
        out.println("For Kannel's and Jasmin's form it is account." + account + ".dropin.password-hash instead.");
        if (line.length() > PASSWORD_OF_SMPP) {
            out.println("It is longer than the 8 characters of SMPP: not every ESME can send it.");
        }
        return Exit.OK;
    }

    private int key() {
        KeyHash.NewKey made = KeyHash.create(around.random());
        PrintWriter out = around.out();
        out.println("key:  " + made.key().reveal());
        out.println("hash: " + made.hash());
        out.println();
        out.println("Give the key to its holder, who sends it as   Authorization: Bearer <key>");
        out.println("Put the hash into the configuration, then ./bridge reload:");
        out.println("  account." + account + ".key-hash = " + made.hash());
        out.println("Several hashes, separated by commas, are good at once: that is how a key is changed.");
        out.println("For the operator's levers (reload, dead) it is admin.key-hash instead, and takes a restart;");
        out.println("for an operator with some rights only operator." + account + ".key-hash and .rights.");
        return Exit.OK;
    }
}
