package io.smppbridge.http;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How surely two kinds of question can be told apart by the time that the answer takes: Welch's t, in standard errors. Questions of both
 * kinds come in random turns, each made anew so that no place in memory counts, and of both kinds what took longer than half of all did is left
 * out: what made it long was something else on the machine.
 *
 * @param nanos how much longer the first kind took on average
 */
record Separation(double sigmas, double nanos) {
    private static final double KEPT = 0.5;

    static <T> Separation of(int samples, Predicate<T> check, Supplier<T> first, Supplier<T> second, Random random) {
        boolean[] isFirst = new boolean[samples];
        long[] took = new long[samples];
        for (int i = -samples / 2; i < samples; i++) {
            boolean one = random.nextBoolean();
            T question = (one ? first : second).get();
            VarHandle.fullFence(); // the clock does not wait for what the making of the question still reads
            long start = System.nanoTime();
            boolean opened = check.test(question);
            long nanos = System.nanoTime() - start;
            if (opened) {
                throw new IllegalArgumentException("a wrong key has opened");
            }
            if (i >= 0) {
                isFirst[i] = one;
                took[i] = nanos;
            }
        }
        long[] sorted = took.clone();
        Arrays.sort(sorted);
        return welch(took, isFirst, sorted[(int) (samples * KEPT)]);
    }

    private static Separation welch(long[] took, boolean[] isFirst, long longest) {
        Sample first = new Sample();
        Sample second = new Sample();
        for (int i = 0; i < took.length; i++) {
            if (took[i] <= longest) {
                (isFirst[i] ? first : second).add(took[i]);
            }
        }
        if (Math.min(first.count, second.count) < 2) { // the quicker half is all of one kind
            return new Separation(Double.POSITIVE_INFINITY, Double.NaN);
        }
        double difference = first.mean() - second.mean();
        return new Separation(difference / Math.sqrt(first.errorSquared() + second.errorSquared()), difference);
    }

    private static final class Sample {
        private long count;
        private double sum;
        private double squares;

        void add(double value) {
            count++;
            sum += value;
            squares += value * value;
        }

        double mean() {
            return sum / count;
        }

        double errorSquared() {
            return (squares / count - mean() * mean()) / (count - 1);
        }
    }
}
