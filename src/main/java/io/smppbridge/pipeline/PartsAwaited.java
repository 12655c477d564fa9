package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.settings.SmscConfig.Verdict;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;

/** Which parts of a message the SMSC has taken, their final states as receipts tell them, and what these make of the whole. */
@OwnedBy("journal thread")
final class PartsAwaited {
    private final MessageState[] states;
    private final boolean[] taken;
    private final boolean[] unnamed;
    /** What the ids of the parts are known by in the index of receipts; 0 for none yet. */
    private final long[] names;

    private boolean anyDeleted;

    PartsAwaited(int parts) {
        this.states = new MessageState[parts];
        this.taken = new boolean[parts];
        this.unnamed = new boolean[parts];
        this.names = new long[parts];
    }

    /** The SMSC has taken a part. */
    void take(int part) {
        if (part < taken.length) {
            taken[part] = true;
        }
    }

    /** The SMSC has taken a part and given it no id: no receipt can tell of it. */
    void takeUnnamed(int part) {
        if (part < unnamed.length) {
            unnamed[part] = true;
        }
    }

    /** The SMSC has given a part an id, which the index of receipts knows by that. */
    void name(int part, long name) {
        if (part < names.length) {
            names[part] = name;
        }
    }

    /** The part that a receipt is about: some SMSCs give all parts one id, and when the part that it names has had its receipt, the next one of that id. */
    int untold(int named) {
        if (isTold(named)) {
            for (int part = 0; part < names.length; part++) {
                if (states[part] == null && names[part] != 0 && names[part] == names[named]) {
                    return part;
                }
            }
        }
        return named;
    }

    /** Whether receipts of the parts that have an id can still make the whole delivered. */
    boolean canBeDelivered(Verdict policy) {
        int nameless = 0;
        for (boolean one : unnamed) {
            nameless += one ? 1 : 0;
        }
        return switch (policy) {
            case ALL -> nameless == 0;
            case ANY -> nameless < unnamed.length;
            case FIRST -> !unnamed[0];
            case LAST -> !unnamed[unnamed.length - 1];
        };
    }

    /** Whether the SMSC has taken a part, as far as is written down. */
    boolean isTaken(int part) {
        return part < taken.length && taken[part];
    }

    /** Whether it has taken all the others. */
    boolean isLast(int part) {
        for (int other = 0; other < taken.length; other++) {
            if (other != part && !taken[other]) {
                return false;
            }
        }
        return true;
    }

    /** What the receipts of the SMSC where a message is have told so far. */
    static PartsAwaited of(Story story) {
        PartsAwaited parts = new PartsAwaited(story.accept().partCount());
        boolean twice = mayBeTwice(story);
        story.wordsHere().forEach(word -> {
            MessageState state = word.state().messageState();
            if (!twice || !parts.isDeliveredAnyhow(word.part(), state)) {
                parts.enter(word.part(), state);
            }
        });
        return parts;
    }

    /** Whether something of a message went out twice to the SMSC where it is. */
    static boolean mayBeTwice(Story story) {
        return story.here().stream().anyMatch(ProgressRecord::followsUnanswered);
    }

    /** Of what went out twice: whether one attempt has delivered the part, so that a word about the other does not count. */
    boolean isDeliveredAnyhow(int part, MessageState word) {
        return word.isFailure() && part < states.length && states[part] == MessageState.DELIVERED;
    }

    /** Enters what a receipt says of a part; a later final state replaces an earlier one, any other says nothing. */
    void enter(int part, MessageState state) {
        if (state.isFinal() && part < states.length) {
            states[part] = state;
        }
    }

    /** Whether a part has a final state. */
    boolean isTold(int part) {
        return part < states.length && states[part] != null;
    }

    /** How many parts the message has. */
    int count() {
        return states.length;
    }

    /** Begins anew, as the message does at another SMSC. */
    void forget() {
        Arrays.fill(states, null);
        Arrays.fill(taken, false);
        Arrays.fill(unnamed, false);
        Arrays.fill(names, 0);
        anyDeleted = false;
    }

    /** The SMSC has deleted a part, as it was asked. */
    void partDeleted() {
        anyDeleted = true;
    }

    /** Whether the receipts of all parts have come, none says delivered, and some were deleted. */
    boolean isWithdrawn() {
        return anyDeleted && allFailed();
    }

    /** Whether some were deleted, and whether the whole is withdrawn by that is for those to say of which no receipt has come. */
    boolean mayBeWithdrawn() {
        return anyDeleted && told() < states.length;
    }

    /** How many parts have a final state. */
    int told() {
        int told = 0;
        for (MessageState state : states) {
            told += state == null ? 0 : 1;
        }
        return told;
    }

    /** Whether some are to come, and none of those that have says delivered. */
    boolean mayAllFail() {
        return told() < states.length && failed() == told();
    }

    /** How many were not delivered. */
    int failed() {
        int failed = 0;
        for (MessageState state : states) {
            failed += state == null || state == MessageState.DELIVERED ? 0 : 1;
        }
        return failed;
    }

    /** Whether the last final word about any part is this one. */
    boolean anyIs(MessageState state) {
        return Arrays.asList(states).contains(state);
    }

    /** Whether the receipts of all parts have come, and each says delivered. */
    boolean allDelivered() {
        return told() == states.length && failed() == 0;
    }

    /** Whether the receipts of all parts have come, and none says delivered. */
    boolean allFailed() {
        for (MessageState state : states) {
            if (state == null || state == MessageState.DELIVERED) {
                return false;
            }
        }
        return true;
    }

    /** Whether the receipt of that part alone says what becomes of the message. */
    boolean isDecidedBy(int part, Verdict policy) {
        return policy == Verdict.FIRST && part == 0 || policy == Verdict.LAST && part == states.length - 1;
    }

    /**
     * What that makes the whole message; SENT while that is open, CANCELLED when it is withdrawn. Where several parts failed, the first of
     * them counts.
     */
    MessageState verdict(Verdict policy) {
        if (isWithdrawn()) {
            return MessageState.CANCELLED;
        }
        return switch (policy) {
            case ALL -> all();
            case ANY -> any();
            case FIRST -> of(0);
            case LAST -> of(states.length - 1);
        };
    }

    private MessageState all() {
        MessageState failure = firstFailure();
        if (failure != MessageState.SENT) {
            return failure;
        }
        return told() == states.length ? MessageState.DELIVERED : MessageState.SENT;
    }

    private MessageState any() {
        for (MessageState state : states) {
            if (state == MessageState.DELIVERED) {
                return state;
            }
        }
        return told() == states.length ? firstFailure() : MessageState.SENT;
    }

    private MessageState firstFailure() {
        for (MessageState state : states) {
            if (state != null && state != MessageState.DELIVERED) {
                return state;
            }
        }
        return MessageState.SENT;
    }

    private MessageState of(int part) {
        return states[part] == null ? MessageState.SENT : states[part];
    }
}
