package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * When the submit_sm of a bridge went to their sockets, by its PDU log: the thread that writes takes the time, of the monotonic clock, just
 * before it writes. So what was written in one second can be told whatever else keeps this machine busy; what an SMSC has read in one
 * second cannot, for a reader that was held up finds at once what came a while apart.
 */
final class Written {
    private static final long SECOND = 1_000_000_000L;

    private Written() {}

    /** A plan whose bridge notes what it writes. */
    static CarrierBed.Plan noted(CarrierBed.Plan plan, Path directory) {
        return plan.each("pdulog", "text")
                .node("pdulog.directory", directory.resolve("pdu").toString());
    }

    /**
     * Once the bridge has ended: that in no second, wherever it begins, it wrote more to that SMSC than it may.
     *
     * @return how many it wrote in all
     */
    static int assertAtMost(int most, Path directory, String smsc) throws IOException {
        long[] nanos = nanos(directory, smsc);
        int seen = mostInAnySecond(nanos);
        System.out.printf("%s: %d written, at most %d in any second%n", smsc, nanos.length, seen);
        assertThat(seen).as("written to %s in a second", smsc).isLessThanOrEqualTo(most);
        return nanos.length;
    }

    /** When everything was written, to whatever SMSC, in order. */
    static long[] nanosOfAll(Path directory) throws IOException {
        return nanos(directory, name -> true);
    }

    private static long[] nanos(Path directory, String smsc) throws IOException {
        return nanos(directory, name -> name.startsWith(smsc + "-"));
    }

    private static long[] nanos(Path directory, Predicate<String> chosen) throws IOException {
        List<Path> files;
        if (!Files.exists(directory.resolve("pdu"))) {
            return new long[0];
        }
        try (Stream<Path> all = Files.list(directory.resolve("pdu"))) {
            files = all.filter(file -> chosen.test(file.getFileName().toString())
                            && file.toString().endsWith(".log"))
                    .toList();
        }
        LongStream.Builder nanos = LongStream.builder();
        for (Path file : files) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", 5);
                if (words[2].equals(">") && words[3].equals("submit_sm")) {
                    Instant at = Instant.parse(words[0]);
                    nanos.add(at.getEpochSecond() * SECOND + at.getNano());
                }
            }
        }
        return nanos.build().sorted().toArray();
    }

    /** Of half-open seconds; the fullest one begins with a submit_sm. */
    static int mostInAnySecond(long[] sorted) {
        int most = 0;
        for (int first = 0, end = 0; first < sorted.length; first++) {
            while (end < sorted.length && sorted[end] - sorted[first] < SECOND) {
                end++;
            }
            most = Math.max(most, end - first);
        }
        return most;
    }
}
