package io.smppbridge.smpp;

import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.threads.OwnedBy;
import java.util.function.IntSupplier;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Composes submissions into the cork and gives them their numbers; refuses here what no SMSC could be sent. */
@OwnedBy("the owner of its bind, except answered() and speaks()")
final class SubmitSide {
    private static final Logger LOG = LoggerFactory.getLogger(SubmitSide.class);
    private static final int FIRST_WITH_TLVS = 0x34;
    private static final int SMPP_50 = 0x50;
    /** The longest short_message up to SMPP 3.4 (§5.2.22), and of 5.0 (§4.2.1.1). */
    private static final int LONGEST_SHORT_MESSAGE = 254;

    private static final int LONGEST_OF_50 = 255;
    /** ROPTPARNOTALLWD: the message needs a TLV that this peer does not take. */
    private static final int TLV_NOT_ALLOWED = 0xC1;

    private final String name;
    private final LongMessage longMessage;
    /** Nothing but TLVs carries its text, so that the settings have named them. */
    private final boolean dataSm;

    private final IntSupplier numbers;
    private final WireComposer composer;
    private final Cork cork;
    private final PduTrace trace;
    private final TappedLink tap;
    private final PendingSequences pending;
    private volatile boolean tlvsTaken;
    private volatile int longest = LONGEST_SHORT_MESSAGE;

    SubmitSide(String name, SmscConfig smsc, IntSupplier numbers, WireComposer composer, Out out) {
        this.name = name;
        this.longMessage = smsc.text().longMessage();
        this.dataSm = smsc.operations().dataSm();
        this.numbers = numbers;
        this.composer = composer;
        this.cork = out.cork();
        this.trace = out.trace();
        this.tap = out.tap();
        pending = new PendingSequences(smsc.pace().window());
    }

    /** Where what is composed goes, and where it is noted. */
    record Out(Cork cork, PduTrace trace, TappedLink tap) {}

    /**
     * Told by the reading thread once the SMSC has said which SMPP it speaks.
     *
     * @param version the lower of what both sides have announced
     */
    void speaks(int version) {
        tlvsTaken = version >= FIRST_WITH_TLVS;
        longest = version >= SMPP_50 ? LONGEST_OF_50 : LONGEST_SHORT_MESSAGE;
    }

    /** The reading thread has the answer to that number. */
    void answered(int sequence) {
        pending.remove(sequence);
    }

    /** The next number that awaits no answer. */
    int nextSequence() {
        int sequence = numbers.getAsInt();
        while (pending.contains(sequence)) {
            sequence = numbers.getAsInt();
        }
        return sequence;
    }

    /**
     * Composes one submit_sm, or submit_multi, under that number.
     *
     * @return 0, or the command_status with which it is refused here
     */
    int compose(int sequence, Submission submission) {
        boolean tooLong = submission.octets.length > longest; // also what was meant for 5.0, when the SMSC speaks 3.4
        boolean payload = !dataSm && (submission.payload || tooLong);
        if (payload && !mayUse(LongMessage.PAYLOAD) && !tooLong) {
            payload = false;
        }
        if (submission.tlvsAsked && !tlvsTaken && !dataSm
                || payload && !mayUse(LongMessage.PAYLOAD)
                || submission.sarTotal > 1 && !mayUse(LongMessage.SAR)) {
            return refused(sequence, TLV_NOT_ALLOWED, "it needs TLVs, which the SMSC has not announced to take");
        }
        try {
            if (!submission.others.isEmpty()) {
                MultiComposer.compose(cork, sequence, submission, tlvsTaken);
            } else if (dataSm) {
                composer.data(cork, sequence, submission);
            } else {
                composer.submit(cork, sequence, submission, payload, tlvsTaken);
            }
        } catch (PDUStringException e) {
            // Its message quotes the field's value, so it is not shown.
            return refused(sequence, e.getErrorCode(), "a field is longer than SMPP allows");
        }
        if (tap.isKeepingUp()) {
            note(sequence, submission, payload);
        }
        pending.add(sequence);
        trace.submitted(name, sequence, submission);
        return 0;
    }

    private void note(int sequence, Submission submission, boolean payload) {
        if (!submission.others.isEmpty()) {
            tap.composed(
                    SMPPConstant.CID_SUBMIT_MULTI, sequence, Meaning.multi(tap.composing(), submission, tlvsTaken));
        } else if (dataSm) {
            tap.composed(SMPPConstant.CID_DATA_SM, sequence, Meaning.data(tap.composing(), submission));
        } else {
            tap.composed(
                    SMPPConstant.CID_SUBMIT_SM,
                    sequence,
                    Meaning.submit(tap.composing(), submission, payload, tlvsTaken));
        }
    }

    /** TLVs go to a peer that takes them, and to any other only if the settings name them. */
    private boolean mayUse(LongMessage form) {
        return tlvsTaken || dataSm || longMessage == form;
    }

    private int refused(int sequence, int status, String why) {
        LOG.warn("{}: submit_sm {} not sent: {} (status 0x{})", name, sequence, why, Integer.toHexString(status));
        return status;
    }
}
