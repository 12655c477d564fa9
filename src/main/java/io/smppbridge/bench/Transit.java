package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

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

    /** Longer ones count as that. */
    private static final long LONGEST = Duration.ofMinutes(1).toNanos();

    /** @param warmup how long after the first message nothing counts yet */
    static Transit read(Path directory, Duration warmup) throws IOException {
        Arrivals arrivals = new Arrivals(warmup);
        lines(directory, "account", arrivals::line);
        Histogram submits = new Histogram(LONGEST, 3);
        int[] place = {0};
        lines(directory, "sink", line -> {
            if (line.contains(WRITTEN) && place[0] < arrivals.count) {
                long begin = arrivals.read[place[0]++];
                if (begin > arrivals.counts) {
                    submits.recordValue(Math.max(0, Math.min(LONGEST, nanos(line) - begin)));
                }
            }
        });
        return new Transit(median(arrivals.answers), median(submits), (int) arrivals.answers.getTotalCount());
    }

    /** What the log of the account tells: eight octets a message are kept, as a minute may have millions. */
    @OwnedBy("the thread of the command")
    private static final class Arrivals {
        private final long warmupNanos;
        private final Map<String, Long> open = new HashMap<>();
        private final Histogram answers = new Histogram(LONGEST, 3);
        private long[] read = new long[1 << 16];
        private int count;
        private long counts;

        Arrivals(Duration warmup) {
            this.warmupNanos = warmup.toNanos();
        }

        void line(String line) {
            if (line.contains(READ)) {
                long at = nanos(line);
                counts = count == 0 ? at + warmupNanos : counts;
                read = count == read.length ? Arrays.copyOf(read, count * 2) : read;
                read[count++] = at;
                open.put(request(line, READ), at);
            } else if (line.contains(ANSWERED)) {
                Long begin = open.remove(request(line, ANSWERED));
                if (begin != null && begin > counts) {
                    answers.recordValue(Math.max(0, Math.min(LONGEST, nanos(line) - begin)));
                }
            }
        }
    }

    /** Since 1970: enough for three centuries. */
    private static long nanos(String line) {
        Instant at = Instant.parse(line.substring(0, line.indexOf(' ')));
        return at.getEpochSecond() * 1_000_000_000L + at.getNano();
    }

    /** Bind and sequence_number. */
    private static String request(String line, String what) {
        int from = line.indexOf(' ');
        int at = line.indexOf(what);
        return line.substring(from, at)
                + ' '
                + line.substring(at + what.length(), line.indexOf(' ', at + what.length()));
    }

    private static double median(Histogram nanos) {
        return nanos.getTotalCount() == 0 ? Double.NaN : nanos.getValueAtPercentile(50) / 1e3;
    }

    /** Of all files of a link, in the order of their names, which is that of time. */
    private static void lines(Path directory, String link, Consumer<String> to) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(link))
                    .sorted()
                    .toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(to);
                }
            }
        }
    }
}
