package io.smppbridge.bench;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One run of the comparison of architectures, and what it gave. A figure that was not measured is NaN.
 *
 * @param perSecond messages a second at the sink, the best stretch of the run
 * @param mean the same over the whole run
 * @param load threads of the gateway that run, are ready to, or wait for the disk: their mean number
 * @param cores processor time of the gateway a second, in cores
 * @param p50Micros median from submit_sm to submit_sm_resp, as the load source sees it
 * @param p99Micros 99th percentile
 * @param octets allocated on the heap for each message
 * @param objects the same in objects
 * @param locks locks of the gateway's own taken for each message, contended or not; told only by the classic form, which counts them
 * @param contended times for each message that a thread waited for a lock that another one held
 * @param sleeps times for each message that a thread was put to sleep
 * @param threads of the gateway's JVM, its own included
 * @param logged PDUs in its log for each message; 4 when none is left out
 * @param missing messages accepted that the sink did not get; negative: got twice
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record Cell(
        Kind kind,
        double perSecond,
        double mean,
        double load,
        double cores,
        double p50Micros,
        double p99Micros,
        double octets,
        double objects,
        double locks,
        double contended,
        double sleeps,
        int threads,
        double logged,
        long missing) {

    /**
     * What was run.
     *
     * @param form {@code classic} or {@code pipeline}
     * @param connections in and out, each
     * @param window submit_sm without an answer on each of them
     * @param full whether every PDU is logged
     */
    record Kind(Form form, int connections, int window, boolean full) {
        String log() {
            return full ? "full" : "minimal";
        }

        @Override
        public String toString() {
            return form.word() + ", " + connections + " connections, window " + window + ", " + log() + " log";
        }
    }

    /** The two architectures. */
    enum Form {
        CLASSIC,
        PIPELINE;

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    double perLoad() {
        return perSecond / load;
    }

    double perCore() {
        return mean / cores;
    }
}
