package io.smppbridge.records;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The NEWS record: an event about a state that is not a message's last. It stands for itself, so that it neither keeps the message from its
 * end nor goes with it.
 *
 * @param endpoint who is told
 */
public record NewsRecord(String endpoint, Receipt news) {
    private static final MessageState[] STATES = MessageState.values();

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        out.putLong(news.eventId().value());
        Strings.put(out, endpoint);
        out.putLong(news.message().value());
        Strings.put(out, news.clientRef());
        out.put((byte) news.state().ordinal());
        Strings.put(out, news.smsc());
        Strings.putAddress(out, news.from());
        Strings.putAddress(out, news.to());
        out.putShort((short) news.parts());
        Strings.put(out, news.detail());
        out.put((byte) (news.possibleDuplicate() ? 1 : 0));
        out.putLong(news.submittedAt().toEpochMilli());
        out.putLong(news.at().toEpochMilli());
        CarrierReport report = news.report();
        Strings.put(out, report.stat());
        Strings.put(out, report.err());
        out.putInt(report.networkError());
        out.putLong(report.submitDate().getEpochSecond());
        out.putLong(report.doneDate().getEpochSecond());
        Strings.putMap(out, report.tlvs());
        Strings.putMap(out, news.tags());
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static NewsRecord decode(ByteBuffer in) {
        TaskId eventId = new TaskId(in.getLong());
        String endpoint = Strings.get(in);
        Receipt news = new Receipt(
                eventId,
                new TaskId(in.getLong()),
                Strings.get(in),
                STATES[in.get()],
                Strings.get(in),
                Strings.getAddress(in),
                Strings.getAddress(in),
                in.getShort(),
                Strings.get(in),
                in.get() == 1,
                Instant.ofEpochMilli(in.getLong()),
                Instant.ofEpochMilli(in.getLong()),
                new CarrierReport(
                        Strings.get(in),
                        Strings.get(in),
                        in.getInt(),
                        Instant.ofEpochSecond(in.getLong()),
                        Instant.ofEpochSecond(in.getLong()),
                        Strings.getMap(in)),
                List.of(),
                Optional.empty(),
                Strings.getMap(in));
        return new NewsRecord(endpoint, news);
    }

    /** Whom a record tells, without reading the rest. */
    public static String endpoint(ByteBuffer in) {
        in.getLong();
        return Strings.get(in);
    }
}
