package io.smppbridge.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long messages were in the bridge, by its own PDU logs: each line bears the moment when its PDU was read from, or given to, the socket.
 * An answer belongs to the request of its bind with its number; the submit_sm towards the SMSC to that which was read in the same place of
 * the order, which is exact for one connection, and for few of them when no message overtakes another.
 *
 * @param answerMicros median from submit_sm read to submit_sm_resp written
 * @param submitMicros median from submit_sm read to submit_sm written towards the SMSC
 * @param messages how many
 */
record Transit(double answerMicros, double submitMicros, int messages) {
    private static final String READ = " < submit_sm ";
    private static final String ANSWERED = " > submit_sm_resp ";
    private static final String WRITTEN = " > submit_sm ";

    /** @param warmup how long after the first message nothing counts yet */
    static Transit read(Path directory, Duration warmup) throws IOException {
        List<String> account = lines(directory, "account");
        List<String> smsc = lines(directory, "sink");
        Map<String, Instant> open = new HashMap<>();
        List<Instant> read = new ArrayList<>();
        List<Long> answers = new ArrayList<>();
        Instant counts = Instant.MAX;
        for (String line : account) {
            Instant at = Instant.parse(line.substring(0, line.indexOf(' ')));
            if (line.contains(READ)) {
                counts = counts == Instant.MAX ? at.plus(warmup) : counts;
                read.add(at);
                open.put(request(line, READ), at);
            } else if (line.contains(ANSWERED)) {
                Instant begin = open.remove(request(line, ANSWERED));
                if (begin != null && begin.isAfter(counts)) {
                    answers.add(ChronoUnit.NANOS.between(begin, at));
                }
            }
        }
        List<Long> submits = new ArrayList<>();
        int place = 0;
        for (String line : smsc) {
            if (line.contains(WRITTEN) && place < read.size()) {
                Instant begin = read.get(place++);
                if (begin.isAfter(counts)) {
                    submits.add(ChronoUnit.NANOS.between(begin, Instant.parse(line.substring(0, line.indexOf(' ')))));
                }
            }
        }
        return new Transit(median(answers), median(submits), answers.size());
    }

    /** Bind and sequence_number. */
    private static String request(String line, String what) {
        int from = line.indexOf(' ');
        int at = line.indexOf(what);
        return line.substring(from, at)
                + ' '
                + line.substring(at + what.length(), line.indexOf(' ', at + what.length()));
    }

    private static double median(List<Long> nanos) {
        return nanos.isEmpty()
                ? Double.NaN
                : nanos.stream().sorted().skip(nanos.size() / 2).findFirst().orElseThrow() / 1e3;
    }

    /** Of all files of a link, in the order of their names, which is that of time. */
    private static List<String> lines(Path directory, String link) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<String> lines = new ArrayList<>();
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(link))
                    .sorted()
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
            return lines;
        }
    }
}
