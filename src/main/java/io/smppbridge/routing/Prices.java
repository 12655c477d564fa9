package io.smppbridge.routing;

import io.smppbridge.settings.RoutingConfig.PriceRow;
import io.smppbridge.threads.ThreadSafe;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a message to a number costs at an SMSC: the price of the longest prefix for which that SMSC has one. */
@ThreadSafe
final class Prices {
    private final PrefixTree<Map<String, BigDecimal>> tree = new PrefixTree<>();

    Prices(List<PriceRow> rows) {
        for (PriceRow row : rows) {
            Map<String, BigDecimal> one = new HashMap<>();
            one.put(row.smsc(), row.price());
            tree.put(row.prefix(), one, (known, more) -> {
                known.putAll(more);
                return known;
            });
        }
    }

    Optional<BigDecimal> of(String number, String smsc) {
        Optional<BigDecimal> best = Optional.empty();
        var node = tree.root();
        for (int i = 0; i <= number.length() && !tree.isEnd(node); i++) {
            Optional<BigDecimal> here = node.value().map(prices -> prices.get(smsc));
            best = here.isPresent() ? here : best;
            node = i < number.length() ? tree.step(node, number.charAt(i)) : node;
        }
        return best;
    }
}
