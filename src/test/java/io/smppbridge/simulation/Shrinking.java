package io.smppbridge.simulation;

import java.util.ArrayList;
import java.util.List;

/** Makes the plan of a failed run shorter, as long as the shorter one fails in the same way: delta debugging over its steps. */
final class Shrinking {
    private final Bed bed;
    private final Plant plant;
    private final String kind;
    private int runsLeft;

    private Shrinking(Bed bed, Plant plant, String kind, int runs) {
        this.bed = bed;
        this.plant = plant;
        this.kind = kind;
        this.runsLeft = runs;
    }

    /** @param runs the most that may be tried */
    static Plan shortest(Plan failed, Bed bed, Plant plant, int runs) {
        Simulation.Verdict verdict = bed.run(failed, plant, false);
        Shrinking shrinking = new Shrinking(bed, plant, verdict.kind(), runs);
        return shrinking.withoutSingles(shrinking.withoutPieces(shrinking.beginning(failed)));
    }

    private boolean fails(Plan plan) {
        runsLeft--;
        Simulation.Verdict verdict = bed.run(plan, plant, false);
        return verdict.failed() && verdict.kind().equals(kind);
    }

    /** The shortest beginning that fails, by halves. */
    private Plan beginning(Plan plan) {
        int fails = plan.steps().size();
        int passes = 0;
        while (fails - passes > 1 && runsLeft > 0) {
            int middle = (fails + passes) / 2;
            if (fails(plan.with(plan.steps().subList(0, middle)))) {
                fails = middle;
            } else {
                passes = middle;
            }
        }
        return plan.with(plan.steps().subList(0, fails));
    }

    /** Leaves out pieces, large ones first. */
    private Plan withoutPieces(Plan plan) {
        Plan shortest = plan;
        int piece = Math.max(1, plan.steps().size() / 2);
        while (piece > 1 && runsLeft > 0) {
            shortest = without(shortest, piece);
            piece = piece / 2;
        }
        return shortest;
    }

    /** Leaves out one after the other, until none can be. */
    private Plan withoutSingles(Plan plan) {
        Plan shortest = plan;
        int before;
        do {
            before = shortest.steps().size();
            shortest = without(shortest, 1);
        } while (shortest.steps().size() < before && runsLeft > 0);
        return shortest;
    }

    private Plan without(Plan plan, int piece) {
        Plan shortest = plan;
        for (int at = shortest.steps().size() - piece; at >= 0 && runsLeft > 0; at -= piece) {
            List<Step> rest = new ArrayList<>(shortest.steps());
            rest.subList(at, Math.min(at + piece, rest.size())).clear();
            if (fails(shortest.with(rest))) {
                shortest = shortest.with(rest);
            }
        }
        return shortest;
    }
}
