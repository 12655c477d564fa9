package io.smppbridge.records;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import java.nio.ByteBuffer;

/**
 * The REPLY record: a subscriber is owed an answer to STOP, START or HELP.
 *
 * @param eventId of what the subscriber wrote
 * @param account in whose name it is sent
 */
public record ReplyRecord(long eventId, String account, Address from, Address to, String text) {
    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        out.putLong(eventId);
        Strings.put(out, account);
        Strings.putAddress(out, from);
        Strings.putAddress(out, to);
        Strings.put(out, text);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static ReplyRecord decode(ByteBuffer in) {
        long eventId = in.getLong();
        return new ReplyRecord(
                eventId, Strings.get(in), Strings.getAddress(in), Strings.getAddress(in), Strings.get(in));
    }

    /** The message that it is: the same one however often it is handed over, as its clientRef says. */
    public OutboundSms sms() {
        return OutboundSms.to(to)
                .from(from)
                .text(text)
                .clientRef("consent-" + new TaskId(eventId))
                .build();
    }
}
