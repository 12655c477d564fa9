package io.smppbridge.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Router;
import io.smppbridge.http.Router.Access;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Jasmin's HTTP API: {@code /send}, {@code /rate}, {@code /balance} and {@code /ping} with user and password among the fields, and the
 * same under {@code /secure} with JSON and Basic authentication. There is no charging here, so nothing has a rate and no balance a number.
 */
@ThreadSafe
final class JasminDoor {
    private static final String TEXT = "text/plain";

    /** What is answered in JSON, also when it is refused. */
    private static final Set<String> QUESTIONS = Set.of("/rate", "/balance");

    private static final String THROUGHPUT = "User throughput exceeded";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Fields of the JSON form that have another name in the other one. */
    private static final Map<String, String> NAMES = Map.of(
            "hex_content", "hex-content",
            "validity_period", "validity-period",
            "dlr_url", "dlr-url",
            "dlr_level", "dlr-level",
            "dlr_method", "dlr-method");

    private final Logins logins;
    private final Function<String, AccountConfig> accounts;
    private final Function<String, MiddleWare> middleWares;
    private final AccountRates rates;
    private final InstantSource clock;

    JasminDoor(
            Logins logins,
            Function<String, AccountConfig> accounts,
            Function<String, MiddleWare> middleWares,
            AccountRates rates,
            InstantSource clock) {
        this.logins = logins;
        this.accounts = accounts;
        this.middleWares = middleWares;
        this.rates = rates;
        this.clock = clock;
    }

    Router.Builder addTo(Router.Builder routes) {
        return routes.get(
                        "/ping", Access.OPEN, exchange -> exchange.answer(200, TEXT, JasminMessage.utf8("Jasmin/PONG")))
                .get("/send", Access.OPEN, exchange -> plain(exchange, this::send))
                .post("/send", Access.OPEN, exchange -> plain(exchange, this::send))
                .get("/rate", Access.OPEN, exchange -> plain(exchange, this::rate))
                .post("/rate", Access.OPEN, exchange -> plain(exchange, this::rate))
                .get("/balance", Access.OPEN, exchange -> plain(exchange, this::balance))
                .post("/balance", Access.OPEN, exchange -> plain(exchange, this::balance))
                .get("/secure/balance", Access.OPEN, exchange -> secure(exchange, this::balance))
                .post("/secure/send", Access.OPEN, exchange -> secure(exchange, this::send))
                .getWithBody("/secure/rate", Access.OPEN, exchange -> secure(exchange, this::rate))
                .post("/secure/rate", Access.OPEN, exchange -> secure(exchange, this::rate))
                .post("/secure/sendbatch", Access.OPEN, exchange -> secure(exchange, this::batch));
    }

    /**
     * A request whose sender is known.
     *
     * @param secure whether answers are wrapped in JSON
     */
    record Asked(Exchange exchange, AccountConfig account, Parameters fields, JsonNode json, boolean secure) {
        void success(String words) {
            String said = "Success \"" + words + '"';
            if (secure) {
                wrapped(200, "data", said);
            } else {
                exchange.answer(200, TEXT, JasminMessage.utf8(said));
            }
        }

        void error(int status, String words) {
            if (secure) {
                wrapped(status, "message", words);
            } else {
                refused(exchange, status, words);
            }
        }

        private void wrapped(int status, String name, String words) {
            exchange.answer(
                    status,
                    MediaType.JSON,
                    exchange.json().object().field(name, words).end());
        }
    }

    /** In the words of {@code /send}, or to a question, whose answers are JSON, as a string of that. */
    private static void refused(Exchange exchange, int status, String words) {
        if (QUESTIONS.contains(exchange.path())) {
            String json = TextNode.valueOf(words).toString();
            exchange.answer(status, MediaType.JSON, JasminMessage.utf8(json));
        } else {
            exchange.answer(status, TEXT, JasminMessage.utf8("Error \"" + words + '"'));
        }
    }

    private void plain(Exchange exchange, Consumer<Asked> work) {
        String type = MediaType.of(exchange).name();
        boolean posted = exchange.method().equals("POST");
        if (posted && type.equals(MediaType.MULTIPART)) {
            String words = type + " is not read here; send " + MediaType.FORM + " or " + MediaType.JSON;
            refused(exchange, 415, words);
            return;
        }
        Parameters fields = new Parameters();
        try {
            fields.addForm(exchange.query());
            if (type.equals(MediaType.JSON)) {
                fields.addMissing(fields(MAPPER.createObjectNode(), MAPPER.readTree(exchange.bodyOctets())));
            } else if (posted) {
                fields.addForm(new String(exchange.bodyOctets(), StandardCharsets.ISO_8859_1).strip());
            }
        } catch (IOException e) {
            refused(exchange, 400, "Cannot parse JSON data");
            return;
        } catch (Misformed e) {
            refused(exchange, 400, JasminMessage.Refused.misformed(e).getMessage());
            return;
        }
        String user = fields.text("username").orElse("");
        String password = fields.text("password").orElse("");
        for (String name : new String[] {"username", "password"}) {
            if (fields.octets(name).isEmpty()) {
                refused(exchange, 400, "Mandatory argument [" + name + "] is not found.");
                return;
            }
        }
        open(exchange, user, password, fields, MAPPER.createObjectNode(), false, work);
    }

    private void secure(Exchange exchange, Consumer<Asked> work) {
        String header = exchange.header("Authorization");
        String pair = "";
        if (header.regionMatches(true, 0, "Basic ", 0, 6)) {
            try {
                pair = new String(Base64.getDecoder().decode(header.substring(6).strip()), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                pair = "";
            }
        }
        int colon = pair.indexOf(':');
        if (colon < 0) {
            JsonOut out = exchange.json()
                    .object()
                    .field("message", "Authentication required")
                    .end();
            exchange.answer(401, MediaType.JSON, out, "www-authenticate", "Basic realm=\"smpp-bridge\"");
            return;
        }
        JsonNode json;
        Parameters fields;
        try {
            byte[] body = exchange.bodyOctets();
            json = body.length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(body);
            fields = fields(MAPPER.createObjectNode(), json).addForm(exchange.query());
        } catch (IOException | Misformed e) {
            String words = e instanceof Misformed misformed
                    ? JasminMessage.Refused.misformed(misformed).getMessage()
                    : "Cannot parse JSON data";
            exchange.answer(
                    400,
                    MediaType.JSON,
                    exchange.json().object().field("message", words).end());
            return;
        }
        open(exchange, pair.substring(0, colon), pair.substring(colon + 1), fields, json, true, work);
    }

    private void open(
            Exchange exchange,
            String user,
            String password,
            Parameters fields,
            JsonNode json,
            boolean secure,
            Consumer<Asked> work) {
        logins.check(user, password, exchange, (result, account) -> {
            Asked asked = new Asked(exchange, accounts.apply(account), fields, json, secure);
            switch (result) {
                case OPEN -> work.accept(asked);
                case LATER -> asked.error(503, "Too many authentication failures, try again later");
                case WRONG -> asked.error(403, "Authentication failure for username:" + user);
            }
        });
    }

    /** The scalar fields of an object, those of the other one where it has none, by the names of {@code /send}. */
    static Parameters fields(JsonNode globals, JsonNode own) throws Misformed {
        Parameters fields = new Parameters();
        for (JsonNode from : new JsonNode[] {own, globals}) {
            for (Map.Entry<String, JsonNode> field : from.properties()) {
                if (field.getValue().isValueNode() && !field.getValue().isNull()) {
                    fields.addText(
                            NAMES.getOrDefault(field.getKey(), field.getKey()),
                            field.getValue().asText());
                }
            }
        }
        return fields;
    }

    OutboundSms message(Asked asked, Parameters fields) throws JasminMessage.Refused {
        return new JasminMessage(
                        fields, clock.instant(), asked.account().dropIn().callbackHosts())
                .read();
    }

    private void send(Asked asked) {
        OutboundSms message;
        try {
            message = message(asked, asked.fields());
        } catch (JasminMessage.Refused e) {
            asked.error(400, e.getMessage());
            return;
        }
        if (refuse(asked, 1)) {
            return;
        }
        middleWares
                .apply(asked.account().name())
                .send(message)
                .whenComplete((outcome, failure) -> asked.exchange().run(() -> {
                    if (outcome instanceof SendOutcome.Acceptance accepted) {
                        asked.success(accepted.id().toString());
                    } else if (outcome != null && outcome.isInDoubt()) {
                        asked.exchange().hangUp();
                    } else if (outcome instanceof SendOutcome.Refusal refusal) {
                        asked.error(status(refusal), words(refusal));
                    } else {
                        asked.error(500, "Cannot send submit_sm");
                    }
                }));
    }

    /** Answers as Jasmin does when the account may not hand over so many now. */
    boolean refuse(Asked asked, int messages) {
        boolean tooMany = rates.waitNanos(asked.account().name(), messages) > 0;
        if (tooMany) {
            asked.error(403, THROUGHPUT);
        }
        return tooMany;
    }

    static int status(SendOutcome.Refusal refusal) {
        if (refusal instanceof SendOutcome.NoRoute) {
            return 412;
        }
        boolean later = refusal instanceof SendOutcome.NoCredit || refusal instanceof SendOutcome.NotAccepting;
        return later ? 403 : 400;
    }

    static String words(SendOutcome.Refusal refusal) {
        if (refusal instanceof SendOutcome.NoRoute) {
            return "No route found";
        }
        boolean later = refusal instanceof SendOutcome.NoCredit || refusal instanceof SendOutcome.NotAccepting;
        return later ? THROUGHPUT : refusal.reason();
    }

    private void batch(Asked asked) {
        new JasminBatch(this, asked, middleWares.apply(asked.account().name())).send();
    }

    /** Of a message without content, that of an empty one. */
    private void rate(Asked asked) {
        if (refuse(asked, 1)) {
            return;
        }
        Parameters fields = asked.fields();
        if (fields.octets("hex-content").isEmpty()) {
            fields.addMissing("content", new byte[0]);
        }
        try {
            int parts = JasminMessage.parts(message(asked, fields));
            JsonOut out = asked.exchange().json().object();
            if (asked.secure()) {
                out.name("data").object();
            }
            out.name("unit_rate").value(0.0).field("submit_sm_count", parts).end();
            if (asked.secure()) {
                out.end();
            }
            asked.exchange().answer(200, MediaType.JSON, out);
        } catch (JasminMessage.Refused e) {
            asked.error(400, e.getMessage());
        }
    }

    private void balance(Asked asked) {
        if (refuse(asked, 1)) {
            return;
        }
        JsonOut out = asked.exchange().json().object();
        if (asked.secure()) {
            out.name("data").object();
        }
        out.field("balance", "ND").field("sms_count", "ND").end();
        if (asked.secure()) {
            out.end();
        }
        asked.exchange().answer(200, MediaType.JSON, out);
    }
}
