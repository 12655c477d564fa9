package io.smppbridge.admin;

import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.EndpointStats;
import io.smppbridge.http.JsonOut;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.Latency;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes {@code /status}: all that a person wants to see at once. {@link StatusView} shows it. */
@ThreadSafe
final class StatusReport {
    private final AdminSources sources;
    private final Rates rates;
    private final InstantSource clock;
    private final Ticker ticker;
    private final Instant startedAt;
    private final long startedNanos;

    StatusReport(AdminSources sources, Rates rates, InstantSource clock, Ticker ticker) {
        this.sources = sources;
        this.rates = rates;
        this.clock = clock;
        this.ticker = ticker;
        this.startedAt = clock.instant();
        this.startedNanos = ticker.nanos();
    }

    /** By the monotonic clock: no jump of the other makes a bridge older or younger. */
    Duration uptime() {
        return Duration.ofNanos(ticker.nanos() - startedNanos);
    }

    JsonOut write(JsonOut out) {
        List<String> obstacles = sources.readiness().obstacles();
        BridgeStats stats = sources.stats();
        out.object()
                .field("version", sources.version())
                .field("now", clock.instant().toString())
                .field("startedAt", startedAt.toString())
                .field("uptimeSeconds", uptime().toSeconds())
                .field("ready", obstacles.isEmpty());
        out.name("reasons").array();
        obstacles.forEach(out::value);
        out.endArray();
        counts(out, "accepted", stats.acceptedByIntake());
        counts(out, "refused", stats.refusedByReason());
        counts(out, "ended", stats.endedByState());
        latency(out, "accept", stats.acceptTime);
        out.name("smscs").array();
        sources.config().get().smscs().values().forEach(smsc -> smsc(out, smsc));
        out.endArray();
        out.name("endpoints").array();
        sources.handback().stats().forEach(endpoint -> endpoint(out, endpoint));
        out.endArray();
        journal(out);
        out.name("log").object().field("level", LogSetup.level()).field("dropped", LogSetup.dropped());
        return out.end().end();
    }

    private void smsc(JsonOut out, SmscConfig config) {
        SmscStats stats = sources.stats().smsc(config.name());
        out.object().field("name", config.name());
        sources.bags().apply(config.name()).ifPresent(bag -> bag(out, bag));
        out.name("window")
                .object()
                .field("inUse", stats.inFlight.sum())
                .field("size", BridgeMetrics.windowSize(config))
                .end();
        out.name("rate").object().name("contract").value(config.pace().rate());
        out.name("effective").value(stats.effectiveRate);
        out.name("actual").value(rates.perSecond(config.name())).end();
        out.field("submitted", stats.submitted.sum())
                .field("accepted", stats.accepted.sum())
                .field("throttled", stats.throttled.sum())
                .field("retried", stats.retried.sum())
                .field("rejected", stats.rejected.sum())
                .field("unanswered", stats.unanswered.sum())
                .field("receipts", sum(stats.receiptsByState()))
                .field("unmatchedReceipts", stats.unmatchedReceipts.sum())
                .field("mo", stats.inbound.sum());
        counts(out, "answers", stats.answersByStatus());
        latency(out, "answer", stats.answerTime);
        latency(out, "receipt", stats.receiptTime);
        out.field("holdUp", stats.holdUp);
        out.name("binds").array();
        new TreeMap<>(stats.binds())
                .forEach((name, bind) -> out.object()
                        .field("name", name)
                        .field("bound", bind.bound)
                        .field("inFlight", bind.inFlight)
                        .field("losses", bind.losses.sum())
                        .field("text", bind.text)
                        .end());
        out.endArray().end();
    }

    private void bag(JsonOut out, TaskBag bag) {
        out.name("bag")
                .object()
                .field("messages", bag.depth())
                .field("due", bag.ready())
                .field("scheduled", bag.scheduled())
                .field("capacity", bag.capacity());
        out.name("oldestSeconds")
                .value(BridgeMetrics.oldestMs(bag, sources.clock()) / 1e3)
                .end();
    }

    private static void endpoint(JsonOut out, EndpointStats endpoint) {
        out.object()
                .field("name", endpoint.endpoint())
                .field("configured", endpoint.configured())
                .field("waiting", endpoint.waiting())
                .field("inFlight", endpoint.inFlight())
                .field("taken", endpoint.taken())
                .field("dead", endpoint.dead());
        out.name("oldestSeconds").value(endpoint.oldest().toMillis() / 1e3);
        endpoint.failingSince().ifPresent(since -> out.field("failingSince", since.toString()));
        endpoint.pausedUntil().ifPresent(until -> out.field("pausedUntil", until.toString()));
        out.field("lastError", endpoint.lastError()).end();
    }

    private void journal(JsonOut out) {
        AdminSources.JournalNumbers journal = sources.journal();
        BridgeStats stats = sources.stats();
        out.name("journal")
                .object()
                .field("bytes", journal.bytes().getAsLong())
                .field("segments", journal.segments().getAsLong())
                .field("spareSegments", journal.spareSegments().getAsLong())
                .field("segmentWaits", journal.segmentWaits().getAsLong())
                .field("openMessages", journal.openMessages().getAsLong())
                .field("strandedMessages", journal.strandedMessages().getAsLong())
                .field("heldMessages", journal.heldMessages().getAsLong())
                .field("batches", stats.journalBatches.sum())
                .field("records", stats.journalRecords.sum());
        latency(out, "force", stats.journalForce);
        out.end();
    }

    private static void latency(JsonOut out, String name, Latency latency) {
        out.name(name).object().field("count", latency.count());
        out.name("p50Ms").value(latency.quantileNanos(0.5) / 1e6);
        out.name("p99Ms").value(latency.quantileNanos(0.99) / 1e6).end();
    }

    /** The keys are words of our own code, or hexadecimal. */
    private static void counts(JsonOut out, String name, Map<String, ? extends Number> values) {
        out.name(name).object();
        new TreeMap<>(values).forEach((key, n) -> out.field(key, n.longValue()));
        out.end();
    }

    private static long sum(Map<String, ? extends Number> values) {
        return values.values().stream().mapToLong(Number::longValue).sum();
    }
}
