package io.smppbridge.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.OutboundSms;
import io.smppbridge.routing.RouteAdvice;
import io.smppbridge.settings.BridgeConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bridge route}: what would become of a message, without sending it. */
@Command(
        name = "route",
        description = "Explain which SMSC a message would go to, and why; sends nothing.",
        footer = {
            "",
            "Examples:",
            "  ./bridge route --to +46701234567 --from Shop --text 'Your code is 4711'",
            "  ./bridge route --to +46701234567 --account shop --at 2026-12-24T22:00:00Z --config new.properties",
            "  ./bridge route --to +46701234567 --live     as the binds of the running bridge are now",
            "Exit code 1 if it would be refused."
        })
final class RouteCommand implements Callable<Integer> {
    private final Surroundings around;

    @Option(names = "--to", required = true, paramLabel = "NUMBER", description = "Whom to: digits with an optional +.")
    private String to;

    @Option(names = "--from", paramLabel = "SENDER", description = "The sender (the account's own).")
    private String from = "";

    @Option(names = "--text", paramLabel = "TEXT", description = "What it says.")
    private String text = "";

    @Option(names = "--account", paramLabel = "NAME", description = "Whose message it is (that of middleware.account).")
    private Optional<String> account = Optional.empty();

    @Option(names = "--tlv", paramLabel = "NAME=VALUE", description = "A TLV that it carries; may be repeated.")
    private Map<String, String> tlvs = new LinkedHashMap<>();

    @Option(names = "--at", paramLabel = "INSTANT", description = "When it comes, such as 2026-12-24T22:00:00Z (now).")
    private Optional<Instant> at = Optional.empty();

    @Option(names = "--live", description = "Ask the running bridge, which knows its binds and bags.")
    private boolean live;

    @Mixin
    private AdminDoor door;

    RouteCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        List<String> lines = new ArrayList<>();
        boolean taken = live ? asked(lines) : workedOut(lines);
        lines.forEach(around.out()::println);
        around.out().flush();
        return taken ? Exit.OK : Exit.FAILURE;
    }

    private boolean workedOut(List<String> lines) {
        BridgeConfig config = LocalConfig.required(around, door.config()).config();
        OutboundSms sms;
        try {
            OutboundSms.Builder made = OutboundSms.to(to).from(from).text(text);
            tlvs.forEach(made::tlv);
            sms = made.build();
        } catch (IllegalArgumentException e) {
            throw new Complaint(Exit.USAGE, e.getMessage());
        }
        String whose = account.orElse(config.node().middlewareAccount());
        long atMs = at.map(Instant::toEpochMilli)
                .orElseGet(() -> InstantSource.system().millis());
        RouteAdvice advice = RouteAdvice.of(config, new RouteAdvice.Question(whose, sms, atMs), Optional.empty());
        lines.addAll(advice.lines());
        return advice.taken();
    }

    private boolean asked(List<String> lines) throws Exception {
        ObjectNode question =
                Rest.JSON.createObjectNode().put("to", to).put("from", from).put("text", text);
        account.ifPresent(name -> question.put("account", name));
        at.ifPresent(instant -> question.put("atMs", instant.toEpochMilli()));
        ObjectNode carried = question.putObject("tlvs");
        tlvs.forEach(carried::put);
        Rest.Answer answer = AdminDoor.good(door.open(around).post("/route", Rest.JSON.writeValueAsString(question)));
        answer.json().path("lines").forEach(line -> lines.add(line.asText()));
        return answer.json().path("taken").asBoolean();
    }
}
