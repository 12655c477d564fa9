package io.smppbridge.admin;

import io.smppbridge.TaskId;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.Handback;
import io.smppbridge.http.Health.Readiness;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Where the operator's listener looks and what it pulls. Everything here is called on any thread and, but for {@link Levers}, never
 * blocks.
 *
 * @param config the configuration in force; SMSCs that it no longer names vanish from metrics and status
 * @param bags the bag of an SMSC; empty for one that has none (yet)
 * @param readiness what stands in the way of taking messages; nothing about single SMSCs
 * @param version the bridge's
 */
public record AdminSources(
        Supplier<BridgeConfig> config,
        BridgeStats stats,
        Function<String, Optional<TaskBag>> bags,
        Handback handback,
        JournalNumbers journal,
        Readiness readiness,
        Levers levers,
        String version) {

    /**
     * The journal in numbers.
     *
     * @param bytes on disk, spare segments not included
     * @param segments in use
     * @param spareSegments ready to be used
     * @param segmentWaits how often a batch had to wait for a spare segment
     * @param openMessages messages that have not ended, or whose last event is not taken
     * @param strandedMessages messages that no route takes
     * @param heldMessages messages that wait for an operator's word
     */
    public record JournalNumbers(
            LongSupplier bytes,
            LongSupplier segments,
            LongSupplier spareSegments,
            LongSupplier segmentWaits,
            LongSupplier openMessages,
            LongSupplier strandedMessages,
            LongSupplier heldMessages) {}

    /**
     * What an operator may do. Called on the thread {@code admin-levers-1}, one at a time; may take seconds.
     *
     * @param reload reads the configuration anew and brings it into force as a whole or not at all
     * @param held the messages that wait for an operator's word
     */
    public record Levers(Callable<Reload> reload, Held held) {}

    /** One message that waits for an operator's word; the SMSC is empty when it is not configured any more. */
    public record HeldMessage(TaskId id, String smsc) {}

    /** Lists and resolves held messages. */
    public interface Held {
        /** At most so many; empty when there was no answer in time. */
        Optional<List<HeldMessage>> list(int atMost);

        /**
         * @param id the message's, {@link io.smppbridge.TaskId#value}
         * @param resend true to send it again, false to give it up as uncertain
         * @return false when no such message is held
         */
        boolean resolve(long id, boolean resend);
    }

    /** What came of a reload. */
    public sealed interface Reload {
        /**
         * It is in force.
         *
         * @param changes one line each; empty when nothing differed
         * @param needRestart changes that wait for the next start, one line each
         */
        record Applied(List<String> changes, List<String> needRestart) implements Reload {}

        /**
         * Nothing has changed.
         *
         * @param faults one line each
         */
        record Refused(List<String> faults) implements Reload {}
    }
}
