package io.smppbridge.receipts;

/**
 * The id that an SMSC has given to several messages at once: submit_multi has one message_id for all its destinations. Written down, and
 * looked up, with the end of the destination's number behind it, so that a receipt finds the one message that it is about. Numbers
 * compare by their last eight digits, as an SMSC may write one with a prefix in the receipt and without it in the answer, or the other
 * way round.
 */
public final class SharedId {
    /** Stands in no id: SMPP's ids are printable. */
    private static final char MARK = '\u001F';

    private static final int LAST_DIGITS = 8;

    private SharedId() {}

    /** @return the id as one destination's; empty when there is no id */
    public static String of(String id, String to) {
        return id.isEmpty() ? "" : id + MARK + end(to);
    }

    /** Whether others may have the same id. */
    public static boolean isShared(String id) {
        return id.indexOf(MARK) >= 0;
    }

    /** The id as the SMSC gave it. */
    public static String plain(String id) {
        int mark = id.indexOf(MARK);
        return mark < 0 ? id : id.substring(0, mark);
    }

    /** The mark and what follows it; empty for an id of one message. */
    static String behind(String id) {
        int mark = id.indexOf(MARK);
        return mark < 0 ? "" : id.substring(mark);
    }

    /** Whether a receipt about that number may be about the message that was answered with this id. */
    public static boolean isAbout(String id, String number) {
        String behind = behind(id);
        return behind.isEmpty() || behind.substring(1).equals(end(number));
    }

    private static String end(String number) {
        int plus = number.startsWith("+") ? 1 : 0;
        return number.substring(Math.max(plus, number.length() - LAST_DIGITS));
    }
}
