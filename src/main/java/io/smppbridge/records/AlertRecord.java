package io.smppbridge.records;

import io.smppbridge.SubscriberAlert;
import io.smppbridge.SubscriberAlert.Availability;
import io.smppbridge.TaskId;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * The ALERT record: an event about a subscriber that an SMSC can reach again. It begins as a {@link NewsRecord} does.
 *
 * @param endpoint who is told
 */
public record AlertRecord(String endpoint, SubscriberAlert alert) {
    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        out.putLong(alert.eventId().value());
        Strings.put(out, endpoint);
        Strings.put(out, alert.smsc());
        Strings.putAddress(out, alert.subscriber());
        Strings.putAddress(out, alert.to());
        out.put((byte) alert.availability().ordinal()).putLong(alert.at().toEpochMilli());
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static AlertRecord decode(ByteBuffer in) {
        TaskId eventId = new TaskId(in.getLong());
        String endpoint = Strings.get(in);
        return new AlertRecord(
                endpoint,
                new SubscriberAlert(
                        eventId,
                        Strings.get(in),
                        Strings.getAddress(in),
                        Strings.getAddress(in),
                        Availability.of(in.get()),
                        Instant.ofEpochMilli(in.getLong())));
    }
}
