package io.smppbridge.bench;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * What each row is to reach on two cores, with the load generator and the sink beside the bridge. A goal that is missed is told and no more;
 * what has been promised is a {@link Floor}.
 */
final class Goals {
    private static final Set<String> NATIVE = Set.of("netty");
    private static final Set<String> BLOCKING = Set.of("jsmpp");
    private static final Set<String> ANY = Set.of("netty", "jsmpp");
    private static final String RATE = "msg/s";
    private static final String CPU = "µs CPU";

    private static final List<Goal> ALL = List.of(
            least("http-bulk", NATIVE, 500_000),
            most("http-bulk", NATIVE, 2.0, CPU, Result::cpuMicros),
            most("http-bulk", NATIVE, 100, "B", Result::octets),
            least("http-bulk", BLOCKING, 400_000),
            most("http-bulk", BLOCKING, 3, CPU, Result::cpuMicros),
            least("http-single", ANY, 45_000),
            most("http-single", ANY, 19, CPU, Result::cpuMicros),
            most("accept-latency", ANY, 0.4, "ms p50", Result::p50Millis),
            most("accept-latency", ANY, 3, "ms p99", Result::p99Millis),
            least("middleware", ANY, 600_000),
            least("esme", ANY, 450_000),
            most("esme", ANY, 2.0, CPU, Result::cpuMicros),
            least("esme-10", ANY, 60_000),
            least("tcp", ANY, 800_000),
            least(WebhookScenario.NAME, ANY, 150_000),
            most("restart", ANY, 1, "s", Result::value),
            most(StartScenario.NAME, ANY, 1.5, "s", Result::value),
            most(BagScenario.NAME, ANY, 1.5, "times", Result::value),
            most(RestScenarios.IDLE, ANY, 0.5, "%", Result::value),
            most(RestScenarios.BUSY, ANY, 2, "%", Result::value),
            most(RestScenarios.MEMORY, ANY, 256, "MiB", Result::value),
            new Goal(NeighbourScenario.NAME, ANY, true, 0.99, "of it", Result::value));

    /** One figure of one row. */
    private record Goal(
            String scenario,
            Set<String> transports,
            boolean least,
            double bound,
            String unit,
            ToDoubleFunction<Result> figure) {
        boolean isReached(Result result) {
            double value = figure.applyAsDouble(result);
            return least ? value >= bound : value <= bound;
        }
    }

    /** Stands in the note of a scenario that has missed a goal. */
    static final String MISSED = "goal missed: ";

    static final String REACHED = "goal reached: ";

    private Goals() {}

    /** The same row, whose note tells its goals. */
    static Result judged(Result result, String transport) {
        StringBuilder note = new StringBuilder(result.note());
        for (Goal goal : ALL) {
            if (goal.scenario.equals(result.scenario()) && goal.transports.contains(transport)) {
                String number = goal.bound == Math.rint(goal.bound) ? "%,.0f" : "%.2f";
                note.append(", ")
                        .append(goal.isReached(result) ? REACHED : MISSED)
                        .append(String.format(
                                Locale.ROOT,
                                (goal.least ? "at least " : "at most ") + number + " %s",
                                goal.bound,
                                goal.unit));
            }
        }
        return result.noted(note.toString());
    }

    private static Goal least(String scenario, Set<String> transports, double bound) {
        return new Goal(scenario, transports, true, bound, RATE, Result::perSecond);
    }

    private static Goal most(
            String scenario, Set<String> transports, double bound, String unit, ToDoubleFunction<Result> figure) {
        return new Goal(scenario, transports, false, bound, unit, figure);
    }
}
