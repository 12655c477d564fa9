package io.smppbridge.admin;

import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.handback.Handback;
import io.smppbridge.http.Health.Readiness;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
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
 * @param clock the one by which the bridge's messages are due: it is told to the bags that are looked at, and another would end their pauses
 * @param readiness what stands in the way of taking messages; nothing about single SMSCs
 * @param version the bridge's
 */
public record AdminSources(
        Supplier<BridgeConfig> config,
        BridgeStats stats,
        Function<String, Optional<TaskBag>> bags,
        Handback handback,
        JournalNumbers journal,
        InstantSource clock,
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
     * @param restingMessages of them, those that only wait and are in no memory but for where they stand
     * @param strandedMessages messages that no route takes
     * @param heldMessages messages that wait for an operator's word
     * @param openErasures orders to erase what is about a number that are not done
     * @param sealedBy segments that each key has sealed, by the key's name
     */
    public record JournalNumbers(
            LongSupplier bytes,
            LongSupplier segments,
            LongSupplier spareSegments,
            LongSupplier segmentWaits,
            LongSupplier openMessages,
            LongSupplier restingMessages,
            LongSupplier strandedMessages,
            LongSupplier heldMessages,
            LongSupplier openErasures,
            Supplier<Map<String, Integer>> sealedBy) {}

    /**
     * What an operator may do. Called on the thread {@code admin-levers-1}, one at a time; may take seconds.
     *
     * @param reload reads the configuration anew and brings it into force as a whole or not at all
     * @param held the messages that wait for an operator's word
     * @param unmatched the receipts that fit no message
     * @param pduLogs what is noted of the wire
     * @param consent those who want no more messages
     * @param erase orders to erase what is about a number
     */
    public record Levers(
            Callable<Reload> reload, Held held, Unmatched unmatched, PduLogs pduLogs, Consent consent, Erase erase) {}

    /**
     * An order to erase what is on the disk about a number.
     *
     * @param last the number's last three digits; empty when it is done
     * @param withdraw whether what waits is to end
     * @param done empty while it is not done
     * @param remaining what the last look through the journal had to keep; below 0 before the first has ended
     */
    public record EraseOrder(
            TaskId id, String last, Instant at, boolean withdraw, Optional<Instant> done, int remaining) {}

    /** Orders and lists erasing. */
    public interface Erase {
        /** Digits: short codes have at least these, and fewer stand in nearly every record. */
        int SHORTEST = 3;

        /** The order is on disk when this returns; empty when there are too many, or no answer in time. */
        Optional<TaskId> order(Address number, boolean withdraw);

        /** Empty when there was no answer in time. */
        Optional<List<EraseOrder>> list();
    }

    /**
     * One who wants no more messages.
     *
     * @param number digits
     * @param sender from this sender; empty for any
     * @param account of this account; empty for any
     */
    public record OptedOut(String number, String sender, String account, Instant since) {}

    /** Lists and changes who wants no more messages. */
    public interface Consent {
        /** How many there are; any thread, without waiting. */
        int count();

        /** All of a number, or with an empty one at most so many of any; does not wait. */
        List<OptedOut> list(String number, int atMost);

        /** Opts out, or in again; whether that changed anything, empty when there was no answer in time. */
        Optional<Boolean> change(Address number, String sender, String account, boolean out);
    }

    /** One message that waits for an operator's word; the SMSC is empty when it is not configured any more. */
    public record HeldMessage(TaskId id, String smsc) {}

    /**
     * What is listed of many things.
     *
     * @param first at most as many as were asked for
     * @param all how many there are
     */
    public record Listed<T>(List<T> first, long all) {}

    /** Lists and resolves held messages. */
    public interface Held {
        /** At most so many of an SMSC, or of all when it is empty; empty when there was no answer in time. */
        Optional<Listed<HeldMessage>> list(String smsc, int atMost);

        /**
         * @param id the message's, {@link io.smppbridge.TaskId#value}
         * @param resend true to send it again, false to give it up as uncertain
         * @return false when no such message is held; empty when there was no answer in time, and it may be done later
         */
        Optional<Boolean> resolve(long id, boolean resend);
    }

    /**
     * One receipt that fits no message.
     *
     * @param id names it here
     * @param smsc empty when it is not configured any more
     * @param messageId as the SMSC wrote it
     * @param at when it came
     */
    public record UnmatchedReceipt(TaskId id, String smsc, String messageId, String stat, String err, Instant at) {}

    /** Lists, joins anew and drops receipts that fit no message. */
    public interface Unmatched {
        /** An estimate; any thread, without waiting. */
        int count();

        /** The oldest of an SMSC, or of all when it is empty, at most so many; empty when there was no answer in time. */
        Optional<Listed<UnmatchedReceipt>> list(String smsc, int atMost);

        /** Tries some by the settings of now; how many have found their message. Empty when there was no answer in time: some may join later. */
        Optional<Integer> rejoin(List<Long> ids);

        /** Forgets some; how many there were. Empty when there was no answer in time: some may be forgotten, now or later. */
        Optional<Integer> drop(List<Long> ids);

        /** Whether message ids are being entered anew after a change of their form, so that more may join later. */
        boolean indexing();
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

        /**
         * The configuration was not looked at, and nothing has changed.
         *
         * @param why a sentence
         */
        record NotNow(String why) implements Reload {}
    }
}
