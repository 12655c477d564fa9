package io.smppbridge.dropin;

import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.http.AccountRates;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.Router;
import io.smppbridge.http.Router.Access;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.threads.ThreadSafe;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * {@code /cgi-bin/sendsms} as Kannel's smsbox answers it: by GET with a query, by POST with a form, or by POST of the text with
 * {@code X-Kannel-…} headers. The words and statuses of the answers are those of Kannel 1.4.5.
 */
@ThreadSafe
final class KannelDoor {
    private static final String HTML = "text/html";
    /** Media types of what may be posted; one that is not said is that of a text. */
    private static final String UNREAD = "; of a body of this type nothing is read, user and password included";

    private static final Set<String> POSTED = Set.of(MediaType.FORM, MediaType.OCTETS, MediaType.TEXT, "");

    /** What is not to be told back to a browser as it came. */
    private static final Pattern NO_TEXT = Pattern.compile("[^\\w+*#.-]");

    private static final Map<String, String> HEADERS = Map.ofEntries(
            Map.entry("username", "X-Kannel-Username"),
            Map.entry("password", "X-Kannel-Password"),
            Map.entry("from", "X-Kannel-From"),
            Map.entry("to", "X-Kannel-To"),
            Map.entry("charset", "X-Kannel-Charset"),
            Map.entry("coding", "X-Kannel-Coding"),
            Map.entry("mclass", "X-Kannel-MClass"),
            Map.entry("mwi", "X-Kannel-MWI"),
            Map.entry("alt-dcs", "X-Kannel-Alt-DCS"),
            Map.entry("compress", "X-Kannel-Compress"),
            Map.entry("pid", "X-Kannel-PID"),
            Map.entry("rpi", "X-Kannel-RPI"),
            Map.entry("smsc", "X-Kannel-SMSC"),
            Map.entry("validity", "X-Kannel-Validity"),
            Map.entry("deferred", "X-Kannel-Deferred"),
            Map.entry("priority", "X-Kannel-Priority"),
            Map.entry("dlr-mask", "X-Kannel-DLR-Mask"),
            Map.entry("dlr-url", "X-Kannel-DLR-Url"));

    private final Logins logins;
    private final Function<String, AccountConfig> accounts;
    private final Function<String, MiddleWare> middleWares;
    private final AccountRates rates;
    private final InstantSource clock;

    KannelDoor(
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
        return routes.get("/cgi-bin/sendsms", Access.OPEN, this::send)
                .post("/cgi-bin/sendsms", Access.OPEN, this::send);
    }

    private void send(Exchange exchange) {
        Parameters fields;
        try {
            fields = fields(exchange);
        } catch (Misformed e) {
            answer(exchange, 400, harmless(e.field()) + " field misformed, rejected");
            return;
        }
        String user = fields.text("username", "user").orElse("");
        String password = fields.text("password", "pass").orElse("");
        logins.check(user, password, exchange, (result, account) -> {
            switch (result) {
                case OPEN -> send(exchange, fields, account);
                case LATER -> answer(exchange, 503, "Temporal failure, try again later.");
                case WRONG ->
                    answer(exchange, 403, "Authorization failed for sendsms" + (isRead(exchange) ? "" : UNREAD));
            }
        });
    }

    private static boolean isRead(Exchange exchange) {
        return !exchange.method().equals("POST")
                || POSTED.contains(MediaType.of(exchange).name());
    }

    private static Parameters fields(Exchange exchange) throws Misformed {
        Parameters fields = new Parameters().addForm(exchange.query());
        if (!exchange.method().equals("POST")) {
            return fields;
        }
        MediaType type = MediaType.of(exchange);
        if (type.name().equals(MediaType.FORM)) {
            return fields.addForm(new String(exchange.bodyOctets(), StandardCharsets.ISO_8859_1));
        }
        for (Map.Entry<String, String> header : HEADERS.entrySet()) {
            String value = exchange.header(header.getValue());
            if (!value.isEmpty()) {
                fields.add(header.getKey(), value.getBytes(StandardCharsets.ISO_8859_1)); // the octets that came
            }
        }
        String udh = exchange.header("X-Kannel-UDH").strip();
        if (!udh.isEmpty()) {
            fields.add("udh", hexadecimal(udh));
        }
        byte[] body = exchange.bodyOctets();
        Optional<String> charset = type.charset();
        if (type.name().equals(MediaType.OCTETS)) {
            fields.addMissing("coding", new byte[] {'1'});
        } else if (!type.name().isEmpty()) { // what has no type at all is octets to Kannel too
            charset = charset.or(() -> Optional.of(Parameters.charset(body).name())); // a text, under coding 2 too
        }
        charset.ifPresent(name -> fields.addMissing("charset", name.getBytes(StandardCharsets.UTF_8)));
        return fields.add("text", body);
    }

    /** In a header, unlike in a query, a user data header is written in hexadecimal digits. */
    private static byte[] hexadecimal(String udh) throws Misformed {
        try {
            return HexFormat.of().parseHex(udh);
        } catch (IllegalArgumentException e) {
            throw new Misformed("UDH", "expected pairs of hexadecimal digits");
        }
    }

    private void send(Exchange exchange, Parameters fields, String account) {
        if (!isRead(exchange)) {
            answer(exchange, 415, "Unsupported content-type, rejected");
            return;
        }
        KannelMessage.Content content;
        try {
            content = new KannelMessage(
                            fields,
                            clock.instant(),
                            accounts.apply(account).dropIn().callbackHosts())
                    .read();
        } catch (KannelMessage.Refused e) {
            answer(exchange, 400, e.getMessage());
            return;
        }
        if (rates.waitNanos(account, content.messages().size()) > 0) {
            answer(exchange, 503, "Temporal failure, try again later.");
            return;
        }
        Handing.over(exchange, middleWares.apply(account), content.messages())
                .whenComplete((outcomes, failed) -> exchange.run(() -> {
                    if (failed != null) {
                        answer(exchange, 503, "Temporal failure, try again later.");
                    } else {
                        answer(exchange, content, outcomes);
                    }
                }));
    }

    /** With several receivers, those that were not taken are listed behind the words for those that were. */
    private static void answer(Exchange exchange, KannelMessage.Content content, List<SendOutcome> outcomes) {
        if (outcomes.stream().anyMatch(SendOutcome::isInDoubt)) {
            exchange.hangUp();
            return;
        }
        List<SendOutcome> refused =
                outcomes.stream().filter(SendOutcome.Refusal.class::isInstance).toList();
        if (refused.size() == outcomes.size()) {
            refused(exchange, (SendOutcome.Refusal) refused.get(0));
            return;
        }
        List<String> denied = new ArrayList<>();
        content.denied().forEach(receiver -> denied.add(harmless(receiver)));
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof SendOutcome.Refusal) {
                denied.add(content.messages().get(i).to().number());
            }
        }
        String words = denied.isEmpty() ? "" : " Denied receivers are: " + String.join(" ", denied);
        answer(exchange, 202, "0: Accepted for delivery" + words);
    }

    private static void refused(Exchange exchange, SendOutcome.Refusal refusal) {
        if (refusal instanceof SendOutcome.NoCredit || refusal instanceof SendOutcome.NotAccepting) {
            answer(exchange, 503, "Temporal failure, try again later.");
        } else if (refusal instanceof SendOutcome.NoRoute) {
            answer(exchange, 403, "Not routable. Do not try again.");
        } else {
            answer(exchange, 400, refusal.reason() + ", rejected");
        }
    }

    private static String harmless(String said) {
        return NO_TEXT.matcher(said).replaceAll("?");
    }

    private static void answer(Exchange exchange, int status, String words) {
        exchange.answer(status, HTML, words.getBytes(StandardCharsets.UTF_8));
    }
}
