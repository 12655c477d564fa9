package io.smppbridge.soak;

import io.smppbridge.audit.Audit;
import io.smppbridge.audit.Fault;
import io.smppbridge.audit.Logs;
import io.smppbridge.audit.Verdict;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the audit says of a chapter's files, if all of its messages should have ended. */
record Judgement(Path logs, Logs read, Verdict verdict) {
    private static final int SHOWN = 5;

    static Judgement of(Path logs, SmscSimulator carriers, Ledger ledger) throws IOException {
        carriers.ports().forEach(SimulatedPort::submits); // writes what is buffered
        ledger.flush();
        Audit audit = new Audit(new Audit.Given(true, false, true, true, true, false, SHOWN));
        Logs read = new Logs(audit);
        read.read(new Logs.Sources(
                List.of(Ledger.callers(logs)),
                List.of(new Logs.Carrier("", carriers(logs))),
                List.of(),
                List.of(Ledger.events(logs)),
                Optional.empty()));
        return new Judgement(logs, read, audit.judge());
    }

    static Path carriers(Path logs) {
        return logs.resolve("carriers.jsonl");
    }

    /** The first lines of each class that is wrong. */
    List<String> words() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<Fault, Verdict.Found> one : verdict.faults().entrySet()) {
            if (one.getValue().count() > 0) {
                lines.add(one.getValue().count() + " " + one.getKey().words());
                lines.addAll(read.words(one.getValue().first()).values());
            }
        }
        return lines;
    }

    /** Its files are not needed any more. */
    void forget() throws IOException {
        Files.delete(Ledger.callers(logs));
        Files.delete(Ledger.events(logs));
        Files.delete(carriers(logs));
        Files.delete(logs);
    }
}
