package io.smppbridge.plugin;

import io.smppbridge.CarrierReport;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** All plug-ins together, as the bridge asks them. The first three may wait for the deadline of each; the others never wait. */
public interface Hooks {
    /** Pairs of account and SMSC for which plug-ins may be as busy at the same time as they may be for one. */
    int BUSY = 4;

    /** No plug-ins. */
    Hooks NONE = new Hooks() {};

    /** Whether any looks at messages when they are accepted and routed. */
    default boolean anyAccepting() {
        return false;
    }

    /** Whether any looks at messages that are about to be submitted. */
    default boolean anySubmitting() {
        return false;
    }

    default Verdict accept(String account, OutboundSms sms) {
        return Verdict.PASS;
    }

    /**
     * Which way a message is to go.
     *
     * @param smsc empty for none in particular
     * @param refusal why it goes none; empty when it may go
     */
    record Way(String smsc, Optional<Verdict.Refuse> refusal) {
        public static final Way ANY = to("");

        static Way to(String smsc) {
            return new Way(smsc, Optional.empty());
        }
    }

    default Way route(String account, OutboundSms sms, List<String> smscs) {
        return Way.ANY;
    }

    /** How many messages of one account are looked at at the same time before they are submitted to one SMSC. */
    default int submitsAtOnce() {
        return 32;
    }

    /** The longest that all of them together take for one message that is about to be submitted. */
    default Duration submitWithin() {
        return Duration.ofMillis(100);
    }

    default Verdict beforeSubmit(String account, OutboundSms sms, String smsc) {
        return Verdict.PASS;
    }

    /** What becomes of a message that a plug-in has changed into one that cannot be sent: it goes on as it was, or is refused. */
    default Verdict spoilt(String why) {
        return Verdict.PASS;
    }

    default void onReceipt(long message, String smsc, MessageState state, CarrierReport report) {}

    default void onMessage(InboundSms sms) {}
}
