package io.smppbridge.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Outcomes by weight, such as {@code DELIVRD 90, UNDELIV 6, EXPIRED 4}; the weights need not add up to a hundred. */
record Shares(List<Outcome> outcomes, List<Integer> upTo) {
    static final String FORM = "outcomes with weights such as DELIVRD 90, UNDELIV 10";

    static Shares parse(String text) {
        List<Outcome> outcomes = new ArrayList<>();
        List<Integer> upTo = new ArrayList<>();
        int sum = 0;
        for (String part : text.split(",")) {
            String[] words = part.strip().split("\\s+");
            if (words.length != 2 || !words[1].matches("\\d{1,6}")) {
                throw new IllegalArgumentException("expected " + FORM);
            }
            int weight = Integer.parseInt(words[1]);
            if (weight > 0) {
                sum += weight;
                outcomes.add(outcome(words[0]));
                upTo.add(sum);
            }
        }
        if (sum == 0) {
            throw new IllegalArgumentException("expected " + FORM + " with at least one weight above 0");
        }
        return new Shares(List.copyOf(outcomes), List.copyOf(upTo));
    }

    static Outcome outcome(String name) {
        try {
            return Outcome.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected one of " + List.of(Outcome.values()));
        }
    }

    Outcome draw(SplittableRandom random) {
        if (outcomes.size() == 1) {
            return outcomes.get(0);
        }
        int at = random.nextInt(upTo.get(upTo.size() - 1));
        int i = 0;
        while (upTo.get(i) <= at) {
            i++;
        }
        return outcomes.get(i);
    }
}
