package io.smppbridge.simulator;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What one port saw so far; {@code GET /stats} gives the same as JSON.
 *
 * @param name of the port
 * @param port that it listens on
 * @param sessions connections and binds
 * @param submits submit_sm and data_sm
 * @param receipts and their answers
 * @param mo mobile-originated messages and their answers
 * @param waiting deliver_sm that wait for a bind or for room in a window
 */
public record PortReport(
        String name, int port, Sessions sessions, Submits submits, Delivered receipts, Delivered mo, Waiting waiting) {

    /**
     * @param now binds at this moment
     * @param total binds accepted since the start
     * @param refused binds refused
     * @param connections TCP connections since the start
     * @param enquireLinks answered since the start
     * @param nacksSent generic_nack to ESMEs
     * @param nacksReceived generic_nack from ESMEs
     * @param framingErrors connections closed for a command_length out of bounds
     * @param binds each one at this moment
     */
    public record Sessions(
            int now,
            long total,
            long refused,
            long connections,
            long enquireLinks,
            long nacksSent,
            long nacksReceived,
            long framingErrors,
            List<Bound> binds) {}

    /**
     * @param number of the connection on this port, from 1
     * @param systemId of the ESME
     * @param mode TX, RX or TRX
     * @param interfaceVersion as the ESME announced it, such as 52 for 3.4
     * @param submits that came on it
     * @param unanswered submits at this moment
     * @param mostUnanswered at any moment
     */
    public record Bound(
            int number,
            String systemId,
            BindMode mode,
            int interfaceVersion,
            long submits,
            int unanswered,
            int mostUnanswered) {}

    /**
     * @param total that arrived on a bind that may submit
     * @param accepted answered (or dropped) with status 0
     * @param refused by status name
     * @param throttled of the refused, RTHROTTLED
     * @param queueFull of the refused, RMSGQFUL
     * @param dropped responses left out by the script
     * @param silenced responses left out because the port was told not to answer
     * @param mostInAnySecond arrivals in the busiest half-open second of the whole run, exactly
     * @param mostAcceptedInAnySecond the same for the accepted ones
     * @param mostUnanswered on any bind at any moment; dropped responses count as given
     * @param windowViolations arrivals that exceeded the {@code window} of the script
     * @param first arrival, the epoch if none
     * @param last arrival, the epoch if none
     */
    public record Submits(
            long total,
            long accepted,
            Map<String, Long> refused,
            long throttled,
            long queueFull,
            long dropped,
            long silenced,
            int mostInAnySecond,
            int mostAcceptedInAnySecond,
            int mostUnanswered,
            long windowViolations,
            Instant first,
            Instant last) {}

    /**
     * @param due made so far (with repeats)
     * @param sent written to a bind, again counted when sent again
     * @param acked answered with status 0
     * @param refused answered with another status
     */
    public record Delivered(long due, long sent, long acked, long refused) {}

    /**
     * @param now waiting at this moment
     * @param unanswered sent and not answered at this moment
     * @param returned taken back from binds that ended before they answered
     * @param timeouts not answered in time
     * @param givenUp after the allowed attempts
     * @param overflow thrown away because {@code deliver-queue} was full
     */
    public record Waiting(int now, int unanswered, long returned, long timeouts, long givenUp, long overflow) {}
}
