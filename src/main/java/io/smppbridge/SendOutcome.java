package io.smppbridge;

import java.time.Duration;
import java.util.List;

/** What became of one message that the platform handed over: accepted and safe, or refused. */
public sealed interface SendOutcome {
    /**
     * The message is as safe as {@code durability} says and will reach exactly one final state.
     *
     * <p>Of a repeated request only its id and durability are those of the message: encoding, parts, replaced characters and SMSC are what this
     * request alone would have come to, and the message may have been changed or rerouted since. {@link Messages#find} tells of it.
     *
     * @param id the bridge's id
     * @param encoding how the text will travel
     * @param parts how many submit_sm it takes
     * @param forcedUcs2 the characters for whose sake GSM 7-bit was not enough, each once, at most 20; empty when none
     * @param replaced typographic characters that were replaced by plain ones to make the message shorter, each once; empty when none
     * @param smsc the SMSC account it will go to
     * @param repeated whether it is the answer to an earlier request with the same clientRef
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
        /** A sentence that names the thing, the value, what was expected and what to do. */
        String reason();
    }

    /** Something is wrong with the message itself; sending it again will not help. */
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

    /** The clientRef is known with another content. */
    record Conflict(String clientRef, TaskId existing) implements Refusal {
        @Override
        public String reason() {
            return "clientRef names another message, " + existing
                    + ", with other content; use a new clientRef for a new message";
        }
    }

    /** No configured route takes the message. */
    record NoRoute(String reason) implements Refusal {}

    /** The bag it would go to is full. */
    record NoCredit(String smsc, Duration retryAfter) implements Refusal {
        @Override
        public String reason() {
            return "the bag of SMSC " + smsc + " is full; try again in " + retryAfter.toSeconds() + " s";
        }
    }

    /**
     * The bridge takes nothing now: it is starting, stopping, out of disk space, or its journal has failed. What was being written at the
     * moment that it failed may be read, and sent, by the next start; the reason says so, and a repeat with the same clientRef is harmless.
     *
     * @param mayBeSent whether it is that exception: who cannot say so to his caller had better say nothing
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
     * @param field the field's name as the platform knows it, such as {@code text}
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
