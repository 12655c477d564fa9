package io.smppbridge;

import java.time.Duration;
import java.util.List;

/** What became of one message that the platform handed over: accepted and safe, or refused. */
public sealed interface SendOutcome {
    /**
     * The message is as safe as {@code durability} says and will reach a final state.
     *
     * <p>Of a repeated request only id and durability are those of the message. Encoding, parts, replaced characters and SMSC are what this
     * request alone would have come to; the message may have been changed or rerouted since. Ask {@link Messages#find}.
     *
     * @param id the bridge's id
     * @param encoding how the text will travel
     * @param parts how many submit_sm it takes
     * @param forcedUcs2 the characters that GSM 7-bit does not hold, each once, at most 20; empty when none
     * @param replaced typographic characters that were replaced by plain ones to make the message shorter, each once; empty when none
     * @param smsc the SMSC account it will go to
     * @param repeated whether an earlier request with the same clientRef was accepted: nothing more is sent
     * @param durability what "accepted" means here
     */
    record Acceptance(
            TaskId id,
            Encoding encoding,
            int parts,
            String forcedUcs2,
            String replaced,
            String smsc,
            boolean repeated,
            Durability durability)
            implements SendOutcome {}

    /** The message will not be sent, with one exception: {@link NotAccepting}. */
    sealed interface Refusal extends SendOutcome, Streamed {
        /** A sentence for people: what is wrong, what was expected, what to do. */
        String reason();
    }

    /** Something is wrong with the message itself. Sending it again does not help. */
    record Invalid(List<Fault> faults) implements Refusal {
        public Invalid {
            faults = List.copyOf(faults);
        }

        @Override
        public String reason() {
            StringBuilder text = new StringBuilder();
            for (Fault fault : faults) {
                text.append(text.isEmpty() ? "" : "; ")
                        .append(fault.field())
                        .append(fault.field().isEmpty() ? "" : ": ")
                        .append(fault.reason());
            }
            return text.toString();
        }
    }

    /** The clientRef belongs to an earlier message with other content. */
    record Conflict(String clientRef, TaskId existing) implements Refusal {
        @Override
        public String reason() {
            return "clientRef names another message, " + existing
                    + ", with other content; use a new clientRef for a new message";
        }
    }

    /** No configured route takes the message. */
    record NoRoute(String reason) implements Refusal {}

    /** The bag of the SMSC that it would go to is full: send it again after {@code retryAfter}. */
    record NoCredit(String smsc, Duration retryAfter) implements Refusal {
        @Override
        public String reason() {
            return "the bag of SMSC " + smsc + " is full; try again in " + retryAfter.toSeconds() + " s";
        }
    }

    /**
     * The bridge takes nothing now: it is starting, stopping, out of disk space, its ring is full, or its journal has failed. Send the message
     * again after {@code retryAfter}.
     *
     * <p>One case is no refusal. What was being written when the journal failed may be read, and sent, by the next start. Then
     * {@code mayBeSent} is true, the reason says so, and a repeat with the same clientRef is harmless. A caller who cannot pass that on should
     * give no answer.
     *
     * @param mayBeSent whether the message may be sent after all
     */
    record NotAccepting(String reason, Duration retryAfter, boolean mayBeSent) implements Refusal {
        public NotAccepting(String reason, Duration retryAfter) {
            this(reason, retryAfter, false);
        }
    }

    /** Whether it is neither accepted nor refused: {@link NotAccepting#mayBeSent}. */
    default boolean isInDoubt() {
        return this instanceof NotAccepting closed && closed.mayBeSent();
    }

    /**
     * One thing wrong with one field.
     *
     * @param field the field's name in {@code POST /v1/messages}, such as {@code text}
     * @param code a stable word for programs, such as {@code too-many-parts}
     * @param reason a sentence for people
     */
    record Fault(String field, String code, String reason) {}

    /** How safe an accepted message is. */
    enum Durability {
        /** Forced to disk: survives power loss. */
        FORCED,
        /** Written to the operating system: survives a kill of the process, not power loss. */
        WRITTEN
    }
}
