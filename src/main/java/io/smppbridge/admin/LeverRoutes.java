package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBufInputStream;
import io.smppbridge.TaskId;
import io.smppbridge.admin.AdminSources.Reload;
import io.smppbridge.handback.DeadEvent;
import io.smppbridge.handback.EndpointStats;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator may do, each noted in the log. What may take time happens on a thread of its own. */
@ThreadSafe
final class LeverRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(LeverRoutes.class);
    private static final String JSON = "application/json";
    private static final int WAITING = 16;
    /** Held messages in one listing. */
    private static final int LISTED = 10_000;

    /** Ten thousand accounts and a thousand SMSCs beside traffic have taken 21 s. */
    private static final Duration RELOADED_WITHIN = Duration.ofMinutes(10);

    private final AdminSources sources;
    private final ObjectMapper mapper = new ObjectMapper();
    private final ThreadPoolExecutor levers = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            NamedThreads.numbered("admin-levers"),
            new ThreadPoolExecutor.AbortPolicy());

    LeverRoutes(AdminSources sources) {
        this.sources = sources;
    }

    void addTo(OperatorRoutes routes) {
        new ConsentRoutes(this, sources).addTo(routes);
        new EraseRoutes(this, sources).addTo(routes);
        new ReceiptRoutes(this, sources).addTo(routes);
        routes.post("/reload", Right.CONFIGURE, exchange -> {
                    String who = Rights.who(exchange);
                    exchange.mayTake(RELOADED_WITHIN);
                    slowly(exchange, () -> reload(who));
                })
                .get("/held", Right.READ, exchange -> {
                    String smsc = exchange.query("smsc").orElse("");
                    slowly(exchange, () -> listHeld(smsc));
                })
                .post("/held/{id}/resend", Right.OPERATE, exchange -> held(exchange, true))
                .post("/held/{id}/giveup", Right.OPERATE, exchange -> held(exchange, false))
                .get("/dead", Right.READ, this::dead)
                .post("/dead/replay", Right.OPERATE, exchange -> deadEvents(exchange, true))
                .post("/dead/drop", Right.OPERATE, exchange -> deadEvents(exchange, false))
                .get("/log-level", Right.READ, this::logLevel)
                .post("/log-level", Right.OPERATE, this::setLogLevel);
    }

    void stop() {
        levers.shutdownNow();
    }

    /** Work that may wait for others; what it returns is written on the exchange's own thread. */
    interface Slow {
        Consumer<Exchange> pull() throws Exception;
    }

    void slowly(Exchange exchange, Slow lever) {
        try {
            levers.execute(() -> {
                Consumer<Exchange> answer = pulled(lever);
                exchange.run(() -> answer.accept(exchange));
            });
        } catch (RejectedExecutionException e) {
            exchange.answer(Problem.of(503, "busy", WAITING + " other commands wait; try again")
                    .retryAfter(1));
        }
    }

    private static Consumer<Exchange> pulled(Slow lever) {
        try {
            return lever.pull();
        } catch (Exception | Error e) { // whatever went wrong in there, the operator gets an answer
            LOG.error("an operator's command failed", e);
            return exchange ->
                    exchange.answer(Problem.of(500, "internal", "the command failed; the bridge's log says why"));
        }
    }

    private Consumer<Exchange> reload(String who) throws Exception {
        Reload came = sources.levers().reload().call();
        if (came instanceof Reload.Refused) {
            List<Problem.Fault> faults = ((Reload.Refused) came)
                    .faults().stream()
                            .map(fault -> new Problem.Fault("", "fault", fault))
                            .toList();
            LOG.warn("reload asked for by {} refused: {} faults, nothing has changed", who, faults.size());
            String detail = (faults.size() == 1 ? "1 fault" : faults.size() + " faults")
                    + " in the configuration; nothing has changed";
            return exchange -> exchange.answer(new Problem(422, "invalid-config", detail, faults, 0));
        }
        if (came instanceof Reload.NotNow notNow) {
            return exchange ->
                    exchange.answer(Problem.of(503, "not-now", notNow.why()).retryAfter(1));
        }
        Reload.Applied applied = (Reload.Applied) came;
        LOG.info("reload asked for by {}: {} changes", who, applied.changes().size());
        return exchange -> {
            JsonOut out = exchange.json().object();
            strings(out, "changes", applied.changes());
            strings(out, "needRestart", applied.needRestart());
            exchange.answer(200, JSON, out.end());
        };
    }

    private Consumer<Exchange> listHeld(String smsc) {
        Optional<AdminSources.Listed<AdminSources.HeldMessage>> found =
                sources.levers().held().list(smsc, LISTED);
        if (found.isEmpty()) {
            return exchange -> exchange.answer(Problem.of(503, "busy", "the journal did not answer in time; try again")
                    .retryAfter(1));
        }
        List<AdminSources.HeldMessage> held = new ArrayList<>(found.get().first());
        held.sort(Comparator.comparingLong(message -> message.id().value()));
        return exchange -> {
            JsonOut out = exchange.json().object().field("count", found.get().all());
            out.name("held").array();
            for (AdminSources.HeldMessage message : held) {
                out.object()
                        .field("id", message.id())
                        .field("smsc", message.smsc())
                        .field(
                                "acceptedAt",
                                Instant.ofEpochMilli(message.id().epochMs()).toString())
                        .end();
            }
            exchange.answer(200, JSON, out.endArray().end());
        };
    }

    private void held(Exchange exchange, boolean resend) {
        TaskId id;
        try {
            id = TaskId.parse(exchange.parameter());
        } catch (IllegalArgumentException e) {
            exchange.answer(notHeld());
            return;
        }
        String who = Rights.who(exchange);
        slowly(exchange, () -> {
            Optional<Boolean> done = sources.levers().held().resolve(id.value(), resend);
            String came = done.map(held -> held ? "done" : "not held").orElse("no answer from the journal in time");
            LOG.info("held message {}: {} asked for by {}, {}", id, resend ? "resend" : "give-up", who, came);
            return to -> {
                if (done.isEmpty()) {
                    to.answer(Problem.of(
                                    503, "busy", "the journal did not answer in time; it may still be done: list again")
                            .retryAfter(1));
                } else if (done.get()) {
                    JsonOut out = to.json().object().field("id", id);
                    to.answer(
                            200,
                            JSON,
                            out.field("done", resend ? "resend" : "giveup").end());
                } else {
                    to.answer(notHeld());
                }
            };
        });
    }

    private static Problem notHeld() {
        return Problem.of(404, "not-held", "no message with this id waits for an operator's word");
    }

    private void dead(Exchange exchange) {
        JsonOut out = exchange.json().object();
        out.name("dead").array();
        for (EndpointStats endpoint : sources.handback().stats()) {
            for (DeadEvent event : sources.handback().dead(endpoint.endpoint())) {
                out.object()
                        .field("endpoint", endpoint.endpoint())
                        .field("id", new TaskId(event.id()))
                        .field("when", event.when().toString())
                        .field("why", event.why())
                        .end();
            }
        }
        out.endArray().name("counts").object();
        for (EndpointStats endpoint : sources.handback().stats()) {
            if (endpoint.dead() > 0) {
                out.field(endpoint.endpoint(), endpoint.dead());
            }
        }
        exchange.answer(200, JSON, out.end().end());
    }

    /** {@code {"endpoint":"webhook:main","ids":["…"]}} or {@code {"endpoint":"webhook:main","all":true}}. */
    private void deadEvents(Exchange exchange, boolean replay) throws IOException {
        JsonNode body = body(exchange);
        String endpoint = body.path("endpoint").asText("");
        List<Long> ids = new ArrayList<>();
        boolean all = body.path("all").asBoolean(false);
        boolean sound = !endpoint.isEmpty() && all != body.path("ids").isArray();
        try {
            body.path("ids").forEach(id -> ids.add(TaskId.parse(id.asText()).value()));
        } catch (IllegalArgumentException e) {
            sound = false;
        }
        if (!sound) {
            exchange.answer(Problem.of(
                    400,
                    "invalid",
                    "expected {\"endpoint\": name, \"ids\": [id, …]} or {\"endpoint\": name, \"all\": true}"));
            return;
        }
        String who = Rights.who(exchange);
        slowly(exchange, () -> {
            int moved = move(endpoint, ids, all, replay);
            LOG.info("dead events of {}: {} {} by {}", endpoint, moved, replay ? "replayed" : "dropped", who);
            return to -> to.answer(
                    200, JSON, to.json().object().field("events", moved).end());
        });
    }

    private int move(String endpoint, List<Long> ids, boolean all, boolean replay) {
        if (replay) {
            return all
                    ? sources.handback().replayAll(endpoint)
                    : sources.handback().replay(endpoint, ids);
        }
        return all ? sources.handback().dropAll(endpoint) : sources.handback().drop(endpoint, ids);
    }

    private void logLevel(Exchange exchange) {
        JsonOut out = exchange.json().object().field("level", LogSetup.level());
        out.name("modules").object();
        LogSetup.moduleLevels().forEach(out::field);
        exchange.answer(200, JSON, out.end().end());
    }

    private void setLogLevel(Exchange exchange) throws IOException {
        JsonNode asked = body(exchange);
        String level = asked.path("level").asText("");
        String module = asked.path("module").asText("");
        if (level.isEmpty()) {
            exchange.answer(Problem.of(
                    400, "invalid", "expected JSON such as {\"level\": \"debug\"}, or with \"module\": its name"));
            return;
        }
        try {
            if (module.isEmpty()) {
                LogSetup.level(level);
            } else {
                LogSetup.level(module, level);
            }
        } catch (IllegalArgumentException e) {
            exchange.answer(Problem.of(400, "invalid", e.getMessage()));
            return;
        }
        if (module.isEmpty()) {
            LOG.warn("log level set to {} by {}, until the next start or reload", level, Rights.who(exchange));
        } else {
            LOG.warn(
                    "log level of module {} set to {} by {}, until the next start",
                    module,
                    level,
                    Rights.who(exchange));
        }
        logLevel(exchange);
    }

    /** The body as JSON; an empty object when it is none. */
    JsonNode body(Exchange exchange) throws IOException {
        try (InputStream in = new ByteBufInputStream(exchange.body().duplicate())) {
            JsonNode read = mapper.readTree(in);
            return read.isObject() ? read : mapper.createObjectNode();
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            return mapper.createObjectNode();
        }
    }

    private static void strings(JsonOut out, String name, List<String> values) {
        out.name(name).array();
        values.forEach(out::value);
        out.endArray();
    }
}
