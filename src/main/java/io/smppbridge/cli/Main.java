package io.smppbridge.cli;

import io.smppbridge.app.BridgeException;
import io.smppbridge.bench.BenchCommand;
import io.smppbridge.journal.JournalException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code ./bridge}: one command a run. */
public final class Main {
    private static final Pattern ONE_OF = Pattern.compile("(expected one of )\\[([A-Z_, ]+)] \\(case-insensitive\\)");

    /** One buffer in so many is watched for being lost. Of Netty's own 128 each few dozen messages that go alone would fill a stack trace. */
    private static final String WATCHED_BUFFERS = "io.netty.leakDetection.samplingInterval";

    /** Netty's events for flight recordings, of its own buffers: to have them ready takes classes that are written at each start. */
    private static final String FLIGHT_EVENTS = "io.netty.jfr.enabled";

    /** Words that begin so are the library's to read. */
    private static final String OPTIONS = "-@\"'";

    private Main() {}

    public static void main(String[] arguments) {
        preset(WATCHED_BUFFERS, "4096");
        preset(FLIGHT_EVENTS, "false");
        int code = run(Surroundings.ofProcess(), arguments);
        System.out.flush();
        System.exit(unwritten(arguments) ? Exit.IO : code);
    }

    /**
     * Whether some of what was asked for could not be written, as on a full disk; says so. A bridge's own lines are none of it, and whoever has
     * read as much as he wanted and closed the pipe misses nothing.
     */
    private static boolean unwritten(String... arguments) {
        if (!System.out.checkError() || arguments.length > 0 && arguments[0].equals("run")) {
            return false;
        }
        try (FileOutputStream again = new FileOutputStream(FileDescriptor.out)) {
            again.write('\n');
            System.err.println("bridge: some of this could not be written to standard output; ask again");
            return true;
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (why.contains("roken pipe")) {
                return false;
            }
            System.err.println("bridge: not all of this could be written to standard output: " + why);
            return true;
        }
    }

    /** Before Netty is loaded. */
    private static void preset(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Does what the arguments say and returns the exit code. */
    static int run(Surroundings around, String... typed) {
        String[] arguments = helpAsOption(typed);
        if (isPlainRun(arguments)) {
            try {
                return new RunCommand(around, Path.of(arguments[1])).call();
            } catch (Exception e) {
                return failed(e, around, false);
            }
        }
        return commandLine(around, arguments).execute(arguments);
    }

    /** {@code help} and {@code help COMMAND}, as many programs have it. */
    private static String[] helpAsOption(String... typed) {
        if (typed.length == 0 || !typed[0].equals("help")) {
            return typed;
        }
        String[] meant = Arrays.copyOfRange(typed, 1, typed.length + 1);
        meant[typed.length - 1] = "--help";
        return meant;
    }

    /** As a service is started: of this the library, which takes its time to get ready, would make nothing more. */
    private static boolean isPlainRun(String... arguments) {
        return arguments.length == 2
                && arguments[0].equals("run")
                && !arguments[1].isEmpty()
                && OPTIONS.indexOf(arguments[1].charAt(0)) < 0
                && isPath(arguments[1]);
    }

    /** Where the locale has no such letters a name with them is none, and the library says so. */
    private static boolean isPath(String name) {
        try {
            Path.of(name);
            return true;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The service is alone, and starts a quarter of a second faster so; a demo is not, as an archive is made of the classes that it loads. */
    static CommandLine commandLine(Surroundings around, String... arguments) {
        CommandLine line = new CommandLine(new BridgeCommand());
        if (arguments.length > 0 && arguments[0].equals("run")) {
            line.addSubcommand(new RunCommand(around));
        } else {
            addAll(line, around);
        }
        line.setOut(around.out()).setErr(around.err());
        line.setUsageHelpWidth(100).setUsageHelpLongOptionsMaxWidth(28);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(Duration.class, new Durations());
        line.registerConverter(Instant.class, Main::instant);
        line.setParameterExceptionHandler(Main::misused);
        line.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, around, isVerbose(parsed)));
        return line;
    }

    private static void addAll(CommandLine line, Surroundings around) {
        line.addSubcommand(new DemoCommand(around))
                .addSubcommand(new RunCommand(around))
                .addSubcommand(new CheckCommand(around))
                .addSubcommand(new ConfigCommand(around))
                .addSubcommand(new ProfilesCommand(around))
                .addSubcommand(new ProbeCommand(around))
                .addSubcommand(new KeyCommand(around))
                .addSubcommand(new SendCommand(around))
                .addSubcommand(new QueryCommand(around))
                .addSubcommand(new FindCommand(around))
                .addSubcommand(new RouteCommand(around))
                .addSubcommand(new StatusCommand(around))
                .addSubcommand(new StatCommand(around))
                .addSubcommand(new ReloadCommand(around))
                .addSubcommand(new DeadCommand(around))
                .addSubcommand(new HeldCommand(around))
                .addSubcommand(new CommandLine(new ReceiptsCommand())
                        .addSubcommand(new UnmatchedCommand(around))
                        .addSubcommand(new ReceiptReadCommand(around)))
                .addSubcommand(new ConsentCommand(around))
                .addSubcommand(new EraseCommand(around))
                .addSubcommand(new PduLogCommand(around))
                .addSubcommand(new JournalCommand(around))
                .addSubcommand(new AuditCommand(around))
                .addSubcommand(new SmscSimCommand(around))
                .addSubcommand(new SoakCommand(around))
                .addSubcommand(new BenchCommand());
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is no time, expected one such as 2026-12-24T22:00:00Z");
        }
    }

    private static int misused(ParameterException misuse, String[] arguments) {
        CommandLine command = misuse.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("bridge: " + asTyped(misuse.getMessage()));
        UnmatchedArgumentException.printSuggestions(misuse, err);
        err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return Exit.USAGE;
    }

    /** Words to choose from as the help has them; the library names the constants behind them. */
    private static String asTyped(String message) {
        return ONE_OF.matcher(message)
                .replaceAll(found -> found.group(1) + found.group(2).toLowerCase(Locale.ROOT));
    }

    private static boolean isVerbose(ParseResult parsed) {
        return ((BridgeCommand) parsed.commandSpec().root().userObject()).verbose;
    }

    private static int failed(Exception failure, Surroundings around, boolean verbose) {
        PrintWriter err = around.err();
        around.out().flush();
        err.println("bridge: " + words(failure));
        if (verbose) {
            failure.printStackTrace(err);
        }
        err.flush();
        return code(failure);
    }

    /** What is said of a failure, behind the program's name. */
    static String words(Exception failure) {
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof RejectedExecutionException && failure.getCause() instanceof OutOfMemoryError) {
            return text + "; raise that limit, or end what else makes threads"; // no fault of ours
        }
        if (code(failure) == Exit.FAILURE && !(failure instanceof Complaint) && !(failure instanceof BridgeException)) {
            return "something went wrong inside (" + failure.getClass().getSimpleName() + ": " + text
                    + "); --verbose shows where, please report it";
        }
        return failure instanceof IOException || failure instanceof UncheckedIOException
                ? FileTrouble.words(failure)
                : text;
    }

    private static int code(Exception failure) {
        if (failure instanceof Complaint complaint) {
            return complaint.exitCode();
        }
        if (failure instanceof BridgeException refusal) {
            return refusal.exitCode();
        }
        boolean io = failure instanceof IOException
                || failure instanceof UncheckedIOException
                || failure instanceof JournalException;
        return io ? Exit.IO : Exit.FAILURE;
    }
}
