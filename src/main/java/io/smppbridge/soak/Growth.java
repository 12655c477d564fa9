package io.smppbridge.soak;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What has grown in the bridge's longest life, from chapter to chapter, without the first quarter of them, in which it warms up.
 *
 * @param chapters that were compared; with fewer than three nothing can be said of the heap
 * @param seconds from the first of them to the last
 * @param heapPerHour octets an hour, by least squares; 0 with fewer than three chapters
 * @param error of that, one standard deviation
 * @param first of the compared
 * @param last of the compared
 */
public record Growth(int chapters, int seconds, long heapPerHour, long error, Health first, Health last) {
    /** So much more over the whole time is a leak, if it is more than chance. */
    private static final long HEAP = 16L << 20;

    private static final int THREADS = 10;
    private static final int DESCRIPTORS = 50;
    private static final int LEAST = 3;
    private static final double HOUR = 3600;

    /** Of at least one chapter. */
    static Growth of(List<Chapter> all) {
        Map<Integer, List<Chapter>> lives = all.stream().collect(Collectors.groupingBy(Chapter::life));
        List<Chapter> life =
                lives.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
        List<Chapter> warm = life.subList(life.size() / 4, life.size());
        Chapter first = warm.get(0);
        Chapter last = warm.get(warm.size() - 1);
        double[] line = warm.size() < LEAST ? new double[2] : line(warm);
        return new Growth(
                warm.size(),
                last.second() - first.second(),
                Math.round(line[0] * HOUR),
                Math.round(line[1] * HOUR),
                first.health(),
                last.health());
    }

    /** Slope of the heap by the second, and its standard deviation. */
    private static double[] line(List<Chapter> points) {
        double time = points.stream().mapToDouble(Chapter::second).average().orElseThrow();
        double heap =
                points.stream().mapToDouble(p -> p.health().heap()).average().orElseThrow();
        double both = 0;
        double times = 0;
        for (Chapter point : points) {
            both += (point.second() - time) * (point.health().heap() - heap);
            times += (point.second() - time) * (point.second() - time);
        }
        double slope = times == 0 ? 0 : both / times;
        double off = 0;
        for (Chapter point : points) {
            double above = point.health().heap() - heap - slope * (point.second() - time);
            off += above * above;
        }
        return new double[] {slope, times == 0 ? 0 : Math.sqrt(off / (points.size() - 2) / times)};
    }

    /** Whether the heap can be judged. */
    boolean isKnown() {
        return chapters >= LEAST;
    }

    boolean heapGrew() {
        return isKnown() && heapPerHour / HOUR * seconds > HEAP && heapPerHour > 2 * error;
    }

    boolean threadsGrew() {
        return last.threads() > first.threads() + THREADS;
    }

    boolean descriptorsGrew() {
        return last.descriptors() > first.descriptors() + DESCRIPTORS;
    }
}
