package io.smppbridge.routing;

import io.smppbridge.settings.RouteConfig.Share;
import io.smppbridge.threads.ThreadSafe;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * SMSCs of equal rank. They take turns by weight, spread evenly; or the cheapest comes first, and those of the same price share by weight.
 * The turns of one that takes nothing are shared out over all the others (of its price) by their weights: one alone that stands behind it
 * might not bear them.
 */
@ThreadSafe
final class Tier {
    private static final BigDecimal NO_PRICE = BigDecimal.valueOf(Long.MAX_VALUE);
    /** The golden ratio's fraction, in parts of 2^32: its multiples lie evenly between 0 and 1. */
    private static final int GOLDEN = 0x9E37_79B9;

    private final String[] smscs;
    private final int[] weights;
    /** Who is first in which turn. */
    private final int[] turns;

    private final Optional<Prices> prices;

    /** @param prices by which the cheapest is first; empty for turns */
    Tier(List<Share> shares, Optional<Prices> prices) {
        smscs = shares.stream().map(Share::smsc).toArray(String[]::new);
        weights = shares.stream().mapToInt(Share::weight).toArray();
        turns = turns(weights);
        this.prices = prices;
    }

    /** Each turn goes to the one that is furthest behind its share, so that a heavy one does not get all its turns in a row. */
    private static int[] turns(int[] weights) {
        int all = Arrays.stream(weights).sum();
        int common = Arrays.stream(weights).reduce(0, Tier::divisor);
        int[] turns = new int[all / Math.max(1, common)];
        int[] credit = new int[weights.length];
        for (int t = 0; t < turns.length; t++) {
            int best = 0;
            for (int i = 0; i < weights.length; i++) {
                credit[i] += weights[i];
                best = credit[i] > credit[best] ? i : best;
            }
            credit[best] -= all;
            turns[t] = best;
        }
        return turns;
    }

    private static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    int size() {
        return smscs.length;
    }

    String smsc(int i) {
        return smscs[i];
    }

    int weight(int i) {
        return weights[i];
    }

    /**
     * The first, in turn or by price, of those that a condition takes.
     *
     * @param turn counts messages, from 0
     * @param takes asked until it says yes once
     * @return empty when it never does
     */
    String first(String number, int turn, Predicate<String> takes) {
        if (smscs.length == 1) {
            return takes.test(smscs[0]) ? smscs[0] : "";
        }
        return prices.isPresent() ? cheapest(number, turn, takes) : inTurn(turn, takes);
    }

    private String inTurn(int turn, Predicate<String> takes) {
        int first = turns[turn % turns.length];
        if (takes.test(smscs[first])) {
            return smscs[first];
        }
        boolean[] asked = new boolean[smscs.length];
        asked[first] = true;
        return shared(asked, turn, takes);
    }

    /** Who takes the turn of one that does not, or of several that cost the same: each that has not been asked by its weight. */
    private String shared(boolean[] asked, int turn, Predicate<String> takes) {
        long left = 0;
        for (int i = 0; i < smscs.length; i++) {
            left += asked[i] ? 0 : weights[i];
        }
        long point = Integer.toUnsignedLong(turn * GOLDEN); // between 0 and 1, in parts of 2^32
        while (left > 0) {
            int next = unasked(asked, point * left >>> Integer.SIZE);
            if (takes.test(smscs[next])) {
                return smscs[next];
            }
            point = point * left & 0xFFFF_FFFFL; // where it lies within the share that it has met
            asked[next] = true;
            left -= weights[next];
        }
        return "";
    }

    /** Whose share it lies in, of those that have not been asked. */
    private int unasked(boolean[] asked, long share) {
        int i = 0;
        for (long behind = share; asked[i] || behind >= weights[i]; i++) {
            behind -= asked[i] ? 0 : weights[i];
        }
        return i;
    }

    /** Without a price comes last. */
    private String cheapest(String number, int turn, Predicate<String> takes) {
        BigDecimal[] price = new BigDecimal[smscs.length];
        for (int i = 0; i < price.length; i++) {
            price[i] = price(number, i).orElse(NO_PRICE);
        }
        BigDecimal[] levels = price.clone();
        Arrays.sort(levels);
        boolean[] others = new boolean[smscs.length];
        for (int l = 0; l < levels.length; l++) {
            if (l > 0 && levels[l].compareTo(levels[l - 1]) == 0) {
                continue;
            }
            for (int i = 0; i < price.length; i++) {
                others[i] = price[i].compareTo(levels[l]) != 0;
            }
            String taker = shared(others, turn, takes);
            if (!taker.isEmpty()) {
                return taker;
            }
        }
        return "";
    }

    /** What a message to that number costs there, where prices decide. */
    Optional<BigDecimal> price(String number, int i) {
        return prices.flatMap(table -> table.of(number, smscs[i]));
    }

    /** Whether this one has a price table. */
    boolean isByPrice() {
        return prices.isPresent();
    }
}
