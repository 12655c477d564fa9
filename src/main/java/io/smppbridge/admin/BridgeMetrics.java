package io.smppbridge.admin;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.smppbridge.TaskId;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.EndpointStats;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that the bridge counts. The stations only add to plain adders; this reads them when somebody looks, so that series come and go
 * with the SMSCs. The number of series depends on the configuration alone: never a number, id or text is a label.
 */
@ThreadSafe
final class BridgeMetrics implements MultiCollector {
    /** Stands for all SMSCs that have left the configuration; no SMSC can be called so. */
    private static final String REMOVED = "(removed)";

    private final AdminSources sources;
    private final Rates rates;

    BridgeMetrics(AdminSources sources, Rates rates) {
        this.sources = sources;
        this.rates = rates;
    }

    @Override
    public MetricSnapshots collect() {
        Exposition sheet = new Exposition();
        fill(sheet);
        return sheet.snapshots();
    }

    /** Puts down all that is the bridge's own. */
    void fill(Sheet sheet) {
        sources.config().get().smscs().values().forEach(smsc -> {
            SmscStats stats = sources.stats().smsc(smsc.name());
            sent(sheet, stats);
            received(sheet, stats);
            limits(sheet, smsc, stats);
            bag(sheet, smsc.name());
        });
        bridge(sheet, sources.stats());
        StageMetrics.of(sheet, sources.stats().datagrams);
        JournalMetrics.of(sheet, sources.stats(), sources.journal());
        sources.handback().stats().forEach(endpoint -> endpoint(sheet, endpoint));
    }

    private static void sent(Sheet sheet, SmscStats stats) {
        String smsc = stats.smsc();
        sheet.counter("submitted", "submit_sm written", stats.submitted.sum(), "smsc", smsc);
        stats.answersByStatus()
                .forEach((status, n) -> sheet.counter(
                        "submit_answers", "submit_sm_resp by command_status", n.sum(), "smsc", smsc, "status", status));
        sheet.counter(
                "throttled",
                "submit_sm refused with RTHROTTLED, RMSGQFUL or what status.<code> calls throttled",
                stats.throttled.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "failed_over",
                "Messages that came from another SMSC by failover",
                stats.failedOver.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "submit_retried",
                "Refusals that led to another attempt, without those that throttled",
                stats.retried.sum(),
                "smsc",
                smsc);
        sheet.counter("submit_rejected", "Messages that the SMSC refused for good", stats.rejected.sum(), "smsc", smsc);
        sheet.counter(
                "submit_unanswered",
                "submit_sm whose bind ended before the answer",
                stats.unanswered.sum(),
                "smsc",
                smsc);
        sheet.counter("stray_answers", "Answers that nobody waited for", stats.strayAnswers.sum(), "smsc", smsc);
        sheet.histogram("submit_response_seconds", "From submit_sm to submit_sm_resp", stats.answerTime, "smsc", smsc);
        stats.binds().forEach((bind, state) -> {
            sheet.gauge("bind_state", "1 when bound", state.bound ? 1 : 0, "smsc", smsc, "bind", bind);
            sheet.counter("bind_losses", "Binds that were lost", state.losses.sum(), "smsc", smsc, "bind", bind);
        });
    }

    private static void received(Sheet sheet, SmscStats stats) {
        String smsc = stats.smsc();
        stats.receiptsByState()
                .forEach((state, n) -> sheet.counter(
                        "delivery_receipts", "Delivery receipts by state", n.sum(), "smsc", smsc, "state", state));
        sheet.counter("mo", "Messages from subscribers", stats.inbound.sum(), "smsc", smsc);
        sheet.counter(
                "mo_repeated", "MO taken for repeats of the SMSC, not handed on", stats.repeated.sum(), "smsc", smsc);
        awaiting(sheet, smsc, stats.awaitingReceipts);
        sheet.counter("deliveries", "deliver_sm read, receipts and MO", stats.deliveries.sum(), "smsc", smsc);
        sheet.counter(
                "deliveries_refused",
                "deliver_sm answered with a temporary error",
                stats.deliveriesRefused.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "tlvs_left_out", "TLVs that were too long together to be told", stats.tlvsLeftOut.sum(), "smsc", smsc);
        sheet.counter(
                "unmatched_receipts", "Receipts that fit no message", stats.unmatchedReceipts.sum(), "smsc", smsc);
        sheet.counter(
                "settled_by_receipt",
                "Messages without an answer that their receipt has settled",
                stats.settledLate.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "part_gaps",
                "Parts of messages that went out later after the one before than part-gap-max",
                stats.partGaps.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "widened_references",
                "Long messages that got a reference of 16 bits because all 256 of 8 bits were taken",
                stats.widened.sum(),
                "smsc",
                smsc);
        odd(sheet, stats);
        sheet.histogram("receipt_seconds", "From submit_sm_resp to the receipt", stats.receiptTime, "smsc", smsc);
    }

    /** What makes one doubt an SMSC's receipts. */
    private static void odd(Sheet sheet, SmscStats stats) {
        String smsc = stats.smsc();
        stats.lateReceipts.forEach((kind, n) -> sheet.counter(
                "late_receipts", "Receipts after the message's end", n.sum(), "smsc", smsc, "kind", kind));
        sheet.counter(
                "disagreeing_receipts",
                "Receipts whose text and TLVs differ",
                stats.disagreeingReceipts.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "unread_receipts", "Receipts without an id or a known state", stats.unreadReceipts.sum(), "smsc", smsc);
        sheet.counter(
                "reused_message_ids",
                "Ids given anew while an older message awaited its receipt",
                stats.reusedIds.sum(),
                "smsc",
                smsc);
        sheet.counter(
                "suspect_receipts",
                "Receipts of delivery that look invented",
                stats.instantReceipts.sum(),
                "smsc",
                smsc,
                "sign",
                "instant");
        sheet.counter(
                "suspect_receipts",
                "Receipts of delivery that look invented",
                stats.sameTimeReceipts.sum(),
                "smsc",
                smsc,
                "sign",
                "same-time");
    }

    private void limits(Sheet sheet, SmscConfig smsc, SmscStats stats) {
        String name = smsc.name();
        sheet.gauge("window_in_use", "submit_sm without an answer now", stats.inFlight.sum(), "smsc", name);
        sheet.gauge(
                "window_size",
                "submit_sm that may be without an answer, over all binds",
                windowSize(smsc),
                "smsc",
                name);
        sheet.gauge(
                "rate_limit", "submit_sm per second by contract", smsc.pace().rate(), "smsc", name);
        sheet.gauge("rate_effective", "submit_sm per second allowed now", stats.effectiveRate, "smsc", name);
        sheet.gauge(
                "rate_actual", "submit_sm per second, over the last ten seconds", rates.perSecond(name), "smsc", name);
    }

    static long windowSize(SmscConfig smsc) {
        return (long) smsc.pace().window() * smsc.binds().binds();
    }

    private void bag(Sheet sheet, String smsc) {
        Optional<TaskBag> found = sources.bags().apply(smsc);
        if (found.isPresent()) {
            TaskBag bag = found.get();
            sheet.gauge("bag_messages", "Messages that wait for a sender", bag.depth(), "smsc", smsc);
            sheet.gauge("bag_scheduled_messages", "Of them not yet due", bag.scheduled(), "smsc", smsc);
            sheet.gauge("bag_capacity", "Messages that may wait", bag.capacity(), "smsc", smsc);
            sheet.gauge(
                    "bag_oldest_seconds",
                    "Age of the message that is due and waits longest",
                    oldestMs(bag, sources.clock()) / 1e3,
                    "smsc",
                    smsc);
        }
    }

    /** The age of the oldest message that is due; 0 when none is. */
    static long oldestMs(TaskBag bag, InstantSource clock) {
        long nowMs = clock.millis();
        long id = bag.oldestId(nowMs);
        return id <= 0 ? 0 : Math.max(0, nowMs - new TaskId(id).epochMs());
    }

    private void bridge(Sheet sheet, BridgeStats stats) {
        each(sheet, "accepted", "Messages accepted", "intake", stats.acceptedByIntake());
        each(sheet, "plugin_troubles", "Calls that did without a plug-in", "kind", stats.pluginTroubles());
        each(sheet, "consent", "Wishes of subscribers, and messages that they ended", "what", stats.consents());
        each(sheet, "rejected", "Messages refused at the intake", "reason", stats.refusedByReason());
        each(sheet, "messages_ended", "Messages that reached a final state", "state", stats.endedByState());
        each(sheet, "webhook_attempts", "Attempts to hand events back", "result", stats.handbacks());
        stats.esmeBinds()
                .forEach((account, binds) ->
                        sheet.gauge("esme_binds", "Binds of an ESME that stand", binds.getAsInt(), "account", account));
        sheet.gauge("unreferenced_messages", "Long messages that wait for an 8-bit reference", stats.unnumbered);
        sheet.gauge("client_refs", "clientRefs that are remembered", stats.clientRefs);
        sheet.gauge("client_refs_limit", "clientRefs that may be remembered", stats.clientRefsLimit);
        sheet.gauge("streams", "Streams with a name that are remembered", stats.streams);
        sheet.counter("stream_repeats", "Ids of streams that came again", stats.streamRepeats.sum());
        sheet.counter("esme_stray_answers", "Answers of ESMEs that nobody waited for", stats.esmeStrayAnswers.sum());
        sheet.histogram("accept_seconds", "From send to the moment the message is safe", stats.acceptTime);
        sheet.gauge(
                "ready",
                "1 when messages are taken",
                sources.readiness().obstacles().isEmpty() ? 1 : 0);
        receipts(sheet);
        sheet.counter("log_lines_dropped", "Log lines that found no room", LogSetup.dropped());
    }

    private static void each(
            Sheet sheet, String name, String help, String label, Map<String, ? extends Number> values) {
        values.forEach((value, n) -> sheet.counter(name, help, n.longValue(), label, value));
    }

    private static void awaiting(Sheet sheet, String smsc, long messages) {
        sheet.gauge("awaiting_receipts", "Messages that await a receipt", messages, "smsc", smsc);
    }

    private void receipts(Sheet sheet) {
        awaiting(sheet, REMOVED, sources.stats().awaitingOfRemoved);
        sheet.counter(
                "receipts_given_up",
                "Messages whose receipt is awaited no longer because too many await one",
                sources.stats().receiptsGivenUp.sum());
        sheet.gauge(
                "unmatched_receipts_kept",
                "Receipts that fit no message, kept for an operator",
                sources.levers().unmatched().count());
    }

    private static void endpoint(Sheet sheet, EndpointStats endpoint) {
        String name = endpoint.endpoint();
        sheet.gauge("handback_waiting", "Events not yet taken", endpoint.waiting(), "endpoint", name);
        sheet.gauge("handback_in_flight", "Requests under way", endpoint.inFlight(), "endpoint", name);
        sheet.gauge("handback_dead", "Events laid aside", endpoint.dead(), "endpoint", name);
        sheet.gauge(
                "handback_oldest_seconds",
                "Age of the oldest event that waits",
                endpoint.oldest().toMillis() / 1e3,
                "endpoint",
                name);
        sheet.gauge(
                "handback_failing",
                "1 while the endpoint fails as a whole",
                endpoint.failingSince().isPresent() ? 1 : 0,
                "endpoint",
                name);
        sheet.counter("handback_taken", "Events taken", endpoint.taken(), "endpoint", name);
    }
}
