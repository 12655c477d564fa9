package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.admin.AdminSources.EraseOrder;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operator has what is on the disk about a number erased. */
@ThreadSafe
final class EraseRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(EraseRoutes.class);
    private static final String JSON = "application/json";

    private final LeverRoutes levers;
    private final AdminSources sources;

    EraseRoutes(LeverRoutes levers, AdminSources sources) {
        this.levers = levers;
        this.sources = sources;
    }

    void addTo(OperatorRoutes routes) {
        routes.post("/erase", Right.CONFIGURE, this::order)
                .get("/erase", Right.READ, exchange -> levers.slowly(exchange, this::list));
    }

    /** {@code {"number":"+46701234567","withdraw":false}}. */
    private void order(Exchange exchange) throws IOException {
        JsonNode body = levers.body(exchange);
        Optional<Address> number = ConsentRoutes.number(body.path("number").asText(""))
                .filter(one -> one.number().length() >= AdminSources.Erase.SHORTEST);
        if (number.isEmpty()) {
            exchange.answer(Problem.of(
                    400, "invalid", "expected {\"number\": 3 digits or more}, with \"withdraw\": true or false"));
            return;
        }
        boolean withdraw = body.path("withdraw").asBoolean(false);
        String who = Rights.who(exchange);
        levers.slowly(exchange, () -> {
            Optional<TaskId> id = sources.levers().erase().order(number.get(), withdraw);
            if (id.isEmpty()) {
                return busy();
            }
            LOG.info("erase {} ordered by {} for {}", id.get(), who, number.get());
            return to -> to.answer(
                    202, JSON, to.json().object().field("id", id.get()).end());
        });
    }

    private Consumer<Exchange> list() {
        Optional<List<EraseOrder>> found = sources.levers().erase().list();
        if (found.isEmpty()) {
            return busy();
        }
        return exchange -> {
            JsonOut out = exchange.json().object();
            out.name("orders").array();
            for (EraseOrder order : found.get()) {
                out.object()
                        .field("id", order.id())
                        .field("last", order.last())
                        .field("at", order.at().toString())
                        .field("withdraw", order.withdraw())
                        .field("done", order.done().map(Object::toString).orElse(""))
                        .field("remaining", order.remaining())
                        .end();
            }
            exchange.answer(200, JSON, out.endArray().end());
        };
    }

    private static Consumer<Exchange> busy() {
        return exchange -> exchange.answer(
                Problem.of(503, "busy", "too many orders, or the journal did not answer in time; try again")
                        .retryAfter(1));
    }
}
