package io.smppbridge.sender;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/**
 * Tells refusals that come by chance, however slowly messages go, from those that too high a rate brings.
 *
 * <p>How many an SMSC takes for each that it refuses grows without end once the rate is below its limit; by chance it is the same at any rate. So
 * when half the rate has not brought more, a trial is made: twice the rate, and a hundredth of the pause. An SMSC that counts has had no time to
 * forget, and refuses sooner than before; one that refuses by chance does not notice. Then that rate is kept, the next step is tried, and refusals
 * slow nothing down any more, until there are more of them.
 *
 * <p>A round begins with a refusal that pauses the lane, and ends with the next such; what was under way meanwhile counts as well. By chance a round's
 * length is spread as wide as waiting times are: the shares below are chosen so that a trial errs one time in twenty, and belief that has been won
 * one time in a hundred thousand.
 */
@OwnedBy("the throttle, under its lock")
final class ChanceRefusals {
    /** What a refusal is to do to the rate. */
    enum Consequence {
        /** The rate is the cause, as far as is known. */
        CUT,
        /** {@link #rate} is to be tried. */
        TRY,
        /** It was no cause: the rate stays. */
        KEEP,
        /** More than {@link #rate} is too much. */
        BACK
    }

    /** The usual first pause is divided by that where it is not the pause that helps. */
    static final int SHORTER = 100;

    private static final double STEP = 2;
    /** Rates of a factor of two each, from the contract's downward; the floor is a fiftieth. */
    private static final int OCTAVES = 8;

    private static final int ROUNDS_REMEMBERED = 8;
    private static final int FASTER_ROUNDS = 2;
    private static final double LENGTHENED = 2;
    /** Below that many taken for each refusal an SMSC is rather full than moody. */
    private static final double FEWEST = 2;
    /** Shorter rounds do not try the limit of an SMSC that counts by the second. */
    private static final double LONG_ENOUGH_SECONDS = 0.7;

    private static final int ROUNDS_AT_THE_FLOOR = 3;
    private static final double ABOUT = 1.3;
    private static final int ROUNDS_UNTIL_ANOTHER = 8;
    private static final int MOST_ROUNDS_UNTIL_ANOTHER = 512;

    private static final int EARLIEST_NO = 3;
    private static final double CLEARLY_LESS = 0.15;
    private static final int ROUNDS_OF_A_TRIAL = 6;
    private static final double LESS = 0.4;
    private static final double PLENTY = 3;

    /** How improbable it may be by chance that so many are refused in a row: in a trial one in 1,000, else one in 100,000. */
    private static final double IN_A_TRIAL = Math.log(1e3);

    private static final double ONCE_BELIEVED = Math.log(1e5);

    private static final int EARLIEST_DOUBT = 8;
    private static final double HARDLY_ANY = 0.12;
    private static final int ROUNDS_OF_A_REVIEW = 24;
    private static final long ANOTHER_AFTER = 10_000_000_000L;
    private static final long ANOTHER_AFTER_AT_MOST = 120_000_000_000L;
    private static final double CALM_OF_ROUNDS = 10;
    private static final double LONGEST_CALM = 30e9;
    private static final double SECOND = 1e9;

    private enum Belief {
        /** The rate is the cause. */
        RATE,
        /** Perhaps chance is: a higher rate is tried. */
        ON_TRIAL,
        /** Chance is. */
        CHANCE
    }

    /** By octave: what was taken and refused, and in how many rounds; half of it is forgotten every eight. */
    private final double[] takenAt = new double[OCTAVES];

    private final double[] refusedAt = new double[OCTAVES];
    private final int[] roundsAt = new int[OCTAVES];

    private Belief belief = Belief.RATE;
    /** Of the round that lasts. */
    private long taken;

    private long refused;
    /** How many are usually taken for each refusal. */
    private double usual;

    private double rate;
    /** The rate that chance was last believed at; 0 for none. */
    private double kept;

    /** Of a trial, or since the last review. */
    private int rounds;

    private long tookSince;
    private long refusedSince;
    /** Refusals in a row, nothing taken between them. */
    private int inARow;
    /** A trial that came to nothing is not made again before the rate is at most that, or so many rounds have passed: each time twice as many. */
    private double notAbove = Double.POSITIVE_INFINITY;

    private int wait;
    private int nextWait = ROUNDS_UNTIL_ANOTHER;
    private long lastNo;
    /** How long a rate that was kept is not left again after a higher one came to nothing: each time twice as long. */
    private long another = ANOTHER_AFTER;

    /** A submission was taken. */
    void taken() {
        taken++;
    }

    /** One that was under way already when the lane paused was refused as well. */
    void refusedToo() {
        refused++;
    }

    /** Whether the pause after a refusal may be short. */
    boolean isSuspected() {
        return belief != Belief.RATE;
    }

    /** The rate to be tried, or to be gone back to. */
    double rate() {
        return rate;
    }

    /**
     * How long it has to be quiet, in nanoseconds, before the rate is raised, or at the contract's before refusals are forgotten: rounds are long
     * where few are refused. Below the contract's half a minute is enough, for there it is the rate that costs.
     */
    long calm(double rateNow, double contract, long least) {
        if (belief == Belief.RATE) {
            return least;
        }
        double rounds = CALM_OF_ROUNDS * usual / rateNow * SECOND;
        return Math.max(least, (long) (rateNow < contract ? Math.min(LONGEST_CALM, rounds) : rounds));
    }

    /**
     * A refusal that pauses the lane.
     *
     * @param now the rate in force, in messages a second
     * @param floor the lowest there is
     * @param contract the highest
     * @param nanos of the ticker
     */
    Consequence refused(double now, double floor, double contract, long nanos) {
        long took = taken;
        long refusedWith = refused;
        taken = 0;
        refused = 1;
        inARow = took == 0 ? inARow + 1 : 0;
        if (refusedWith == 0) {
            return Consequence.CUT; // the first: nobody has counted before it
        }
        if (belief == Belief.RATE) {
            return suspect(now, floor, contract, took, refusedWith);
        }
        rounds++;
        tookSince += took;
        refusedSince += refusedWith;
        return belief == Belief.ON_TRIAL ? judge(now, contract, nanos) : review(now, contract, nanos);
    }

    /** All is forgotten. */
    void forget() {
        belief = Belief.RATE;
        Arrays.fill(takenAt, 0);
        Arrays.fill(refusedAt, 0);
        Arrays.fill(roundsAt, 0);
        taken = 0;
        refused = 0;
        inARow = 0;
        notAbove = Double.POSITIVE_INFINITY;
        wait = 0;
        nextWait = ROUNDS_UNTIL_ANOTHER;
    }

    private Consequence suspect(double now, double floor, double contract, long took, long refusedWith) {
        int octave = (int) Math.min(OCTAVES - 1.0, Math.max(0, Math.log(contract / now) / Math.log(2)));
        remember(octave, took, refusedWith);
        wait = Math.max(0, wait - 1);
        if (octave == 0 || now > notAbove && wait > 0) {
            return Consequence.CUT;
        }
        double slow = takenAt[octave] / refusedAt[octave];
        boolean tells =
                slow / now >= LONG_ENOUGH_SECONDS || now <= floor * ABOUT && roundsAt[octave] >= ROUNDS_AT_THE_FLOOR;
        double tookFaster = 0;
        double refusedFaster = 0;
        int faster = 0;
        for (int i = 0; i < octave; i++) {
            tookFaster += takenAt[i];
            refusedFaster += refusedAt[i];
            faster += roundsAt[i];
        }
        if (!tells || slow < FEWEST || faster < FASTER_ROUNDS || slow > LENGTHENED * tookFaster / refusedFaster) {
            return Consequence.CUT;
        }
        usual = (tookFaster + takenAt[octave]) / (refusedFaster + refusedAt[octave]);
        kept = 0;
        return attempt(now, contract);
    }

    private void remember(int octave, long took, long refusedWith) {
        if (roundsAt[octave] == ROUNDS_REMEMBERED) {
            roundsAt[octave] /= 2;
            takenAt[octave] /= 2;
            refusedAt[octave] /= 2;
        }
        roundsAt[octave]++;
        takenAt[octave] += took;
        refusedAt[octave] += refusedWith;
    }

    private Consequence attempt(double now, double contract) {
        belief = Belief.ON_TRIAL;
        begin();
        rate = Math.min(contract, STEP * now);
        return Consequence.TRY;
    }

    private void begin() {
        rounds = 0;
        tookSince = 0;
        refusedSince = 0;
    }

    /** What was taken, as a share of what is usual for as many refusals. */
    private double share() {
        return tookSince / (usual * refusedSince);
    }

    private Consequence judge(double now, double contract, long nanos) {
        boolean less = rounds >= ROUNDS_OF_A_TRIAL && share() < LESS;
        if (less || rounds >= EARLIEST_NO && share() < CLEARLY_LESS || isMoreThanChance(IN_A_TRIAL)) {
            return fail(now, nanos);
        }
        if (rounds < ROUNDS_OF_A_TRIAL && (tookSince < PLENTY * usual || share() < LESS)) {
            return Consequence.KEEP;
        }
        learn();
        kept = now;
        another = ANOTHER_AFTER;
        return now < contract ? attempt(now, contract) : believe(Consequence.KEEP);
    }

    /** By chance the next one is refused with a probability of 1 in 1 + usual. */
    private boolean isMoreThanChance(double improbable) {
        return inARow * Math.log1p(usual) > improbable;
    }

    private Consequence believe(Consequence consequence) {
        belief = Belief.CHANCE;
        begin();
        return consequence;
    }

    private void learn() {
        usual = Math.max(FEWEST, 0.8 * usual + 0.2 * tookSince / refusedSince);
    }

    private Consequence fail(double now, long nanos) {
        lastNo = nanos;
        inARow = 0;
        if (kept > 0) {
            another = Math.min(ANOTHER_AFTER_AT_MOST, 2 * another);
            rate = kept;
            return believe(Consequence.BACK);
        }
        belief = Belief.RATE;
        rate = now / STEP;
        notAbove = rate / 2;
        wait = nextWait;
        nextWait = Math.min(MOST_ROUNDS_UNTIL_ANOTHER, 2 * nextWait);
        return Consequence.BACK;
    }

    /** Whether it still is chance, and whether a higher rate may be tried once more. */
    private Consequence review(double now, double contract, long nanos) {
        boolean over = rounds >= ROUNDS_OF_A_REVIEW;
        boolean less = over && share() < LESS || rounds >= EARLIEST_DOUBT && share() < HARDLY_ANY;
        if (less || isMoreThanChance(ONCE_BELIEVED)) {
            forget();
            refused = 1;
            return Consequence.CUT;
        }
        if (!over) {
            return Consequence.KEEP;
        }
        learn();
        begin();
        return now < contract && nanos - lastNo > another ? attempt(now, contract) : Consequence.KEEP;
    }
}
