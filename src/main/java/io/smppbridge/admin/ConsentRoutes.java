package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.Address;
import io.smppbridge.admin.AdminSources.OptedOut;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator may do with the list of those who want no more messages. */
@ThreadSafe
final class ConsentRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ConsentRoutes.class);
    private static final String JSON = "application/json";
    /** Numbers in one listing. */
    private static final int LISTED = 10_000;

    private final LeverRoutes levers;
    private final AdminSources sources;

    ConsentRoutes(LeverRoutes levers, AdminSources sources) {
        this.levers = levers;
        this.sources = sources;
    }

    void addTo(OperatorRoutes routes) {
        routes.post("/consent/list", Right.CONTENT, this::list)
                .post("/consent/add", Right.OPERATE, exchange -> change(exchange, true))
                .post("/consent/remove", Right.OPERATE, exchange -> change(exchange, false));
    }

    /** {@code {}} for some of all, or {@code {"number":"+46701234567"}}. */
    private void list(Exchange exchange) throws IOException {
        String asked = levers.body(exchange).path("number").asText("");
        if (!asked.isEmpty() && number(asked).isEmpty()) {
            exchange.answer(wrong());
            return;
        }
        String digits = number(asked).map(Address::number).orElse("");
        String who = Rights.who(exchange);
        levers.slowly(exchange, () -> {
            List<OptedOut> found = sources.levers().consent().list(digits, LISTED);
            int count = sources.levers().consent().count();
            LOG.info("{} of {} who are opted out shown to {}", found.size(), count, who);
            return to -> write(to, found, count);
        });
    }

    private static void write(Exchange exchange, List<OptedOut> found, int count) {
        JsonOut out = exchange.json().object().field("count", count);
        out.name("optedOut").array();
        for (OptedOut one : found) {
            out.object()
                    .field("number", one.number())
                    .field("sender", one.sender())
                    .field("account", one.account())
                    .field("since", one.since().toString())
                    .end();
        }
        exchange.answer(200, JSON, out.endArray().end());
    }

    /** {@code {"number":"+46701234567"}}, with {@code "sender"} or {@code "account"} for messages from there alone. */
    private void change(Exchange exchange, boolean add) throws IOException {
        JsonNode body = levers.body(exchange);
        Optional<Address> number = number(body.path("number").asText(""));
        String sender = body.path("sender").asText("");
        String account = body.path("account").asText("");
        boolean sound = number.isPresent() && (sender.isEmpty() || account.isEmpty()) && isSender(sender);
        if (!sound) {
            exchange.answer(wrong());
            return;
        }
        if (add
                && !account.isEmpty()
                && !isConfigured(account)) { // in again also of one that has left the configuration
            exchange.answer(Problem.of(422, "unknown-account", "account " + account + " is not configured"));
            return;
        }
        String who = Rights.who(exchange);
        levers.slowly(exchange, () -> answer(number.get(), sender, account, add, who));
    }

    private boolean isConfigured(String account) {
        BridgeConfig config = sources.config().get();
        return config.accounts().containsKey(account)
                || config.node().middlewareAccount().equals(account);
    }

    private Consumer<Exchange> answer(Address number, String sender, String account, boolean add, String who) {
        Optional<Boolean> changed = sources.levers().consent().change(number, sender, account, add);
        if (changed.isEmpty()) {
            return to -> to.answer(Problem.of(503, "busy", "the journal did not answer in time; try again")
                    .retryAfter(1));
        }
        LOG.info("{} {} by {}: {}", number, add ? "opted out" : "opted in", who, changed.get() ? "done" : "so before");
        return to -> to.answer(
                200, JSON, to.json().object().field("changed", changed.get()).end());
    }

    private static Problem wrong() {
        return Problem.of(
                400,
                "invalid",
                "expected {\"number\": digits}, with \"sender\" or \"account\" for messages from there alone");
    }

    static Optional<Address> number(String text) {
        try {
            return Optional.of(Address.of(text)).filter(Address::isNumeric);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isSender(String text) {
        try {
            return Address.of(text) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
