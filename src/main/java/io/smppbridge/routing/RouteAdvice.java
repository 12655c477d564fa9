package io.smppbridge.routing;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.routing.RouteDecision.Look;
import io.smppbridge.routing.RouteDecision.Option;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.AllowedSenders;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.RoutingConfig;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.tlv.TlvFault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What would become of a message, in lines for people; nothing is sent, no turn is taken.
 *
 * @param lines from the message as it was given to the SMSC it would go to
 * @param taken whether it would be taken
 */
public record RouteAdvice(List<String> lines, boolean taken) {
    /** A running bridge's SMSCs. */
    public interface Live {
        /** Whether a bind that can submit stands. */
        boolean bound(String smsc);

        /** Whether one does, or is made as soon as there is a message. */
        boolean up(String smsc);

        /** Whether its bag has room. */
        boolean room(String smsc);
    }

    /** @param nowMs when it would come, in milliseconds since 1970 */
    public record Question(String account, OutboundSms sms, long nowMs) {}

    public RouteAdvice {
        lines = List.copyOf(lines);
    }

    /** @param live empty for what the configuration alone says */
    public static RouteAdvice of(BridgeConfig config, Question question, Optional<Live> live) {
        List<String> lines = new ArrayList<>();
        OutboundSms sms = withSender(config, question);
        lines.add("to " + sms.to().number()
                + (sms.from().number().isEmpty() ? "" : " from " + sms.from().number()) + ", account "
                + question.account() + ", at " + Instant.ofEpochMilli(question.nowMs()));
        notes(config, question, lines);
        if (!maySend(config, question)) {
            lines.add("refused: from: account." + question.account() + ".senders does not allow it");
            return new RouteAdvice(lines, false);
        }
        RoutingConfig routing = config.routing();
        Rewritten rewritten = new Rewriting(routing).apply(question.account(), sms);
        rewritten.changes().forEach(change -> lines.add("rewritten: " + change));
        for (Fault fault : rewritten.faults()) {
            lines.add("refused: " + fault.field() + ": " + fault.reason());
        }
        if (!rewritten.faults().isEmpty()) {
            return new RouteAdvice(lines, false);
        }
        RouteTable table = new RouteTable(routing);
        RouteDecision decision = table.explain(question.account(), rewritten.sms(), question.nowMs());
        if (!decision.network().isEmpty()) {
            lines.add("network " + decision.network() + " by routing.operators");
        }
        decision.looks().forEach(look -> lines.add(told(look, decision.route())));
        if (decision.route().isEmpty()) {
            lines.add("refused: "
                    + RouteTable.noRoute(
                            question.account(),
                            rewritten.sms().from(),
                            rewritten.sms().to()));
            return new RouteAdvice(lines, false);
        }
        int rank = 1;
        for (List<Option> tier : decision.options()) {
            for (Option option : tier) {
                lines.add("tier " + rank + ": SMSC " + option.smsc() + told(option, live));
            }
            rank++;
        }
        return chosen(config, lines, table.named(decision.route()), rewritten.sms(), live);
    }

    private static boolean maySend(BridgeConfig config, Question question) {
        AccountConfig account = config.accounts().get(question.account());
        return account == null
                || AllowedSenders.allow(account.senders(), question.sms().from().number());
    }

    /** What is not as it would be for a message. */
    private static void notes(BridgeConfig config, Question question, List<String> lines) {
        boolean known = config.accounts().containsKey(question.account())
                || config.node().middlewareAccount().equals(question.account());
        if (!known) {
            lines.add("note: account " + question.account() + " is not configured; known: "
                    + String.join(", ", config.accounts().keySet()));
        }
        if (config.plugins().directory().isPresent()) {
            lines.add("note: plug-ins are not asked here");
        }
    }

    private static RouteAdvice chosen(
            BridgeConfig config, List<String> lines, Route route, OutboundSms sms, Optional<Live> live) {
        List<String> ways = Arrays.stream(Failover.values())
                .filter(route::failsOver)
                .map(way -> way.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        if (!ways.isEmpty()) {
            lines.add("it would move on to another SMSC of the route when " + String.join(", ", ways));
        }
        String smsc = route.choose(
                sms.to().number(),
                name -> live.map(now -> now.up(name)).orElse(true),
                name -> live.map(now -> now.room(name)).orElse(true));
        boolean inTurn = route.tiers()[0].size() > 1 && !route.tiers()[0].isByPrice();
        lines.add(
                smsc.isEmpty()
                        ? "refused: the bags of all its SMSCs are full"
                        : "it would go to SMSC " + smsc
                                + (inTurn ? ", or to another of its tier, in turn" : "")
                                + (live.isPresent() ? "" : " (binds were not looked at)"));
        return new RouteAdvice(lines, !smsc.isEmpty() && isFit(config.smscs().get(smsc), sms, lines));
    }

    /** Whether that SMSC can be sent the message: as how many parts, with its TLVs. */
    private static boolean isFit(SmscConfig smsc, OutboundSms sms, List<String> lines) {
        try {
            smsc.operations().tlvs().encode(sms.tlvs());
        } catch (TlvFault fault) {
            lines.add("refused: tlvs/" + fault.name() + ": " + fault.getMessage());
            return false;
        }
        if (sms.text().isEmpty()) {
            return true;
        }
        EncodeResult cut = Segmenter.encode(sms, TextProfile.of(smsc), 0);
        if (cut instanceof EncodeResult.Encoded encoded) {
            int parts = encoded.parts().size();
            lines.add("text as " + encoded.encoding().name().toLowerCase(Locale.ROOT) + " in " + parts
                    + (parts == 1 ? " part" : " parts"));
        } else if (cut instanceof EncodeResult.TooLong tooLong) {
            lines.add("refused: text: takes " + tooLong.parts() + " parts, max-parts of SMSC " + smsc.name() + " is "
                    + tooLong.max());
        }
        return !(cut instanceof EncodeResult.TooLong);
    }

    private static OutboundSms withSender(BridgeConfig config, Question question) {
        String usual = Optional.ofNullable(config.accounts().get(question.account()))
                .map(AccountConfig::defaultFrom)
                .orElse("");
        boolean needed = question.sms().from().number().isEmpty() && !usual.isEmpty();
        return needed ? question.sms().withFrom(Address.of(usual)) : question.sms();
    }

    private static String told(Look look, String chosen) {
        String name = "route " + look.route() + " (order " + look.order() + "): ";
        if (look.route().equals(chosen)) {
            return name + "takes it";
        }
        return name
                + (look.misfit().isEmpty()
                        ? "would take it too"
                        : "does not fit, by its " + look.misfit() + " (" + look.wanted() + ")");
    }

    private static String told(Option option, Optional<Live> live) {
        String price = option.price().isEmpty() ? "" : ", price " + option.price();
        String weight = option.weight() == 1 ? "" : ", weight " + option.weight();
        String state = live.map(now -> (now.bound(option.smsc())
                                ? ", bound"
                                : now.up(option.smsc()) ? ", binds on demand" : ", no bind")
                        + (now.room(option.smsc()) ? "" : ", full"))
                .orElse("");
        return price + weight + state;
    }
}
