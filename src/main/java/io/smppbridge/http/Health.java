package io.smppbridge.http;

import io.smppbridge.http.Router.Access;
import java.util.List;

/** Adds {@code /livez} and {@code /readyz}, which need no key: probes have none, and the answers name nobody. */
public final class Health {
    /** What stands in the way of taking messages, each in a few words ({@code starting}, {@code disk full}); empty when nothing does. Never blocks. */
    @FunctionalInterface
    public interface Readiness {
        List<String> obstacles();
    }

    private static final String JSON = "application/json";

    private Health() {}

    public static Router.Builder addTo(Router.Builder routes, Readiness readiness) {
        return routes.get("/livez", Access.OPEN, exchange -> {
                    JsonOut out =
                            exchange.json().object().field("status", "alive").end();
                    exchange.answer(200, JSON, out);
                })
                .get("/readyz", Access.OPEN, exchange -> ready(exchange, readiness.obstacles()));
    }

    private static void ready(Exchange exchange, List<String> obstacles) {
        JsonOut out = exchange.json().object().field("status", obstacles.isEmpty() ? "ready" : "not-ready");
        out.name("reasons").array();
        obstacles.forEach(out::value);
        out.endArray().end();
        exchange.answer(obstacles.isEmpty() ? 200 : 503, JSON, out);
    }
}
