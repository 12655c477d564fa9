package io.smppbridge;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * How tests wait that say nothing else: for long, so that a busy machine is no fault; and looking often, so that a fact is seen soon after it
 * is there, but not in those that measure ({@code *IT}). Found by JUnit in {@code META-INF/services}.
 */
public final class Patience implements TestExecutionListener {
    private static final Duration LOOK_EVERY = Duration.ofMillis(Integer.getInteger("tests.look-every-ms", 100));
    private static final Duration WAIT_AT_MOST = Duration.ofSeconds(40);

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Awaitility.setDefaultPollInterval(LOOK_EVERY);
        Awaitility.setDefaultTimeout(WAIT_AT_MOST);
    }
}
