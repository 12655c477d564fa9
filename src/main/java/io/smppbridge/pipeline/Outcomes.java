package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.bag.Task;

/**
 * What senders tell of their submissions. Called on sender threads; what is told is copied before the call returns, so the sender may
 * change the task or give it back to its bag right after. A call waits only while the inbound ring is full, which the journal thread
 * empties without waiting for any sender.
 *
 * <p>The TLVs of the answer that is told of stand in {@link Task#answerTlvs}.
 *
 * <p>Each call names the flight of the submission it settles, or {@link Flight#NONE}; it is freed once the outcome is written, or forced.
 */
public interface Outcomes {
    /**
     * The SMSC took a part. With {@code last} the message has been taken whole and leaves the sender's hands. The journal thread need not
     * look before {@link #told}, which is to be called soon after the last of several.
     *
     * @param messageId the SMSC's id, possibly empty
     */
    void accepted(Task task, int part, String messageId, boolean last, Flight flight);

    /** What was {@link #accepted} is to be dealt with: once for as many as came together, as each word to a thread costs a fence. */
    void told();

    /** The SMSC refused an attempt for a time; the sender has counted it in {@link Task#refusals} and set {@link Task#dueAtMs}. */
    void refused(Task task, int part, int commandStatus, Flight flight);

    /**
     * An attempt will never be answered; the sender has counted it in {@link Task#unanswered}. With {@code held} the task leaves the
     * sender's hands and waits for an operator's word.
     */
    void unanswered(Task task, int part, boolean held, Flight flight);

    /**
     * An attempt will never be answered, and there is no other; the sender has counted it and set {@link Task#dueAtMs}. The task leaves the
     * sender's hands: a receipt may still settle it until it is due, then it ends as uncertain, or goes on to another SMSC.
     *
     * @param why for the platform, should it end
     */
    void lastUnanswered(Task task, int part, String why, Flight flight);

    /**
     * The message has ended without being taken whole: rejected, or expired. It leaves the sender's hands; its credit is given
     * back.
     *
     * @param detail why, for the platform: {@code command_status 0x0b RINVDSTADR}
     */
    void ended(Task task, MessageState state, String detail, Flight flight);

    /** Whether the subscriber wants no more messages like this one, and has said so since it was accepted: it is to be ended unsent. */
    default boolean isUnwanted(Task task) {
        return false;
    }

    /** No bind stands to send the message by, and none will soon. It leaves the sender's hands. */
    void stuck(Task task);

    /** Names one slot of one flight log. A sender makes one for each slot at the start and keeps it. */
    interface Flight {
        /** No submission to settle. */
        Flight NONE = () -> {};

        /** Called on the journal thread when the outcome is written, or forced where {@link #isKeptUntilForced} says so. */
        void free();

        /** Whether it is to outlive a loss of power: as long as that may take the outcome, it says that the submission was under way. */
        default boolean isKeptUntilForced() {
            return false;
        }
    }
}
