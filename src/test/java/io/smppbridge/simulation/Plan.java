package io.smppbridge.simulation;

import io.smppbridge.simulation.SimulatedSmsc.Mood;
import io.smppbridge.simulation.Step.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Everything that a seed decides beforehand: the settings, the carrier's mood, and each step. Each seed takes only some of the kinds of faults, so
 * that none hides the others.
 */
record Plan(long seed, int setting, Mood mood, List<Step> steps) {
    private static final int FEWEST = 60;
    private static final int MOST = 500;

    static Plan of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (!kind.isFault() || random.nextInt(3) == 0) {
                kinds.add(kind);
            }
        }
        int total = kinds.stream().mapToInt(kind -> kind.weight).sum();
        int count = FEWEST + random.nextInt(MOST - FEWEST);
        int setting = random.nextInt(Settings.COUNT);
        Mood mood = new Mood(
                percent(random, 20),
                percent(random, 30),
                percent(random, 10),
                percent(random, 15),
                percent(random, 15),
                percent(random, 30));
        List<Step> steps = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(total);
            for (Kind kind : kinds) {
                at -= kind.weight;
                if (at < 0) {
                    steps.add(new Step(kind, random.nextLong()));
                    break;
                }
            }
        }
        return new Plan(seed, setting, mood, steps);
    }

    private static int percent(SplittableRandom random, int most) {
        return random.nextBoolean() ? 0 : random.nextInt(most);
    }

    Plan with(List<Step> fewer) {
        return new Plan(seed, setting, mood, List.copyOf(fewer));
    }
}
