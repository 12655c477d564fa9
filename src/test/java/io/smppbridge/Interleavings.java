package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;

/**
 * Lets two threads do with a model what its operations say, in small random scenarios, and each scenario in as many orders of single steps as
 * asked for: a few in each build, 100 and more with {@code -Plong}. A model is public, as are its operations, and is made anew for each order.
 * Memory is that of one thread after the other: what a processor may do beyond that is tried under {@code src/jcstress}.
 */
public final class Interleavings {
    private static final int SCENARIOS = Integer.getInteger("interleavings.scenarios", 3);
    private static final int ORDERS = Integer.getInteger("interleavings.orders", 50);

    /** Scenarios, and orders, after which a fault must have shown; the first that shows ends it. */
    private static final int ENOUGH = 200;

    private Interleavings() {}

    /** Every order gives what some order of whole operations would have given. */
    public static Tried areAtomic(Class<?> model) {
        options().check(model);
        return tried();
    }

    /** In every order what the model itself checks holds: its operations and what it has marked to be validated after them. */
    public static Tried hold(Class<?> model) {
        validated().check(model);
        return tried();
    }

    /** A model with a fault is found out by {@link #areAtomic}. */
    public static void areNotAtomic(Class<?> model) {
        isFoundOut(options(), model);
    }

    /** A model with a fault is found out by {@link #hold}. */
    public static void doNotHold(Class<?> model) {
        isFoundOut(validated(), model);
    }

    private static void isFoundOut(ModelCheckingOptions by, Class<?> model) {
        by.iterations(ENOUGH).invocationsPerIteration(ENOUGH);
        assertThat(catchThrowable(() -> by.check(model))).isInstanceOf(LincheckAssertionError.class);
    }

    private static Tried tried() {
        return Tried.times(SCENARIOS).note("each in up to " + ORDERS + " orders of single steps");
    }

    private static ModelCheckingOptions validated() {
        return options().verifier(EpsilonVerifier.class);
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .iterations(SCENARIOS)
                .invocationsPerIteration(ORDERS)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .minimizeFailedScenario(false);
    }
}
