package io.smppbridge.admin;

import io.smppbridge.http.Exchange;
import io.smppbridge.http.Problem;
import io.smppbridge.http.Router;
import io.smppbridge.settings.AdminConfig;
import io.smppbridge.settings.AdminConfig.Operator;
import io.smppbridge.settings.AdminConfig.Right;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.ThreadSafe;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the holder of a key may do, as it is configured when he asks; what is refused is noted, and so is who saw contents. */
@ThreadSafe
final class Rights {
    private static final Logger LOG = LoggerFactory.getLogger(Rights.class);

    private final Supplier<BridgeConfig> config;

    Rights(Supplier<BridgeConfig> config) {
        this.config = config;
    }

    /** Who asks, as the log names him. */
    static String who(Exchange exchange) {
        String name = exchange.principal();
        return name.equals(AdminConfig.CHIEF) ? "the operator" : "operator " + name;
    }

    /** That, for those with the right alone. */
    Router.Handler needing(Right right, Router.Handler handler) {
        return exchange -> {
            if (allows(exchange, right)) {
                handler.handle(exchange);
            }
        };
    }

    /** Whether whoever asks has the right; without it he is answered here. */
    boolean allows(Exchange exchange, Right right) {
        Set<Right> has = of(exchange.principal());
        if (has.contains(right)) {
            return true;
        }
        LOG.warn(
                "{} {} refused to {}, who has no right to {}",
                exchange.method(),
                exchange.path(),
                who(exchange),
                word(right));
        exchange.answer(Problem.of(
                403,
                "right-missing",
                "this needs the right " + word(right) + ", and " + who(exchange) + " has "
                        + (has.isEmpty()
                                ? "none"
                                : has.stream().map(Rights::word).collect(Collectors.joining(", ")))
                        + ": see operator." + exchange.principal() + ".rights"));
        return false;
    }

    private Set<Right> of(String name) {
        if (name.equals(AdminConfig.CHIEF)) {
            return EnumSet.copyOf(Arrays.asList(Right.values()));
        }
        Set<Right> has = EnumSet.noneOf(Right.class);
        Optional.ofNullable(config.get().admin().operators().get(name))
                .map(Operator::rights)
                .ifPresent(has::addAll);
        return has;
    }

    private static String word(Right right) {
        return right.name().toLowerCase(Locale.ROOT);
    }
}
