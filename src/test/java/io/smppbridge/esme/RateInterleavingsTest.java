package io.smppbridge.esme;

import io.smppbridge.Interleavings;
import io.smppbridge.threads.Rate;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** What the binds of one account share, on whichever loops they are, in every order of their steps. */
@Tag("interleavings")
@Tag("H-01")
class RateInterleavingsTest {
    @Test
    void the_rate_of_an_account_is_spent_once_whatever_binds_spend_it(TestReporter reporter) {
        Interleavings.areAtomic(Shared.class).tell(reporter);
    }

    @Test
    @Tag("long")
    void a_rate_that_is_read_and_written_is_found_out() {
        Interleavings.areNotAtomic(ReadAndWritten.class);
    }

    @Test
    void places_in_a_window_are_taken_once(TestReporter reporter) {
        Interleavings.areAtomic(Window.class).tell(reporter);
    }

    /** Thirty a second: three at once. */
    public static final class Shared {
        private final Rate rate = new Rate(30, Duration.ofMillis(100), () -> 0);

        @Operation
        public boolean take(@Param(gen = IntGen.class, conf = "1:2") int count) {
            return rate.take(count);
        }
    }

    public static final class ReadAndWritten {
        private final AtomicLong owed = new AtomicLong();

        @Operation
        public boolean take(@Param(gen = IntGen.class, conf = "1:2") int count) {
            long before = owed.get();
            if (before + count > 3) {
                return false;
            }
            owed.set(before + count);
            return true;
        }
    }

    /** Hand-back's lanes reserve, the loop settles. */
    public static final class Window {
        private final DeliverSide side = new DeliverSide(null);

        @Operation
        public boolean reserve() {
            return side.reserve(3);
        }
    }
}
