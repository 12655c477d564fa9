package io.smppbridge;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Asks about, changes and withdraws the messages of one account. Any thread may call it; no call waits. A future completes exceptionally
 * when too much is asked at once, and once the bridge has stopped.
 */
public interface Messages {
    /** What is known of a message. Empty when it is unknown, forgotten or another account's. */
    CompletableFuture<Optional<MessageView>> find(TaskId id);

    /** Withdraws a message before it is handed to an SMSC; after that only where the SMSC takes cancel_sm and has not delivered it. */
    CompletableFuture<Withdrawal> cancel(TaskId id);

    /**
     * As {@link #find}, and what the SMSC says of each part now, where it takes query_sm. The future completes when the SMSC has answered,
     * after {@code smsc.<name>.answer-within} at the latest.
     */
    default CompletableFuture<Optional<CarrierView>> query(TaskId id) {
        return find(id).thenApply(found -> found.map(view -> new CarrierView(view, List.of(), "nobody to ask")));
    }

    /**
     * Gives a message another text, time or validity while it waits for its SMSC. After that only another text, where the SMSC takes
     * replace_sm and has not delivered the message, and both texts are one SMS of the same coding. The message keeps its id and its SMSC.
     */
    default CompletableFuture<Changed> change(TaskId id, Change change) {
        return CompletableFuture.completedFuture(new Changed.Refused(Withdrawal.TOO_LATE));
    }

    /**
     * Makes one message of several parts that came coded and wait for their SMSC. One of them goes on with the content of all. A question
     * about any other is answered with that one.
     *
     * @return false when one of them waits no more, or the whole cannot be sent to the SMSC: then each goes on as it is
     */
    default CompletableFuture<Boolean> join(Whole whole) {
        return CompletableFuture.completedFuture(false);
    }

    /** Where the message is and why it waits, in sentences for people. */
    CompletableFuture<Optional<Explanation>> explain(TaskId id);

    /**
     * What to change. A field that is empty stays as it is.
     *
     * @param octets for a message that came coded, in the same coding
     * @param validity counted from the schedule, the new one or the one that stays
     * @param schedule not to be sent before; {@link Instant#EPOCH} for now
     * @param until the end of the validity, in place of {@code validity}
     */
    record Change(
            Optional<String> text,
            Optional<byte[]> octets,
            Optional<Duration> validity,
            Optional<Instant> schedule,
            Optional<Instant> until) {
        public Change(
                Optional<String> text,
                Optional<byte[]> octets,
                Optional<Duration> validity,
                Optional<Instant> schedule) {
            this(text, octets, validity, schedule, Optional.empty());
        }

        public Change(Optional<String> text, Optional<Duration> validity, Optional<Instant> schedule) {
            this(text, Optional.empty(), validity, schedule);
        }

        /** The same with {@code until} as a validity, for a message whose schedule is {@code former}. */
        public Change from(Instant former, Instant now) {
            Instant planned = schedule.orElse(former);
            return until.isEmpty()
                    ? this
                    : new Change(
                            text,
                            octets,
                            Optional.of(Duration.between(planned.isAfter(now) ? planned : now, until.get())),
                            schedule);
        }
    }

    /**
     * One message in the place of several.
     *
     * @param stays the part that goes on, one of them
     * @param parts all of them
     * @param schedule not to be sent before; {@link Instant#EPOCH} for now
     * @param until not worth sending after; {@link Instant#EPOCH} for as long as the part that goes on
     */
    record Whole(
            TaskId stays, List<TaskId> parts, Content content, Instant schedule, Instant until, Priority priority) {
        public Whole {
            parts = List.copyOf(parts);
        }
    }

    /**
     * What a message says that came coded.
     *
     * @param octets with a user data header if there is one
     * @param udhi whether they begin with one
     */
    record Content(byte[] octets, boolean udhi, Map<String, String> tags, Map<String, String> tlvs) {}

    /** What came of a change. */
    sealed interface Changed {
        /**
         * @param state where it stands now
         * @param parts how many SMS it takes now
         */
        record Done(MessageState state, Encoding encoding, int parts) implements Changed {}

        /** @param why as for a withdrawal */
        record Refused(Withdrawal why) implements Changed {}

        /** The message cannot be as asked. */
        record Invalid(List<SendOutcome.Fault> faults) implements Changed {
            public Invalid {
                faults = List.copyOf(faults);
            }
        }
    }

    /** What came of a withdrawal. */
    enum Withdrawal {
        CANCELLED,
        /** It has been handed to an SMSC, or is being handed to it. */
        TOO_LATE,
        /** Its SMSC was asked to delete it and has not answered in time. A receipt will tell. */
        UNANSWERED,
        /** It has reached another final state. */
        ENDED,
        UNKNOWN
    }

    /**
     * A message as GET shows it.
     *
     * @param smsc the SMSC account it goes to
     * @param refusals attempts the SMSC refused for a time
     * @param unanswered attempts that got no answer
     * @param detail the last thing said about it; may be empty
     * @param acceptedAt when it was accepted
     * @param submittedAt when the SMSC took the last part; {@link Instant#EPOCH} when not yet
     * @param endedAt when it reached its final state; {@link Instant#EPOCH} when not yet
     */
    record MessageView(
            TaskId id,
            MessageState state,
            String smsc,
            String clientRef,
            int partCount,
            List<PartView> parts,
            int refusals,
            int unanswered,
            String detail,
            Instant acceptedAt,
            Instant submittedAt,
            Instant endedAt) {
        public MessageView {
            parts = List.copyOf(parts);
        }
    }

    /**
     * One part as far as it is known.
     *
     * @param number from 1
     * @param messageId the SMSC's id of it; empty when none
     * @param receipt what its receipt said; empty when none came
     * @param tlvs what the TLVs of the SMSC's answer to it say: by name where the SMSC knows them, else by tag and in hexadecimal
     */
    record PartView(int number, String messageId, String receipt, Map<String, String> tlvs) {
        public PartView {
            tlvs = Collections.unmodifiableMap(new LinkedHashMap<>(tlvs));
        }
    }

    /**
     * A message, and what its SMSC says of it now.
     *
     * @param parts those that the SMSC has named, as it answered
     * @param why nothing could be asked; empty when something was
     */
    record CarrierView(MessageView message, List<CarrierPart> parts, String why) {
        public CarrierView {
            parts = List.copyOf(parts);
        }
    }

    /**
     * What an SMSC answers to query_sm about one part.
     *
     * @param number from 1
     * @param messageId the SMSC's id of it
     * @param state {@code enroute}, {@code delivered}, …; empty when it did not say
     * @param finalDate as the SMSC writes it; empty when there is none
     * @param errorCode the network's; 0 when there is none
     * @param fault why it did not say; empty when it did
     */
    record CarrierPart(int number, String messageId, String state, String finalDate, int errorCode, String fault) {}

    /**
     * @param state where it stands
     * @param where the station it is at, in one word: {@code bag}, {@code sender}, {@code smsc}, {@code platform}, {@code end}
     * @param why sentences, most important first
     */
    record Explanation(TaskId id, MessageState state, String where, List<String> why) {
        public Explanation {
            why = List.copyOf(why);
        }
    }
}
