package io.smppbridge.routing;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.settings.RewriteConfig;
import io.smppbridge.settings.RoutingConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Changes messages before a route is sought: first the destination of an account with a region is made international, then every rule
 * that fits is applied, in order. Immutable. Never waits.
 */
@ThreadSafe
public final class Rewriting {
    /** A text that grows beyond this is refused. */
    private static final int LONGEST_TEXT = 100_000;

    private record Rule(RewriteConfig config, Pattern pattern) {
        boolean fits(String account, OutboundSms sms) {
            String number = sms.to().number();
            return (config.accounts().isEmpty() || config.accounts().contains(account))
                    && (config.prefixes().isEmpty()
                            || config.prefixes().stream().anyMatch(number::startsWith));
        }
    }

    private final List<Rule> rules;
    private final Map<String, String> regions;
    private final Optional<Numbers> numbers;

    public Rewriting(RoutingConfig config) {
        rules = config.rewrites().stream()
                .map(rule -> new Rule(rule, Pattern.compile(rule.pattern())))
                .toList();
        regions = config.regions();
        // The tables of all countries take a second to read: only for those who use them.
        numbers = regions.isEmpty() ? Optional.empty() : Optional.of(new Numbers());
    }

    /** Nothing is ever changed: the usual case, which costs a message nothing. */
    public boolean isEmpty() {
        return rules.isEmpty() && regions.isEmpty();
    }

    /** Whether any rule is about texts. */
    public boolean changesTexts() {
        return rules.stream().anyMatch(rule -> rule.config().field() == RewriteConfig.Field.TEXT);
    }

    /** The message as it goes on. */
    public Rewritten apply(String account, OutboundSms sms) {
        List<String> changes = new ArrayList<>(0);
        OutboundSms now = sms;
        String region = regions.getOrDefault(account, "");
        if (!region.isEmpty()) {
            Optional<Address> international =
                    numbers.filter(n -> !n.isInternational(sms.to())).flatMap(n -> n.international(sms.to(), region));
            if (international.isPresent()) {
                changes.add("to: " + sms.to().number() + " became "
                        + international.get().number() + " (region " + region + " of account " + account + ")");
                now = now.with(now.from(), international.get(), now.text());
            }
        }
        for (Rule rule : rules) {
            if (rule.fits(account, now)) {
                try {
                    now = changed(rule, now, changes);
                } catch (IllegalArgumentException bad) {
                    return new Rewritten(now, changes, List.of(fault(rule, bad)));
                }
            }
        }
        return new Rewritten(now, changes, List.of());
    }

    private static Fault fault(Rule rule, IllegalArgumentException bad) {
        String field = rule.config().field().name().toLowerCase(Locale.ROOT);
        return new Fault(
                field, "bad-rewrite", "rewriting rule " + rule.config().name() + " makes of it a " + bad.getMessage());
    }

    private static OutboundSms changed(Rule rule, OutboundSms sms, List<String> changes) {
        String by = " (rule " + rule.config().name() + ")";
        switch (rule.config().field()) {
            case TO -> {
                Optional<String> number = replaced(rule, sms.to().number());
                if (number.isPresent()) {
                    Address to = Address.of(number.get());
                    if (!to.isNumeric()) {
                        throw new IllegalArgumentException("destination with other characters than digits, or none");
                    }
                    changes.add("to: " + sms.to().number() + " became " + to.number() + by);
                    return sms.with(sms.from(), to, sms.text());
                }
            }
            case FROM -> {
                Optional<String> sender = replaced(rule, sms.from().number());
                if (sender.isPresent()) {
                    Address from = Address.of(sender.get());
                    changes.add("from: " + sms.from().number() + " became " + from.number() + by);
                    return sms.with(from, sms.to(), sms.text());
                }
            }
            case TEXT -> {
                Optional<String> text = sms.isBinary() ? Optional.empty() : replaced(rule, sms.text());
                if (text.isPresent()) {
                    changes.add("text: changed" + by);
                    return sms.with(sms.from(), sms.to(), text.get());
                }
            }
        }
        return sms;
    }

    /** Empty when nothing is found, or nothing differs. */
    private static Optional<String> replaced(Rule rule, String value) {
        Matcher found = rule.pattern().matcher(value);
        if (!found.find()) {
            return Optional.empty();
        }
        String replaced = found.reset().replaceAll(rule.config().replacement());
        if (replaced.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException("text of " + replaced.length() + " characters");
        }
        return Optional.of(replaced).filter(now -> !now.equals(value));
    }
}
