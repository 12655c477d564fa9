package io.smppbridge.records;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The ACCEPT record: everything needed to send the message after a restart. A head of fixed fields comes first, so that recovery can
 * fill tables without decoding the rest.
 *
 * @param endpoint where its events go: {@code webhook:name}, {@code listener}, or empty
 * @param reference of its concatenated parts, of which the wire shows the low 8 or 16 bits; {@link PartsNumber#AWAITED} while all are
 *     in use
 * @param place in a stream with a name, which is what a repetition is known by then
 * @param trail how it came to its SMSC
 * @param given how it was before a plug-in changed it for the SMSC that it goes to now; empty when none did
 */
public record AcceptRecord(
        long id,
        long acceptedMs,
        long expiresAtMs,
        long dueAtMs,
        int reference,
        int partCount,
        Encoding encoding,
        String smsc,
        String endpoint,
        String account,
        RefKey ref,
        StreamPlace place,
        OutboundSms sms,
        Trail trail,
        Optional<Shape> given) {

    /** The fixed fields, in the order of the disk. */
    public record Head(
            long id,
            long acceptedMs,
            long expiresAtMs,
            long dueAtMs,
            int reference,
            int partCount,
            Encoding encoding,
            Priority priority,
            ReceiptWish wish,
            RefKey ref,
            StreamPlace place,
            String smsc,
            String endpoint,
            long airMs) {}

    /** In the octet of the encoding: a place in a stream follows the ref. */
    private static final int STREAMED = 0x40;
    /** In the same octet: when a handset may have a part at the earliest follows, as the SMSC keeps the message longer than the bridge. */
    private static final int AHEAD = 0x20;

    /** Where in a record it stands when the message was accepted, in milliseconds since 1970. */
    public static final int ACCEPTED_AT = Long.BYTES;

    /** Where in a record it stands when the message expires, in milliseconds since 1970. */
    public static final int EXPIRES_AT = 2 * Long.BYTES;

    static final int DUE_AT = 3 * Long.BYTES;
    static final int PARTS_AT = 4 * Long.BYTES + Integer.BYTES;
    private static final int ENCODING_AT = PARTS_AT + Short.BYTES;

    private static final Encoding[] ENCODINGS = Encoding.values();
    private static final Priority[] PRIORITIES = Priority.values();
    private static final ReceiptWish[] WISHES = ReceiptWish.values();

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        out.putLong(id).putLong(acceptedMs).putLong(expiresAtMs).putLong(dueAtMs);
        out.putInt(reference).putShort((short) partCount);
        putHead(out, encoding, ref, place, smsc, endpoint, sms, dueAtMs);
        putBody(out, account, sms, trail, "");
        out.put((byte) (given.isPresent() ? 1 : 0));
        if (given.isPresent()) {
            given.get().put(out);
        }
    }

    /**
     * Writes down a message that has come just now: as {@link #encode(ByteBuffer)} of its record, which need not be made.
     *
     * @param likelyTlv the name of the TLV that is likely to be its only one, if it has any
     */
    public static void encode(
            ByteBuffer out,
            long id,
            long acceptedMs,
            long expiresAtMs,
            long dueAtMs,
            int reference,
            int partCount,
            Encoding encoding,
            String smsc,
            String endpoint,
            String account,
            RefKey ref,
            StreamPlace place,
            OutboundSms sms,
            Trail trail,
            String likelyTlv) {
        out.putLong(id).putLong(acceptedMs).putLong(expiresAtMs).putLong(dueAtMs);
        out.putInt(reference).putShort((short) partCount);
        putHead(out, encoding, ref, place, smsc, endpoint, sms, dueAtMs);
        putBody(out, account, sms, trail, likelyTlv);
        out.put((byte) 0);
    }

    /** What of the head stands behind its numbers. */
    private static void putHead(
            ByteBuffer out,
            Encoding encoding,
            RefKey ref,
            StreamPlace place,
            String smsc,
            String endpoint,
            OutboundSms sms,
            long dueAtMs) {
        long airMs = Bearer.airMs(sms, dueAtMs);
        boolean ahead = airMs > dueAtMs;
        out.put((byte) (encoding.ordinal() | (place.isNone() ? 0 : STREAMED) | (ahead ? AHEAD : 0)));
        out.put((byte) sms.priority().ordinal());
        out.put((byte) sms.wish().ordinal());
        out.putLong(ref.high()).putLong(ref.low()).putLong(ref.body());
        if (!place.isNone()) {
            place.put(out);
        }
        Strings.put(out, smsc);
        Strings.put(out, endpoint);
        if (ahead) {
            out.putLong(airMs);
        }
    }

    private static void putBody(ByteBuffer out, String account, OutboundSms sms, Trail trail, String likelyTlv) {
        Strings.put(out, account);
        Strings.put(out, sms.clientRef());
        Strings.putAddress(out, sms.from());
        Strings.putAddress(out, sms.to());
        out.put((byte) (sms.hint().isPresent() ? sms.hint().get().ordinal() : -1));
        Strings.put(out, sms.text());
        Strings.putBytes(out, sms.binary());
        Strings.put(out, sms.callback());
        out.putLong(sms.validity().toMillis());
        Strings.putMap(out, sms.tags());
        out.putLong(scheduleMs(sms));
        Codings.put(out, sms.coding());
        Strings.putMap(out, sms.tlvs(), likelyTlv);
        Forms.put(out, sms.form());
        Strings.put(out, trail.route());
        Strings.put(out, trail.changesText());
        out.put((byte) (trail.exempt() ? 1 : 0));
    }

    /** The message as no plug-in has changed it for an SMSC. */
    public OutboundSms asGiven() {
        return given.isEmpty() ? sms : given.get().on(sms);
    }

    private static long scheduleMs(OutboundSms sms) {
        return sms.schedule() == Instant.EPOCH ? 0 : sms.schedule().toEpochMilli();
    }

    /** When a handset may have a part of it at the earliest. */
    public long airMs() {
        return Bearer.airMs(sms, dueAtMs);
    }

    /** Its fixed fields. */
    public Head head() {
        return new Head(
                id,
                acceptedMs,
                expiresAtMs,
                dueAtMs,
                reference,
                partCount,
                encoding,
                sms.priority(),
                sms.wish(),
                ref,
                place,
                smsc,
                endpoint,
                airMs());
    }

    /** Reads the head alone; what follows it is where the buffer stands then. */
    public static Head head(ByteBuffer in) {
        return head(in, "", "");
    }

    /** With the names that its SMSC and its endpoint are likely to have. */
    public static Head head(ByteBuffer in, String smsc, String endpoint) {
        int encoding = in.get(in.position() + ENCODING_AT);
        long dueAtMs = in.getLong(in.position() + DUE_AT);
        return new Head(
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getShort(),
                ENCODINGS[in.get() & ~(STREAMED | AHEAD)],
                PRIORITIES[in.get()],
                WISHES[in.get()],
                RefKey.get(in),
                (encoding & STREAMED) == 0 ? StreamPlace.NONE : StreamPlace.get(in),
                Strings.get(in, smsc),
                Strings.get(in, endpoint),
                (encoding & AHEAD) == 0 ? dueAtMs : in.getLong());
    }

    /** The number that its parts bear, read on from where {@link #head} has ended; of pair 0 when they bear none of ours. */
    public static Bearer bearer(ByteBuffer in, Head head) {
        long pair = 0;
        if (head.partCount() > 1 && isNumbered(head.reference())) {
            Strings.get(in);
            Strings.get(in);
            Address from = Strings.getAddress(in);
            Address to = Strings.getAddress(in);
            pair = PartsNumber.key(from, to, PartsNumber.isWide(head.reference()));
        }
        return new Bearer(pair, head.reference(), head.id(), head.acceptedMs(), head.airMs());
    }

    /** As {@link #bearer(ByteBuffer, Head)}, of a record that is read. */
    public Bearer bearer() {
        boolean numbered = partCount > 1 && isNumbered(reference);
        long pair = numbered ? PartsNumber.key(sms.from(), sms.to(), PartsNumber.isWide(reference)) : 0;
        return new Bearer(pair, reference, id, acceptedMs, airMs());
    }

    private static boolean isNumbered(int reference) {
        return reference == PartsNumber.AWAITED || PartsNumber.isNumbered(reference);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static AcceptRecord decode(ByteBuffer in) {
        Head head = head(in);
        String account = Strings.get(in);
        String clientRef = Strings.get(in);
        Address from = Strings.getAddress(in);
        Address to = Strings.getAddress(in);
        int hint = in.get();
        String text = Strings.get(in);
        byte[] binary = Strings.getBytes(in);
        String callback = Strings.get(in);
        Duration validity = Duration.ofMillis(in.getLong());
        Map<String, String> tags = Strings.getMap(in);
        long scheduleMs = in.getLong();
        SmppCoding coding = Codings.get(in);
        Map<String, String> tlvs = Strings.getMap(in);
        OutboundSms sms = new OutboundSms(
                from,
                to,
                text,
                binary,
                hint < 0 ? Optional.empty() : Optional.of(ENCODINGS[hint]),
                clientRef,
                head.priority(),
                validity,
                scheduleMs == 0 ? Instant.EPOCH : Instant.ofEpochMilli(scheduleMs),
                head.wish(),
                callback,
                tags,
                coding,
                tlvs,
                Forms.get(in));
        Trail trail = Trail.of(Strings.get(in), Strings.get(in), in.get() == 1);
        Optional<Shape> given = in.get() == 0 ? Optional.empty() : Optional.of(Shape.get(in));
        return new AcceptRecord(
                head.id(),
                head.acceptedMs(),
                head.expiresAtMs(),
                head.dueAtMs(),
                head.reference(),
                head.partCount(),
                head.encoding(),
                head.smsc(),
                head.endpoint(),
                account,
                head.ref(),
                head.place(),
                sms,
                trail,
                given);
    }
}
