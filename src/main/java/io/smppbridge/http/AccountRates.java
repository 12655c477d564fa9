package io.smppbridge.http;

import io.smppbridge.threads.Rate;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What each account may ask for in a second, one second's worth of it at once, over all listeners that share this. An account without a
 * rate costs a look-up.
 */
@ThreadSafe
public final class AccountRates {
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private record Limit(double perSecond, Rate rate) {}

    private final LongAdder refused;
    private final Ticker ticker;
    private volatile Map<String, Limit> limits = Map.of();

    /** @param refused counts what was too much */
    public AccountRates(LongAdder refused, Ticker ticker) {
        this.refused = refused;
        this.ticker = ticker;
    }

    /** Other rates from now on; what was spent of a rate that stays the same stays spent. Called by one thread at a time. */
    public void apply(Map<String, Double> perSecond) {
        Map<String, Limit> fresh = new HashMap<>();
        perSecond.forEach((account, rate) -> {
            Limit known = limits.get(account);
            if (known != null && known.perSecond() == rate) {
                fresh.put(account, known);
            } else if (!Double.isInfinite(rate)) {
                fresh.put(account, new Limit(rate, new Rate(rate, AT_ONCE, ticker)));
            }
        });
        limits = Map.copyOf(fresh);
    }

    /** Takes so many; how long the account has to wait before it may come with so many, 0 when they have been taken. */
    public long waitNanos(String account, int count) {
        Limit limit = limits.get(account);
        long wait = limit == null ? 0 : limit.rate().waitNanos(count);
        if (wait > 0) {
            refused.add(count);
        }
        return wait;
    }

    /** Answers 429 when the exchange's account may not come with so many now. */
    public boolean refuse(Exchange exchange, int count) {
        long wait = waitNanos(exchange.principal(), count);
        if (wait > 0) {
            int seconds = (int) TimeUnit.NANOSECONDS.toSeconds(wait + 999_999_999L);
            String detail = count + " more than this account's rate allows now; try again in " + seconds + " s";
            exchange.answer(Problem.of(429, "rate-exceeded", detail).retryAfter(seconds));
        }
        return wait > 0;
    }

    /** A handler each of whose requests counts as one. */
    public Router.Handler each(Router.Handler handler) {
        return exchange -> {
            if (!refuse(exchange, 1)) {
                handler.handle(exchange);
            }
        };
    }
}
