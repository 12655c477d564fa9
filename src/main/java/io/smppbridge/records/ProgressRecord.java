package io.smppbridge.records;

import io.smppbridge.settings.RouteConfig.Failover;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * The PROGRESS record: one thing that happened to an open message. Records of one message are chained backwards.
 *
 * @param previous position of the record before it
 * @param atMs when, in milliseconds since 1970
 * @param part from 0
 * @param commandStatus of the SMSC's answer; of {@link Kind#NUMBERED} the number, of {@link Kind#REROUTED} what befell it, of {@link Kind#DELETING}
 *     whether it is asked
 * @param dueAtMs next attempt not before
 * @param text the SMSC's message_id, or the new SMSC
 * @param said what the TLVs of the SMSC's answer say, by name; empty when it has none
 */
public record ProgressRecord(
        long id,
        long previous,
        Kind kind,
        long atMs,
        int part,
        int commandStatus,
        int refusals,
        int unanswered,
        long dueAtMs,
        String text,
        Map<String, String> said) {
    /** What happened. The order is on disk: never changed, only added to. */
    public enum Kind {
        /** The SMSC took one part; others are missing. */
        PART_ACCEPTED,
        /** The SMSC took the last part; a receipt is awaited. */
        SENT,
        /** Refused for a time. */
        REFUSED,
        /** No answer will come; another attempt is due. */
        UNANSWERED,
        /** No answer will come; waits for an operator's word. */
        HELD,
        /** An operator lets it go out again. */
        RELEASED,
        /** It goes to another SMSC now. */
        REROUTED,
        /** Its parts bear another number, or the first one after it waited for that. */
        NUMBERED,
        /** No answer will come, and no other attempt is made: it ends when it is due, for the reason that is the text. */
        LAST_UNANSWERED,
        /** Its SMSC is asked to delete it, or has answered that it has not. */
        DELETING
    }

    /** Without TLVs. */
    public ProgressRecord(
            long id,
            long previous,
            Kind kind,
            long atMs,
            int part,
            int commandStatus,
            int refusals,
            int unanswered,
            long dueAtMs,
            String text) {
        this(id, previous, kind, atMs, part, commandStatus, refusals, unanswered, dueAtMs, text, Map.of());
    }

    private static final Kind[] KINDS = Kind.values();
    private static final Failover[] CAUSES = Failover.values();
    private static final int KIND_AT = 2 * Long.BYTES;
    private static final int HEX = 16;
    private static final char AHEAD = '/';

    /** A message bears a number from now on. */
    public static ProgressRecord numbered(Bearer bearer, long previous) {
        String text = Long.toString(bearer.pair(), HEX) + AHEAD + Long.toString(bearer.airMs(), HEX);
        return new ProgressRecord(
                bearer.id(), previous, Kind.NUMBERED, bearer.givenMs(), 0, bearer.number(), 0, 0, 0, text);
    }

    /** An operator lets it go out again, which may be for the second time. */
    public static ProgressRecord released(long id, long previous, long atMs) {
        return new ProgressRecord(id, previous, Kind.RELEASED, atMs, 0, 0, 0, 1, 0, "sent again by an operator");
    }

    /** It waits for an operator's word since a start, whatever has happened to it before. */
    public static ProgressRecord heldAtStart(long id, long previous, long atMs) {
        return new ProgressRecord(id, previous, Kind.HELD, atMs, 0, 0, 0, 0, 0, "held at the start");
    }

    /**
     * It goes to another SMSC.
     *
     * @param because what befell it at the one before, so that it begins anew; null where that has left the configuration
     */
    public static ProgressRecord rerouted(
            long id, long previous, long atMs, Failover because, int refusals, int unanswered, String smsc) {
        int cause = because == null ? 0 : because.ordinal() + 1;
        return new ProgressRecord(id, previous, Kind.REROUTED, atMs, 0, cause, refusals, unanswered, 0, smsc);
    }

    /** Its SMSC is asked to delete it, or no longer. */
    public static ProgressRecord deleting(long id, long previous, long atMs, boolean asked) {
        return new ProgressRecord(id, previous, Kind.DELETING, atMs, 0, asked ? 1 : 0, 0, 0, 0, "");
    }

    /** Of {@link Kind#DELETING}: whether the SMSC is asked from then on. */
    public boolean isAsked() {
        return commandStatus != 0;
    }

    /** Of {@link Kind#REROUTED}: whether it begins anew there, whatever it waited for before. */
    public boolean beginsAnew() {
        return commandStatus != 0;
    }

    /** Whether it tells of an attempt after one that got no answer, or that another SMSC may have it too. */
    public boolean followsUnanswered() {
        return switch (kind) {
            case PART_ACCEPTED, SENT, REFUSED -> unanswered > 0;
            case UNANSWERED, HELD, LAST_UNANSWERED -> unanswered > 1;
            case REROUTED -> beginsAnew() && CAUSES[commandStatus - 1].mayDouble();
            case RELEASED, NUMBERED, DELETING -> false;
        };
    }

    /** Whether it tells of an attempt that was made. */
    public boolean isOfAttempt() {
        return switch (kind) {
            case PART_ACCEPTED, SENT, REFUSED, UNANSWERED, LAST_UNANSWERED -> true;
            case HELD -> unanswered > 0; // else it has been held since a start
            case RELEASED, REROUTED, NUMBERED, DELETING -> false;
        };
    }

    /** Whether it tells of an attempt that got no answer. */
    public boolean isWithoutAnswer() {
        return switch (kind) {
            case UNANSWERED, HELD, LAST_UNANSWERED -> isOfAttempt();
            default -> false;
        };
    }

    /** Of {@link Kind#NUMBERED}: the number of its parts. */
    public int number() {
        return commandStatus;
    }

    /** Of {@link Kind#NUMBERED}: what the number is one of. */
    long pair() {
        int end = text.indexOf(AHEAD);
        return Long.parseLong(end < 0 ? text : text.substring(0, end), HEX);
    }

    /** Of {@link Kind#NUMBERED}: who bears the number since. */
    public Bearer bearer() {
        int end = text.indexOf(AHEAD);
        long airMs = end < 0 ? 0 : Long.parseLong(text.substring(end + 1), HEX);
        return new Bearer(pair(), number(), id, atMs, airMs);
    }

    /** A record that is of {@link Kind#NUMBERED}; empty for any other, which is not decoded. */
    public static Optional<ProgressRecord> numberedIn(ByteBuffer in) {
        return in.get(in.position() + KIND_AT) == Kind.NUMBERED.ordinal() ? Optional.of(decode(in)) : Optional.empty();
    }

    /** Writes its octets from where the buffer stands on. */
    public void encode(ByteBuffer out) {
        out.putLong(id).putLong(previous);
        out.put((byte) kind.ordinal());
        out.putLong(atMs).putShort((short) part).putInt(commandStatus);
        out.putShort((short) refusals).putShort((short) unanswered);
        out.putLong(dueAtMs);
        Strings.put(out, text);
        Strings.putMap(out, said);
    }

    /** Reads what {@link #encode} wrote, of this version or one before. */
    public static ProgressRecord decode(ByteBuffer in) {
        return new ProgressRecord(
                in.getLong(),
                in.getLong(),
                KINDS[in.get()],
                in.getLong(),
                in.getShort(),
                in.getInt(),
                in.getShort(),
                in.getShort(),
                in.getLong(),
                Strings.get(in),
                Strings.getMap(in));
    }

    /** When the next attempt is due: no later than it was to be, where the clock has been set back since. */
    public long dueAtMs(long nowMs) {
        long setBackMs = Math.max(0, atMs - nowMs);
        return Math.max(0, dueAtMs - setBackMs);
    }
}
