package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.handback.Event;
import io.smppbridge.records.CloseRecord;
import io.smppbridge.records.Strings;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an event says of a message beside its end: who sent it to whom, by which SMSC, and the platform's own words for it. All that is kept
 * in memory of a message that awaits its receipt: about a hundred octets in two objects, where the task takes six times as much in ten.
 */
@ThreadSafe
final class Gist {
    /** Of the two objects and the entry, without what is written in them. */
    private static final int OCTETS = 72;

    private static final int A_TAG = 160;
    private static final int TYPE_AND_PLAN = 2;

    private final String smsc;
    private final int parts;
    private final Map<String, String> tags;
    /** When the SMSC took the last part; milliseconds since 1970, 0 when not yet. */
    private final long submittedMs;
    /** The platform's name for it, sender and recipient: at the end the recipient's number, and an octet each for its type and plan. */
    private final byte[] names;

    private Gist(String smsc, int parts, Map<String, String> tags, long submittedMs, byte[] names) {
        this.smsc = smsc;
        this.parts = parts;
        this.tags = tags;
        this.submittedMs = submittedMs;
        this.names = names;
    }

    /** Makes them, each out of one room that is written over again. */
    @OwnedBy("journal thread")
    static final class Maker {
        private static final int USUAL = 512;
        /** Of three texts and two addresses what is not their characters. */
        private static final int AROUND = 3 * Integer.BYTES + 2 * TYPE_AND_PLAN;

        private ByteBuffer room = ByteBuffer.allocate(USUAL);

        /** Of a task as it is now. */
        Gist of(Task task, long submittedMs) {
            OutboundSms sms = task.sms();
            int characters = sms.clientRef().length()
                    + sms.from().number().length()
                    + sms.to().number().length();
            if (AROUND + characters * Character.BYTES > room.capacity()) {
                room = ByteBuffer.allocate(AROUND + characters * Character.BYTES);
            }
            room.clear();
            Strings.put(room, sms.clientRef());
            Strings.putAddress(room, sms.from());
            Strings.putAddress(room, sms.to());
            byte[] names = Arrays.copyOf(room.array(), room.position());
            return new Gist(task.smsc(), task.parts().count(), sms.tags(), submittedMs, names);
        }
    }

    /** What it takes of memory, about. */
    int octets() {
        return OCTETS + names.length + A_TAG * tags.size();
    }

    /** Looks at what is in it, and changes nothing: when it is needed, the processor need not wait for memory. */
    int touch() {
        return names[0];
    }

    long submittedMs() {
        return submittedMs;
    }

    /** Whether a number ends as the recipient's does, so that it may be that one, in whatever form. */
    boolean isTo(String number) {
        int digits = Math.min(Likeness.LAST_DIGITS, number.length());
        for (int i = 1; i <= digits; i++) {
            if (names[names.length - TYPE_AND_PLAN - i] != (byte) number.charAt(number.length() - i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether what is known here is all: of a message of several parts its receipts tell, which stand in the journal. */
    boolean isAll(boolean awaitedReceipts) {
        return parts == 1 || !awaitedReceipts;
    }

    Event event(CloseRecord end, CarrierReport report) {
        return new Event.State(receipt(end, report));
    }

    /** What the platform is told of a state. */
    Receipt receipt(CloseRecord state, CarrierReport report) {
        ByteBuffer in = ByteBuffer.wrap(names);
        String clientRef = Strings.get(in);
        Address from = Strings.getAddress(in);
        Address to = Strings.getAddress(in);
        return new Receipt(
                new TaskId(state.eventId()),
                new TaskId(state.id()),
                clientRef,
                state.state(),
                smsc,
                from,
                to,
                parts,
                state.detail(),
                state.unanswered() > 0,
                state.submittedMs() == 0 ? Instant.EPOCH : Instant.ofEpochMilli(state.submittedMs()),
                Instant.ofEpochMilli(state.atMs()),
                report,
                List.of(),
                Optional.empty(),
                tags);
    }
}
