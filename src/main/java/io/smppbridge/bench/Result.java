package io.smppbridge.bench;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One row of the table. A figure that was not measured is NaN.
 *
 * @param scenario its name
 * @param perSecond messages per second; for restart and idle NaN
 * @param cpuMicros processor time of the bridge per message, user and system
 * @param compilerMicros of it, the JVM's compilers: what a longer warm-up would take away
 * @param octets allocated on the heap of the bridge per message
 * @param perForce messages for each fdatasync
 * @param p50Millis median latency of the positive answer, from the intended time in an open loop
 * @param p99Millis 99th percentile
 * @param p999Millis 99.9th percentile
 * @param gcPercent share of the time that collections took
 * @param generatorMicros processor time of the generator per message
 * @param sinkMicros processor time of the sink per message
 * @param value the figure of a scenario that is no rate: seconds to the first submit_sm, percent of a core
 * @param note in words
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Result(
        String scenario,
        double perSecond,
        double cpuMicros,
        double compilerMicros,
        double octets,
        double perForce,
        double p50Millis,
        double p99Millis,
        double p999Millis,
        double gcPercent,
        double generatorMicros,
        double sinkMicros,
        double value,
        String note) {

    /** A figure that is no rate. */
    static Result of(String scenario, double value, String note) {
        double none = Double.NaN;
        return new Result(scenario, none, none, none, none, none, none, none, none, none, none, none, value, note);
    }

    /** The same row, named after the transport too. */
    Result over(String transport) {
        return with(scenario + " " + transport, note);
    }

    /** The same row with another note. */
    Result noted(String other) {
        return with(scenario, other);
    }

    private Result with(String name, String words) {
        return new Result(
                name,
                perSecond,
                cpuMicros,
                compilerMicros,
                octets,
                perForce,
                p50Millis,
                p99Millis,
                p999Millis,
                gcPercent,
                generatorMicros,
                sinkMicros,
                value,
                words);
    }
}
