package io.smppbridge.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.audit.Audit;
import io.smppbridge.audit.Fault;
import io.smppbridge.audit.Logs;
import io.smppbridge.audit.Verdict;
import io.smppbridge.journal.JournalException;
import io.smppbridge.records.Chronicle;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bridge audit}: what became of every message, from what each side wrote down. */
@Command(
        name = "audit",
        description = "Say what became of every message, from the logs of callers, carriers, webhook and journal.",
        footer = {
            "",
            "At least two kinds of log are needed. Forms and examples: docs/audit.md.",
            "",
            "Examples:",
            "  ./bridge audit --callers calls.jsonl --journal data/journal",
            "  ./bridge audit --callers calls.jsonl --carrier smsc.jsonl --events hook.jsonl --settled",
            "  ./bridge audit --callers calls.jsonl --pdulog telia=telia.log --journal data/journal --json",
            "Exit code 0 if nothing is wrong, 1 if something is, 2 if a log cannot be read,",
            "65 if nothing was found wrong, and not all of what was given can be judged: lines that cannot be",
            "read, or nothing to compare."
        })
final class AuditCommand implements Callable<Integer> {
    private final Surroundings around;

    @Option(
            names = "--callers",
            paramLabel = "FILE",
            description = "Attempts and answers, a line of JSON each; may be repeated.")
    private List<Path> callers = List.of();

    @Option(
            names = "--carrier",
            paramLabel = "[SMSC=]FILE",
            description = "What a carrier took and reported, a line of JSON each; may be repeated.")
    private List<String> carriers = List.of();

    @Option(
            names = "--pdulog",
            paramLabel = "[SMSC=]FILE",
            description = "The bridge's PDU log in text form, in place of a carrier's own; may be repeated.")
    private List<String> pduLogs = List.of();

    @Option(names = "--events", paramLabel = "FILE", description = "What was posted to the platform; may be repeated.")
    private List<Path> events = List.of();

    @Option(
            names = "--journal",
            paramLabel = "DIR",
            description = "The journal's directory; its bridge may be running.")
    private Optional<Path> journal = Optional.empty();

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "The journal's keys, as journal.key-file has them.")
    private Optional<Path> keyFile = Optional.empty();

    @Option(names = "--settled", description = "All should have ended: what has no final event is unreported.")
    private boolean settled;

    @Option(names = "--in-order", description = "Messages to one number are to come in the order of acceptance.")
    private boolean inOrder;

    @Option(names = "--strict", description = "Duplicates are wrong even if they are marked.")
    private boolean strict;

    @Option(names = "--show", paramLabel = "N", description = "How many of each class are shown (5).")
    private int shown = 5;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    AuditCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        if (shown < 0) {
            throw new Complaint(Exit.USAGE, "--show " + shown + ": expected how many of each class to show, 0 or more");
        }
        Logs.Sources sources = sources();
        Audit.Given given = new Audit.Given(
                !sources.callers().isEmpty(),
                sources.journal().isPresent(),
                !sources.carriers().isEmpty() || !sources.pduLogs().isEmpty(),
                !sources.events().isEmpty(),
                settled,
                inOrder,
                shown);
        int kinds = (given.callers() ? 1 : 0)
                + (given.journal() ? 1 : 0)
                + (given.carriers() ? 1 : 0)
                + (given.events() ? 1 : 0);
        if (kinds < 2) {
            throw new Complaint(
                    Exit.USAGE, "name at least two of --callers, --carrier or --pdulog, --events and --journal");
        }
        Logs logs = read(given, sources);
        Verdict verdict = logs.audit().judge();
        if (json) {
            around.out().println(asJson(verdict, logs));
        } else {
            print(verdict, logs);
        }
        around.out().flush();
        return !isGood(verdict) ? Exit.FAILURE : verdict.gaps(logs.badLines()).isEmpty() ? Exit.OK : Exit.DATA;
    }

    private static Logs read(Audit.Given given, Logs.Sources sources) throws IOException {
        try {
            return Logs.of(() -> new Audit(given), sources);
        } catch (Logs.NotALog e) {
            throw new Complaint(Exit.USAGE, e.getMessage(), e);
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.KEY) {
                throw new Complaint(Exit.USAGE, e.getMessage() + "; --key-file FILE names the keys", e);
            }
            throw e;
        }
    }

    private boolean isGood(Verdict verdict) {
        return verdict.isClean() && (!strict || verdict.doubled() == 0);
    }

    private Logs.Sources sources() throws IOException {
        JournalKeys keys = keyFile.isPresent() ? JournalFiles.keys(around, keyFile.get()) : JournalKeys.NONE;
        if (journal.isPresent()) {
            JournalFiles.required(around.resolve(journal.get()));
        }
        return new Logs.Sources(
                callers.stream().map(this::present).toList(),
                carriers.stream().map(typed -> carrier("--carrier", typed)).toList(),
                pduLogs.stream().map(typed -> carrier("--pdulog", typed)).toList(),
                events.stream().map(this::present).toList(),
                journal.map(directory -> new Chronicle.Kept(around.resolve(directory), keys)));
    }

    private Logs.Carrier carrier(String option, String named) {
        int equals = named.indexOf('=');
        if (equals == 0 || equals == named.length() - 1) {
            throw new Complaint(Exit.USAGE, option + " " + named + ": expected FILE or SMSC=FILE");
        }
        return new Logs.Carrier(named.substring(0, Math.max(0, equals)), present(Path.of(named.substring(equals + 1))));
    }

    private Path present(Path typed) {
        Path file = around.resolve(typed);
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new Complaint(Exit.USAGE, typed + " is not a file that can be read");
        }
        return file;
    }

    private void print(Verdict verdict, Logs logs) throws IOException {
        PrintWriter out = around.out();
        Verdict.Figures f = verdict.figures();
        out.printf(
                Locale.ROOT,
                "%,d messages: %,d accepted, %,d refused, %,d without an answer%n",
                f.asked(),
                f.accepted(),
                f.refused(),
                f.inDoubt());
        out.printf(
                Locale.ROOT,
                "%,d came to carriers, which refused %,d submits and sent %,d final receipts%n",
                f.submits(),
                f.refusedByCarrier(),
                f.receipts());
        out.printf(
                Locale.ROOT,
                "%,d final events were taken; %,d messages wait in the journal%n",
                f.events(),
                f.waiting());
        aside(f.partial(), "messages came in part");
        aside(f.beyond(), "are older than what the journal still holds: nothing can be said of them");
        aside(f.unreadable(), "submits are masked and stand in no journal: nothing can be said of them");
        logs.complaints().forEach(around::tell);
        if (!verdict.ended().isEmpty()) {
            around.tell("ended otherwise than delivered: " + verdict.ended());
        }
        out.printf(
                Locale.ROOT,
                "%,d more than once: %,d marked, %,d unmarked, %,d not told of yet%n%n",
                verdict.doubled(),
                verdict.marked(),
                verdict.unmarked(),
                verdict.untold());
        Map<Long, String> words = words(verdict, logs);
        verdict.faults().forEach((fault, found) -> {
            out.printf(
                    Locale.ROOT,
                    "%-22s %,12d%s%n",
                    fault.words(),
                    found.count(),
                    found.count() > 0 ? "  " + fault.meaning() : "");
            for (int i = 0; i < found.first().size(); i++) {
                around.tell("    " + words.get(found.first().get(i)));
                found.beside().get(i).forEach(where -> around.tell("        " + words.get(where)));
            }
        });
        out.println();
        List<String> gaps = verdict.gaps(logs.badLines());
        gaps.forEach(around::tell);
        out.println(
                !isGood(verdict)
                        ? "SOMETHING IS WRONG"
                        : gaps.isEmpty() ? "nothing is wrong" : "NOTHING WRONG WAS FOUND, AND NOT ALL CAN BE JUDGED");
    }

    private void aside(int count, String what) {
        if (count > 0) {
            around.out().printf(Locale.ROOT, "%,d %s%n", count, what);
        }
    }

    private static Map<Long, String> words(Verdict verdict, Logs logs) throws IOException {
        List<Long> where = new ArrayList<>();
        for (Verdict.Found found : verdict.faults().values()) {
            where.addAll(found.first());
            found.beside().forEach(where::addAll);
        }
        return logs.words(where);
    }

    private String asJson(Verdict verdict, Logs logs) throws IOException {
        Map<Long, String> words = words(verdict, logs);
        List<String> gaps = verdict.gaps(logs.badLines());
        ObjectNode all = Rest.JSON.createObjectNode().put("clean", isGood(verdict) && gaps.isEmpty());
        all.set("figures", Rest.JSON.valueToTree(verdict.figures()));
        all.putObject("duplicates")
                .put("marked", verdict.marked())
                .put("unmarked", verdict.unmarked())
                .put("untold", verdict.untold())
                .put("most", verdict.most());
        all.set("ended", Rest.JSON.valueToTree(verdict.ended()));
        ObjectNode faults = all.putObject("faults");
        for (Map.Entry<Fault, Verdict.Found> one : verdict.faults().entrySet()) {
            ObjectNode fault = faults.putObject(one.getKey().words())
                    .put("count", one.getValue().count());
            ArrayNode first = fault.putArray("first");
            one.getValue().first().forEach(where -> first.add(words.get(where)));
            ArrayNode beside = fault.putArray("beside");
            one.getValue().beside().forEach(places -> {
                ArrayNode lines = beside.addArray();
                places.forEach(where -> lines.add(words.get(where)));
            });
        }
        gaps.forEach(all.putArray("gaps")::add);
        all.put("badLines", logs.badLines());
        logs.complaints().forEach(all.putArray("complaints")::add);
        return all.toString();
    }
}
