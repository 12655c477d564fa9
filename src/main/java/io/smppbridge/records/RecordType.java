package io.smppbridge.records;

/** What the journal's records are. The numbers are on disk: never reused, never changed. */
public final class RecordType {
    /** A message was accepted. */
    public static final byte ACCEPT = 1;
    /** Something happened to an open message. */
    public static final byte PROGRESS = 2;
    /** A message reached its final state. */
    public static final byte CLOSE = 3;
    /** An open message written anew, its ACCEPT and all PROGRESS in one, so that an old segment can go. */
    public static final byte CARRY = 4;
    /** A delivery that stands for itself: an MO part, or a receipt that matches nothing yet. */
    public static final byte INBOUND = 5;
    /** The platform has taken an event, or a delivery needs nothing more. */
    public static final byte EVENT_DONE = 6;
    /** An event was laid aside, or is offered again. */
    public static final byte EVENT_DEAD = 7;
    /** A clientRef whose message's record has gone. */
    public static final byte REF = 8;

    /** An MO put together from its parts, whose own records it ends. */
    public static final byte MESSAGE = 9;

    /** What a receipt said of a message's part. */
    public static final byte RECEIPT = 20;

    /** A number of concatenated parts whose message's record has gone. */
    public static final byte NUMBER = 10;

    /** An 8-bit number that may be on a handset still, of a message whose record has gone. */
    public static final byte TAKEN = 11;

    /** An event about a state that is not a message's last. */
    public static final byte NEWS = 30;

    /** A subscriber that an SMSC can reach again. */
    public static final byte ALERT = 31;

    /** A subscriber wants no more messages, or wants them again. */
    public static final byte CONSENT = 40;

    /** A subscriber is owed an answer. */
    public static final byte REPLY = 41;

    /** How far a stream with a name is. */
    public static final byte STREAM = 50;

    /** Nothing is to stay that is about a number; or, nothing does. */
    public static final byte ERASE = 60;

    private RecordType() {}

    /** To be thrown where a record is of a type that this version does not know. */
    public static IllegalStateException unknown() {
        return new IllegalStateException("no such type is known");
    }

    /** For people who inspect a journal. */
    public static String name(byte type) {
        return switch (type) {
            case ACCEPT -> "ACCEPT";
            case PROGRESS -> "PROGRESS";
            case CLOSE -> "CLOSE";
            case CARRY -> "CARRY";
            case INBOUND -> "INBOUND";
            case EVENT_DONE -> "EVENT_DONE";
            case EVENT_DEAD -> "EVENT_DEAD";
            case REF -> "REF";
            case MESSAGE -> "MESSAGE";
            case NUMBER -> "NUMBER";
            case TAKEN -> "TAKEN";
            case RECEIPT -> "RECEIPT";
            case NEWS -> "NEWS";
            case ALERT -> "ALERT";
            case CONSENT -> "CONSENT";
            case REPLY -> "REPLY";
            case STREAM -> "STREAM";
            case ERASE -> "ERASE";
            default -> "type " + type;
        };
    }
}
