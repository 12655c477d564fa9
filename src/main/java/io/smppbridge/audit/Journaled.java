package io.smppbridge.audit;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.records.Chronicle;
import io.smppbridge.text.Udh;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Is told what the journal says. Without a log of the callers it stands for them. */
@OwnedBy("whoever audits")
final class Journaled implements Chronicle.Reader {
    /** What the bridge answers to STOP and the like begins so. */
    private static final String OWN_REFERENCE = "consent-";

    private final Audit.Given given;
    private final Messages messages;
    private final CarrierIds carrierIds;
    private final Endings endings;
    /** By number. */
    private final List<String> carriers = new ArrayList<>();

    /** Rows of what an ESME has cut itself: each part is a message. */
    private final BitSet pieces = new BitSet();

    /** Rows of what was delivered in the end. */
    private final BitSet delivered = new BitSet();

    private long oldestMs = Long.MAX_VALUE;
    private boolean whole = true;

    Journaled(Audit.Given given, Messages messages, CarrierIds carrierIds, Endings endings) {
        this.given = given;
        this.messages = messages;
        this.carrierIds = carrierIds;
        this.endings = endings;
    }

    /** When the oldest message that it knows was accepted, in milliseconds since 1970. */
    long oldestMs() {
        return oldestMs;
    }

    /** Whether it holds all that was ever written into it. */
    boolean isWhole() {
        return whole;
    }

    @Override
    public void begun(boolean nothingForgotten) {
        whole = nothingForgotten;
    }

    @Override
    public void accepted(TaskId id, String smsc, OutboundSms sms) {
        oldestMs = Math.min(oldestMs, id.epochMs());
        Said said = said(sms);
        long to = Print.ofNumber(sms.to().number());
        int row = messages.findId(id.value());
        if (row == Index.NONE) {
            int named = messages.findRef(Print.ofId(sms.clientRef()));
            boolean isIt =
                    named != Index.NONE && messages.id(named) == Print.NONE && messages.canBe(named, to, said.print());
            row = isIt ? named : Index.NONE;
        }
        if (row == Index.NONE) {
            row = messages.add(Print.ofId(sms.clientRef()), ~id.value());
            messages.content(row, to, said.print(), Print.ofNumber(sms.from().number()));
            messages.wish(row, sms.wish());
            messages.mark(row, sms.clientRef().startsWith(OWN_REFERENCE) ? Messages.OWN : 0);
            messages.mark(row, given.callers() ? 0 : Messages.ASKED | Messages.ACCEPTED);
        }
        messages.id(row, id.value());
        pieces.set(row, isPiece(sms));
        messages.mark(row, Messages.IN_JOURNAL);
        messages.carrier(row, number(smsc));
        messages.clear(row, Messages.SENT); // where it is told anew, so is what came of it
        messages.moved(row, 0);
    }

    /** What came over SMPP is kept as it came, and a carrier writes down what it reads in it. */
    private static Said said(OutboundSms sms) {
        if (sms.coding().isGiven()) {
            return Said.HIDDEN;
        }
        return sms.isBinary() ? Said.octets(sms.binary()) : Said.text(sms.text());
    }

    private static boolean isPiece(OutboundSms sms) {
        SmppCoding coding = sms.coding();
        return coding.isGiven()
                && (coding.fields().sarTotal() > 1
                        || coding.udhi() && Udh.parse(sms.binary()).concat().several());
    }

    /** Whether it is a message, and yet a part of what a handset shows. */
    boolean isPiece(int row) {
        return row != Index.NONE && pieces.get(row);
    }

    /** Whether the last end that it tells of is that it was delivered. */
    boolean isDelivered(int row) {
        return delivered.get(row);
    }

    /** What only it knew is what a caller asked for. */
    void adopted(int asked, int row) {
        delivered.set(asked, delivered.get(row));
        pieces.set(asked, pieces.get(row));
    }

    int number(String carrier) {
        if (!carriers.contains(carrier)) {
            carriers.add(carrier);
        }
        return carriers.indexOf(carrier);
    }

    @Override
    public void taken(TaskId id, String messageId, boolean all) {
        int row = messages.findId(id.value());
        if (row != Index.NONE) {
            messages.mark(row, all ? Messages.SENT : 0);
            if (!messageId.isEmpty() && !carriers.isEmpty()) {
                carrierIds.given(CarrierIds.key(carriers.get(messages.carrier(row)), messageId), row);
            }
        }
    }

    @Override
    public void unanswered(TaskId id) {
        int row = messages.findId(id.value());
        if (row != Index.NONE) {
            messages.mark(row, Messages.MARKED);
        }
    }

    @Override
    public void moved(TaskId id, String smsc) {
        int row = messages.findId(id.value());
        if (row != Index.NONE) {
            messages.moved(row, messages.moved(row) + (messages.is(row, Messages.SENT) ? 1 : 0));
            messages.clear(row, Messages.SENT);
            messages.carrier(row, number(smsc));
        }
    }

    @Override
    public void ended(TaskId id, MessageState state) {
        int row = messages.findId(id.value());
        if (row != Index.NONE) {
            delivered.set(row, state == MessageState.DELIVERED);
        }
        if (row != Index.NONE && !messages.is(row, Messages.ENDED)) {
            boolean without = !Endings.takesCarrier(state.name());
            messages.mark(row, Messages.ENDED | (without ? Messages.WITHOUT_CARRIER : 0));
            if (!given.events()) {
                endings.add(state.name());
            }
        }
    }
}
