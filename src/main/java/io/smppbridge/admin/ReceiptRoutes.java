package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.TaskId;
import io.smppbridge.admin.AdminSources.UnmatchedReceipt;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator may do with receipts that fit no message. */
@ThreadSafe
final class ReceiptRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiptRoutes.class);
    private static final String JSON = "application/json";
    /** In one listing; the oldest first. */
    private static final int LISTED = 10_000;

    private final LeverRoutes levers;
    private final AdminSources sources;

    ReceiptRoutes(LeverRoutes levers, AdminSources sources) {
        this.levers = levers;
        this.sources = sources;
    }

    void addTo(OperatorRoutes routes) {
        routes.get("/receipts/unmatched", Right.READ, exchange -> {
                    String smsc = exchange.query("smsc").orElse("");
                    levers.slowly(exchange, () -> list(smsc));
                })
                .post("/receipts/unmatched/rejoin", Right.OPERATE, exchange -> move(exchange, true))
                .post("/receipts/unmatched/drop", Right.OPERATE, exchange -> move(exchange, false));
    }

    private Consumer<Exchange> list(String smsc) {
        AdminSources.Unmatched unmatched = sources.levers().unmatched();
        Optional<AdminSources.Listed<UnmatchedReceipt>> found = unmatched.list(smsc, LISTED);
        if (found.isEmpty()) {
            return exchange -> exchange.answer(Problem.of(503, "busy", "the journal did not answer in time; try again")
                    .retryAfter(1));
        }
        return exchange -> {
            JsonOut out =
                    exchange.json().object().field("count", found.get().all()).field("indexing", unmatched.indexing());
            out.name("unmatched").array();
            for (UnmatchedReceipt receipt : found.get().first()) {
                out.object()
                        .field("id", receipt.id())
                        .field("smsc", receipt.smsc())
                        .field("messageId", receipt.messageId())
                        .field("stat", receipt.stat())
                        .field("err", receipt.err())
                        .field("at", receipt.at().toString())
                        .end();
            }
            exchange.answer(200, JSON, out.endArray().end());
        };
    }

    /** {@code {"ids":["…"]}}. */
    private void move(Exchange exchange, boolean rejoin) throws IOException {
        JsonNode body = levers.body(exchange);
        List<Long> ids = new ArrayList<>();
        boolean sound = body.path("ids").isArray();
        try {
            body.path("ids").forEach(id -> ids.add(TaskId.parse(id.asText()).value()));
        } catch (IllegalArgumentException e) {
            sound = false;
        }
        if (!sound) {
            exchange.answer(Problem.of(400, "invalid", "expected {\"ids\": [id, …]}, ids as the list shows them"));
            return;
        }
        String who = Rights.who(exchange);
        levers.slowly(exchange, () -> {
            AdminSources.Unmatched unmatched = sources.levers().unmatched();
            Optional<Integer> moved = rejoin ? unmatched.rejoin(ids) : unmatched.drop(ids);
            boolean indexing = unmatched.indexing();
            String how = rejoin ? "joined anew" : "dropped";
            if (moved.isEmpty()) {
                LOG.info(
                        "receipts that fit no message: {} to be {} by {}, no answer from the journal in time",
                        ids.size(),
                        how,
                        who);
                return to -> to.answer(
                        Problem.of(503, "busy", "the journal did not answer in time; it may still be done: list again")
                                .retryAfter(1));
            }
            LOG.info("receipts that fit no message: {} {} by {}", moved.get(), how, who);
            return to -> to.answer(
                    200,
                    JSON,
                    to.json()
                            .object()
                            .field("receipts", moved.get())
                            .field("indexing", indexing)
                            .end());
        });
    }
}
