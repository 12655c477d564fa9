package io.smppbridge.pipeline;

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
record ReceiptRecord(long id, long previous, long atMs, int part, ReceiptState state, CarrierReport report) {
    void encode(ByteBuffer out) {
        head(out);
        Strings.putMap(out, report.tlvs());
    }

    /** The same octets, by whoever writes many. */
    void encode(ByteBuffer out, TlvNames names) {
        head(out);
        names.putMap(out, report.tlvs());
    }

    private void head(ByteBuffer out) {
        out.putLong(id).putLong(previous).putLong(atMs).putShort((short) part);
        out.put((byte) state.code()).putInt(report.networkError());
        out.putLong(report.submitDate().getEpochSecond())
                .putLong(report.doneDate().getEpochSecond());
        Strings.put(out, report.stat());
        Strings.put(out, report.err());
    }

    static ReceiptRecord decode(ByteBuffer in) {
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
