package io.smppbridge.settings;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How messages are changed and SMSCs are chosen ({@code routing.*} and {@code route.<name>.*}).
 *
 * @param routes in the order in which they are tried
 * @param longestPrefix whether, of routes with the same order, the one with the longest prefix wins ({@code routing.prefix})
 * @param loops what keeps messages from going round
 * @param downFor before messages leave an SMSC without binds ({@code routing.down-for})
 * @param receiptAfter before a missing receipt moves a message on ({@code routing.receipt-after})
 * @param operators which numbers belong to which network ({@code routing.operators})
 * @param prices what a message costs ({@code routing.prices})
 * @param rewrites in the order in which they are applied
 * @param regions country of national numbers by account ({@code account.<name>.region})
 */
public record RoutingConfig(
        List<RouteConfig> routes,
        boolean longestPrefix,
        Loops loops,
        Duration downFor,
        Duration receiptAfter,
        List<OperatorRow> operators,
        List<PriceRow> prices,
        List<RewriteConfig> rewrites,
        Map<String, String> regions) {
    public RoutingConfig {
        routes = List.copyOf(routes);
        operators = List.copyOf(operators);
        prices = List.copyOf(prices);
        rewrites = List.copyOf(rewrites);
        regions = Map.copyOf(regions);
    }

    /** Rules alone, first come first served. */
    public static RoutingConfig of(List<RouteConfig> routes) {
        return new RoutingConfig(
                routes,
                false,
                Loops.NONE,
                Duration.ofSeconds(30),
                Duration.ofMinutes(10),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
    }

    /**
     * What keeps a message from going round between gateways.
     *
     * @param max how often the same one is taken ({@code routing.loop-max}); 0 for no limit
     * @param within which time ({@code routing.loop-within})
     * @param counting what counts ({@code routing.loop-count})
     * @param hopTag the TLV that counts hops, such as {@code 0x3b0f} ({@code routing.hop-tlv}); empty for none
     * @param marked SMSCs that get it with all that came by SMPP ({@code routing.hop-smscs})
     * @param watched whether any message can come round
     */
    public record Loops(
            int max, Duration within, Counting counting, String hopTag, Set<String> marked, boolean watched) {
        public static final Loops NONE = new Loops(0, Duration.ofMinutes(10), Counting.MARKED, "", Set.of(), false);

        public Loops {
            marked = Set.copyOf(marked);
        }
    }

    /** What is held against a message that may be going round. */
    public enum Counting {
        /** The hops that its TLV tells of. */
        MARKED,
        /** These, and each time that another account brings it than the one that brought it first. */
        OTHERS,
        /** These, and each time that it comes. */
        ALL
    }

    /** @param network MCC and MNC, such as {@code 24001} */
    public record OperatorRow(String prefix, String network) {}

    public record PriceRow(String prefix, String smsc, BigDecimal price) {}
}
