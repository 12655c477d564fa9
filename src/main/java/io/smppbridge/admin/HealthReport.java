package io.smppbridge.admin;

import io.smppbridge.handback.EndpointStats;
import io.smppbridge.http.JsonOut;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Binds.Receive;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes {@code /health}: each component with {@code ok}, {@code degraded} or {@code failed} and why. */
@ThreadSafe
final class HealthReport {
    private static final String OK = "ok";
    private static final String DEGRADED = "degraded";
    private static final String FAILED = "failed";

    private final AdminSources sources;
    private final StatusReport status;

    /** One component's state. */
    record Component(String name, String state, String detail) {}

    HealthReport(AdminSources sources, StatusReport status) {
        this.sources = sources;
        this.status = status;
    }

    /** Never blocks. True when messages are taken, whatever single carriers do. */
    boolean write(JsonOut out) {
        List<String> obstacles = sources.readiness().obstacles();
        List<Component> others = others();
        boolean degraded =
                others.stream().anyMatch(component -> !component.state().equals(OK));
        out.object()
                .field("status", !obstacles.isEmpty() ? FAILED : degraded ? DEGRADED : OK)
                .field("version", sources.version())
                .field("uptimeSeconds", status.uptime().toSeconds());
        out.name("components").array();
        write(out, new Component("intake", obstacles.isEmpty() ? OK : FAILED, String.join("; ", obstacles)));
        others.forEach(component -> write(out, component));
        out.endArray().end();
        return obstacles.isEmpty();
    }

    private List<Component> others() {
        List<Component> all =
                sources.config().get().smscs().values().stream().map(this::smsc).collect(Collectors.toList());
        sources.handback().stats().forEach(endpoint -> all.add(endpoint(endpoint)));
        long dropped = LogSetup.dropped();
        all.add(new Component("log", OK, dropped == 0 ? "" : dropped + " lines dropped since the start"));
        return all;
    }

    private Component smsc(SmscConfig config) {
        SmscStats stats = sources.stats().smsc(config.name());
        String name = "smsc:" + config.name();
        boolean deaf = isDeaf(config.binds().receive(), stats);
        if (stats.anyBound()) {
            return deaf
                    ? new Component(name, DEGRADED, "receipts and MO do not come: " + binds(stats))
                    : new Component(name, OK, stats.holdUp);
        }
        boolean nothingToDo = config.binds().onDemand()
                && sources.bags()
                        .apply(config.name())
                        .map(bag -> bag.ready() == 0)
                        .orElse(true);
        return new Component(name, nothingToDo && !deaf ? OK : DEGRADED, binds(stats));
    }

    /** A poll sleeps in between; it is deaf where its last try has failed. */
    private static boolean isDeaf(Receive receive, SmscStats stats) {
        return receive == Receive.RECEIVER && !stats.anyReceiver()
                || receive == Receive.POLL && stats.anyReceiverFailing();
    }

    private static String binds(SmscStats stats) {
        String binds = new TreeMap<>(stats.binds())
                .entrySet().stream()
                        .map(bind -> bind.getKey() + ": " + bind.getValue().text)
                        .collect(Collectors.joining("; "));
        return binds.isEmpty() ? "no bind" : binds;
    }

    private static Component endpoint(EndpointStats endpoint) {
        boolean unheard = !endpoint.configured() && endpoint.waiting() > 0;
        boolean ok = endpoint.failingSince().isEmpty() && endpoint.dead() == 0 && !unheard;
        String failing = endpoint.failingSince()
                .map(since -> "failing since " + since + ": " + endpoint.lastError())
                .orElse("");
        String detail = unheard ? endpoint.waiting() + " events wait and nobody is configured to take them" : failing;
        return new Component(
                endpoint.endpoint(),
                ok ? OK : DEGRADED,
                detail.isEmpty() && endpoint.dead() > 0 ? endpoint.dead() + " events laid aside" : detail);
    }

    private static void write(JsonOut out, Component component) {
        out.object()
                .field("name", component.name())
                .field("status", component.state())
                .field("detail", component.detail())
                .end();
    }
}
