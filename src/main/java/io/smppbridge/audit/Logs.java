package io.smppbridge.audit;

import io.smppbridge.records.Chronicle;
import io.smppbridge.threads.OwnedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The files and the journal that an audit reads. A line that is not as it should be is counted and told of; a file of nothing else is no log. */
@OwnedBy("whoever audits")
public final class Logs {
    /** So often all is read again before it is given up. */
    private static final int AGAIN = 20;

    private static final int SHOWN = 5;

    private final Audit audit;
    private final Places places = new Places();
    private final List<String> complaints = new ArrayList<>();
    private int badLines;

    /**
     * What is read.
     *
     * @param callers JSON lines: attempts and answers
     * @param carriers JSON lines of a carrier's side
     * @param pduLogs of the bridge, in text form; the files of one SMSC are one log, in this order
     * @param events JSON lines: what was posted to the platform
     */
    public record Sources(
            List<Path> callers,
            List<Carrier> carriers,
            List<Carrier> pduLogs,
            List<Path> events,
            Optional<Chronicle.Kept> journal) {

        /** Whether all says the same when it is read once more: a pipe has nothing left. */
        private boolean isThereAgain() {
            return Stream.of(
                            callers.stream(),
                            carriers.stream().map(Carrier::file),
                            pduLogs.stream().map(Carrier::file),
                            events.stream())
                    .flatMap(files -> files)
                    .allMatch(Files::isRegularFile);
        }
    }

    /**
     * One log of a carrier.
     *
     * @param name of the SMSC; empty when the lines tell it
     */
    public record Carrier(String name, Path file) {}

    private interface Line {
        void read(String line, long where);
    }

    /**
     * Reads all of it for an audit that knows nothing yet; anew, for another one, where the bridge at work has dropped of its journal what was
     * being read.
     *
     * @throws NotALog when a file has no line that can be read
     */
    public static Logs of(Supplier<Audit> audits, Sources all) throws IOException {
        for (int more = AGAIN; ; more--) {
            Logs logs = new Logs(audits.get());
            try {
                logs.read(all);
                return logs;
            } catch (RuntimeException e) {
                if (!Chronicle.isInMotion(e) || more == 0 || !all.isThereAgain()) {
                    throw e;
                }
            }
        }
    }

    /** Whom all was told. */
    public Audit audit() {
        return audit;
    }

    public Logs(Audit audit) {
        this.audit = audit;
    }

    /**
     * Reads all of it, in the order in which the audit wants it.
     *
     * @throws NotALog when a file has no line that can be read
     */
    public void read(Sources all) throws IOException {
        for (Path file : all.callers()) {
            lines(file, (line, where) -> JsonLines.caller(audit, line, where));
        }
        all.journal().ifPresent(kept -> Chronicle.read(kept, audit.journal()));
        for (Carrier carrier : all.carriers()) {
            lines(carrier.file(), (line, where) -> JsonLines.carrier(audit, carrier.name(), line, where));
        }
        Map<String, PduLines> pduLogs = new LinkedHashMap<>();
        for (Carrier carrier : all.pduLogs()) { // an answer may stand in the file after that of its PDU
            PduLines log = pduLogs.computeIfAbsent(carrier.name(), name -> new PduLines(audit, name));
            lines(carrier.file(), log::line);
        }
        pduLogs.values().forEach(PduLines::end);
        for (Path file : all.events()) {
            lines(file, (line, where) -> JsonLines.event(audit, line, where));
        }
    }

    private void lines(Path file, Line reader) throws IOException {
        long first = places.open(file);
        long at = 0;
        int bad = 0;
        int read = 0;
        try (BufferedReader in = Places.reader(file)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                at++;
                if (line.isBlank()) {
                    continue;
                }
                read++;
                try {
                    reader.read(line, first + at);
                } catch (BadLine e) {
                    bad++;
                    if (complaints.size() < SHOWN) {
                        complaints.add(file.getFileName() + ":" + at + ": " + e.getMessage());
                    }
                }
            }
        }
        badLines += bad;
        if (read > 0 && bad == read) {
            throw new NotALog(file + ": not one of " + read + " lines can be read; " + String.join("; ", complaints));
        }
    }

    /** How many lines could not be read. */
    public int badLines() {
        return badLines;
    }

    /** {@code file:line: expected …, found …} of the first few of them. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What stands at these places: {@code file:line: } and the line. */
    public Map<Long, String> words(Iterable<Long> where) throws IOException {
        return places.words(where);
    }

    /** A file that is something else. */
    public static final class NotALog extends IOException {
        private static final long serialVersionUID = 1L;

        NotALog(String message) {
            super(message);
        }
    }
}
