package io.smppbridge.settings;

import io.smppbridge.settings.SmscConfig.Retry;
import java.time.Duration;
import java.util.Map;

/**
 * Where retries differ by what the SMSC said.
 *
 * @param unknown attempts where the status has no meaning here ({@code retry-unknown}), never more than those of a known one
 * @param growth each pause is so many times the one before ({@code retry-growth}); 1 for equal ones
 * @param attempts by command_status ({@code attempts.0x64 = 20})
 * @param pauses first pause by command_status ({@code pause.0x64 = 1m})
 */
public record RetryBudgets(int unknown, int growth, Map<Integer, Integer> attempts, Map<Integer, Duration> pauses) {
    public static final RetryBudgets USUAL = new RetryBudgets(3, 2, Map.of(), Map.of());

    private static final int MOST_STEPS = 40;
    private static final double SPREAD = 0.2;

    public RetryBudgets {
        attempts = Map.copyOf(attempts);
        pauses = Map.copyOf(pauses);
    }

    /** How often a message is tried that was refused with a status; {@code known} says whether the status has a meaning here. */
    public int attempts(Retry retry, int status, boolean known) {
        Integer own = attempts.get(status);
        return own != null ? own : known ? retry.attempts() : Math.min(retry.attempts(), unknown);
    }

    /**
     * The pause after so many refusals, the last with a status: spread by a fifth either way, so that messages that were refused together
     * do not come back together, but never shorter than the first pause of that status nor longer than the longest.
     *
     * @param place where in its spread it is to lie, from 0 to 1
     */
    public Duration pause(Retry retry, int status, int refusals, double place) {
        long first = pauses.getOrDefault(status, retry.min()).toMillis();
        long most = Math.max(retry.max().toMillis(), first);
        double plain = Math.min(most, first * Math.pow(growth, Math.min(MOST_STEPS, refusals - 1)));
        double offset = plain * SPREAD * (2 * place - 1);
        // Mirrored at the bounds, so that they do not gather there.
        double mirrored = plain + offset < first || plain + offset > most ? plain - offset : plain + offset;
        return Duration.ofMillis((long) Math.max(first, Math.min(most, mirrored)));
    }
}
