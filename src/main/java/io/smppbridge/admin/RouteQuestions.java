package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.OutboundSms;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.routing.RouteAdvice;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.util.Optional;

/** Tells an operator what would become of a message, as binds and bags are now. */
@ThreadSafe
final class RouteQuestions {
    private static final String JSON = "application/json";

    private final LeverRoutes levers;
    private final AdminSources sources;

    RouteQuestions(LeverRoutes levers, AdminSources sources) {
        this.levers = levers;
        this.sources = sources;
    }

    void addTo(OperatorRoutes routes) {
        routes.post("/route", Right.READ, this::ask);
    }

    /** {@code {"to":"+46…","from":"…","text":"…","account":"…","tlvs":{…},"atMs":…}}; all but {@code to} may be left out. */
    private void ask(Exchange exchange) throws IOException {
        JsonNode body = levers.body(exchange);
        RouteAdvice.Question question;
        try {
            OutboundSms.Builder sms = OutboundSms.to(body.path("to").asText(""))
                    .from(body.path("from").asText(""))
                    .text(body.path("text").asText(""));
            body.path("tlvs")
                    .fields()
                    .forEachRemaining(
                            tlv -> sms.tlv(tlv.getKey(), tlv.getValue().asText()));
            String account =
                    body.path("account").asText(sources.config().get().node().middlewareAccount());
            long atMs = body.path("atMs").asLong(sources.clock().millis());
            question = new RouteAdvice.Question(account, sms.build(), atMs);
        } catch (IllegalArgumentException e) {
            exchange.answer(Problem.of(400, "invalid", e.getMessage()));
            return;
        }
        levers.slowly(exchange, () -> {
            RouteAdvice advice = RouteAdvice.of(sources.config().get(), question, Optional.of(live()));
            return to -> {
                JsonOut out = to.json().object().field("taken", advice.taken());
                out.name("lines").array();
                advice.lines().forEach(out::value);
                to.answer(200, JSON, out.endArray().end());
            };
        });
    }

    private RouteAdvice.Live live() {
        return new RouteAdvice.Live() {
            @Override
            public boolean bound(String smsc) {
                return sources.stats().smsc(smsc).anyBound();
            }

            @Override
            public boolean up(String smsc) {
                SmscConfig config = sources.config().get().smscs().get(smsc);
                return sources.stats()
                        .smsc(smsc)
                        .isUp(config != null && config.binds().onDemand());
            }

            @Override
            public boolean room(String smsc) {
                return sources.bags().apply(smsc).map(bag -> bag.credits() > 0).orElse(false);
            }
        };
    }
}
