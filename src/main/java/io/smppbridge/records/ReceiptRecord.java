package io.smppbridge.records;

import io.smppbridge.CarrierReport;
import io.smppbridge.receipts.ReceiptState;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * The RECEIPT record: what an SMSC's receipt said of one part of a message, before or after the message's end. Chained with the
 * message's other records.
 *
 * @param previous position of the record before it
 * @param atMs when it came, in milliseconds since 1970
 * @param part from 0
 */
public record ReceiptRecord(long id, long previous, long atMs, int part, ReceiptState state, CarrierReport report) {
    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        head(out, id, previous, atMs, part, state, report);
        Strings.putMap(out, report.tlvs());
    }

    /** Writes down what a receipt says, as {@link #encode(ByteBuffer)} of its record, which need not be made: by whoever writes many. */
    public static void encode(
            ByteBuffer out,
            TlvNames names,
            long id,
            long previous,
            long atMs,
            int part,
            ReceiptState state,
            CarrierReport report) {
        head(out, id, previous, atMs, part, state, report);
        names.putMap(out, report.tlvs());
    }

    private static void head(
            ByteBuffer out, long id, long previous, long atMs, int part, ReceiptState state, CarrierReport report) {
        out.putLong(id).putLong(previous).putLong(atMs).putShort((short) part);
        out.put((byte) state.code()).putInt(report.networkError());
        out.putLong(report.submitDate().getEpochSecond())
                .putLong(report.doneDate().getEpochSecond());
        Strings.put(out, report.stat());
        Strings.put(out, report.err());
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static ReceiptRecord decode(ByteBuffer in) {
        long id = in.getLong();
        long previous = in.getLong();
        long atMs = in.getLong();
        int part = in.getShort();
        ReceiptState state = ReceiptState.of(in.get());
        int networkError = in.getInt();
        Instant submitDate = Instant.ofEpochSecond(in.getLong());
        Instant doneDate = Instant.ofEpochSecond(in.getLong());
        CarrierReport report = new CarrierReport(
                Strings.get(in), Strings.get(in), networkError, submitDate, doneDate, Strings.getMap(in));
        return new ReceiptRecord(id, previous, atMs, part, state, report);
    }
}
