package io.smppbridge.cli;

import io.smppbridge.journal.JournalException;
import io.smppbridge.journal.JournalInspector;
import io.smppbridge.journal.RecoveredFlights;
import io.smppbridge.records.Chronicle;
import io.smppbridge.records.RecordType;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./bridge journal inspect|verify|stats DIR}: looks, and changes nothing. */
@Command(
        name = "journal",
        description = "Look into a journal, also while its bridge runs; changes nothing.",
        footer = {
            "",
            "  inspect  a line for each segment, batch and record (no contents: they may be messages)",
            "  verify   read it all as a start would, and say what a start would do",
            "  stats    records and octets of each type",
            "",
            "Examples:",
            "  ./bridge journal verify data/journal",
            "  ./bridge journal stats --config config/bridge.properties",
            "Contents sealed with a key are looked into with --key-file or --config; without, all but the",
            "contents is checked.",
            "Exit code 74 if a start would refuse the journal, or it cannot be read; 2 if there is none in DIR."
        })
final class JournalCommand implements Callable<Integer> {
    /** What to do with it. */
    enum What {
        INSPECT,
        VERIFY,
        STATS
    }

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "inspect, verify or stats.")
    private What what = What.VERIFY;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DIR",
            description = "The journal's directory (as the configuration says).")
    private Optional<Path> directory = Optional.empty();

    @Mixin
    private JournalFiles journal;

    JournalCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        Chronicle.Kept kept = journal.kept(around, directory);
        Path where = kept.directory();
        JournalInspector inspector = JournalInspector.of(where, kept.keys(), type -> RecordType.name((byte) type));
        JournalFiles.required(where);
        // Lines go out as they come: a journal may be larger than memory.
        PrintStream out = new PrintStream(new LineWriter(around.out()), false, StandardCharsets.UTF_8);
        switch (what) {
            case INSPECT -> inspector.inspect(out);
            case STATS -> inspector.stats(out);
            case VERIFY -> {}
        }
        PrintStream said = what == What.VERIFY
                ? out
                : new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        boolean sound = inspector.verify(said, Chronicle::check);
        sound &= notesAreWhole(where, said);
        out.flush();
        around.out().flush();
        if (!sound) {
            around.err()
                    .println(
                            "bridge: a start would refuse this journal, ./bridge journal verify says why; keep a copy of the directory before doing anything");
        }
        return sound ? Exit.OK : Exit.IO;
    }

    /** A start reads the notes of what was under way as well; a bridge that runs may drop one while it is read. */
    private static boolean notesAreWhole(Path journal, PrintStream out) {
        try {
            RecoveredFlights.in(journal.resolve("flights"));
            return true;
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.DAMAGED) {
                if (e.getCause() instanceof NoSuchFileException) {
                    return true;
                }
                throw e;
            }
            out.println(e.getMessage());
            return false;
        }
    }
}
