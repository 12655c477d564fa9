package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.bag.Parts;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Incoming;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A part of a message whose answer was lost, and when that was to go out again.
 *
 * @param words a hash of all of its text
 * @param others how the message's other parts begin, in their order: one of them may have been taken, and that forgotten by a power loss
 */
record Doubt(
        long message,
        int part,
        String from,
        String to,
        String beginning,
        int words,
        List<String> others,
        Priority priority,
        long dueAtMs) {
    /** A text that is no longer is one SMS in each alphabet. */
    private static final int ONE_ANYWHERE = 70;

    static Doubt of(long message, int part, OutboundSms sms, String text, List<String> others, long dueAtMs) {
        return new Doubt(
                message,
                part,
                sms.from().number(),
                sms.to().number(),
                beginning(text),
                text.hashCode(),
                others,
                sms.priority(),
                dueAtMs);
    }

    /**
     * The SMSCs that may have a message of one part without having answered; where it is now, if none is told of. Not those that take it in
     * several: what they may have is not the message.
     */
    static Set<String> smscs(Story story, Lanes lanes) {
        Set<String> found = new LinkedHashSet<>();
        String smsc = story.accept().smsc();
        for (ProgressRecord step : story.progress()) {
            if (step.kind() == ProgressRecord.Kind.REROUTED) {
                smsc = step.text();
            } else if (step.isWithoutAnswer()) {
                found.add(smsc);
            }
        }
        if (found.isEmpty()) {
            return Set.of(smsc);
        }
        String now = smsc;
        found.removeIf(one -> !one.equals(now) && !takesWhole(lanes.named(one), story));
        return found;
    }

    private static boolean takesWhole(Lane lane, Story story) {
        if (lane == null) {
            return story.accept().asGiven().text().length() <= ONE_ANYWHERE;
        }
        return lane.encode(story.accept().asGiven(), story.reference()) instanceof EncodeResult.Encoded encoded
                && encoded.parts().size() == 1;
    }

    /** Whether it is all of its message, as that was cut when it went out. */
    boolean isWhole() {
        return others.isEmpty();
    }

    /** Whether a receipt may be of it: it came later, and has the two numbers. */
    boolean mayBeOf(ParkedReceipts.Parked receipt) {
        return message < receipt.id()
                && Likeness.sameNumber(to, receipt.delivery().from().number())
                && (from.isEmpty()
                        || Likeness.sameNumber(from, receipt.delivery().to().number()));
    }

    /**
     * Whether what a receipt quotes may stand in another part of the message.
     *
     * @param told those that had receipts of their own, and can have no other
     */
    boolean mayMeanAnother(String quoted, IntPredicate told) {
        for (int i = 0; i < others.size(); i++) {
            int other = i < part ? i : i + 1;
            if (Likeness.begins(others.get(i), quoted) && !told.test(other)) {
                return true;
            }
        }
        return false;
    }

    /** What a handset shows of a part alone. */
    static String text(Lane lane, Parts parts, int part) {
        Incoming octets = Incoming.of(parts.dataCoding(), parts.udhi(), parts.octets(part));
        return Decoder.decode(Decoder.open(octets), lane.profile()).text();
    }

    /** So much of a text as receipts are compared with. */
    static String beginning(String text) {
        return text.substring(0, Math.min(Likeness.BEGINNING, text.length()));
    }
}
