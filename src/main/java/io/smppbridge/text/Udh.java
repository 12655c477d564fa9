package io.smppbridge.text;

import java.util.Arrays;
import java.util.Objects;

/**
 * A user data header (3GPP TS 23.040 §9.2.3.24): read with patience, kept octet by octet.
 *
 * @param octets the header with its length octet; empty for none, also when the length octet points beyond the user data
 * @param concat the place among the parts
 * @param destinationPort application port, or -1
 * @param sourcePort application port, or -1
 * @param shift identifier of the national language single shift table (element 0x24), 0 for the default
 * @param lock identifier of the national language locking shift table (element 0x25), 0 for the default
 * @param malformed whether something in it made no sense; the octets are kept all the same
 */
public record Udh(
        byte[] octets, Concat concat, int destinationPort, int sourcePort, int shift, int lock, boolean malformed) {
    private static final byte[] NO_OCTETS = {};

    /** Says of a header that makes no sense what was expected. */
    public static final String EXPECTED =
            "not a user data header, expected identifier, length and content of each element (3GPP TS 23.040 §9.2.3.24)";

    /** No header. */
    public static final Udh NONE = new Udh(NO_OCTETS, Concat.NONE, -1, -1, 0, 0, false);

    private static final Udh UNREADABLE = new Udh(NO_OCTETS, Concat.NONE, -1, -1, 0, 0, true);

    static final int CONCAT_8 = 0x00;
    static final int CONCAT_16 = 0x08;
    private static final int PORTS_8 = 0x04;
    private static final int PORTS_16 = 0x05;
    private static final int SINGLE_SHIFT = 0x24;
    private static final int LOCKING_SHIFT = 0x25;

    public Udh {
        Objects.requireNonNull(octets, "octets");
        Objects.requireNonNull(concat, "concat");
    }

    /** Reads the header at the start of user data whose UDHI bit is set. Never throws. */
    public static Udh parse(byte[] userData) {
        if (userData.length == 0 || (userData[0] & 0xFF) >= userData.length) {
            return UNREADABLE;
        }
        int end = 1 + (userData[0] & 0xFF);
        Concat concat = Concat.NONE;
        int destination = -1;
        int source = -1;
        int shift = 0;
        int lock = 0;
        boolean malformed = false;
        int at = 1;
        while (at < end) {
            int length = at + 1 < end ? userData[at + 1] & 0xFF : -1;
            int value = at + 2;
            if (length < 0 || value + length > end) {
                malformed = true;
                break;
            }
            switch (userData[at] & 0xFF) {
                case CONCAT_8, CONCAT_16 -> {
                    Concat read = concat(userData, at);
                    malformed |= read == Concat.NONE;
                    concat = read == Concat.NONE ? concat : read;
                }
                case PORTS_8 -> {
                    malformed |= length != 2;
                    destination = length == 2 ? userData[value] & 0xFF : destination;
                    source = length == 2 ? userData[value + 1] & 0xFF : source;
                }
                case PORTS_16 -> {
                    malformed |= length != 4;
                    destination = length == 4 ? two(userData, value) : destination;
                    source = length == 4 ? two(userData, value + 2) : source;
                }
                case SINGLE_SHIFT -> {
                    malformed |= length != 1;
                    shift = length == 1 ? userData[value] & 0xFF : shift;
                }
                case LOCKING_SHIFT -> {
                    malformed |= length != 1;
                    lock = length == 1 ? userData[value] & 0xFF : lock;
                }
                default -> {
                    // Kept in octets; nothing here to act on.
                }
            }
            at = value + length;
        }
        return new Udh(Arrays.copyOf(userData, end), concat, destination, source, shift, lock, malformed);
    }

    /** How many octets of user data it takes, its length octet included. */
    public int length() {
        return octets.length;
    }

    /** Whether it asks for a national language table. */
    public boolean shifted() {
        return shift != 0 || lock != 0;
    }

    /** Whether it says the place among the parts of one message, and nothing else. */
    boolean isPlaceAlone() {
        return !malformed && concat != Concat.NONE && others().length == 0;
    }

    /** Its elements without any place among parts, as a header; empty when none is left, or when it makes no sense. */
    public byte[] others() {
        if (malformed || octets.length == 0) {
            return NO_OCTETS;
        }
        byte[] rest = new byte[octets.length];
        int length = 1;
        for (int at = 1; at < octets.length; at += 2 + (octets[at + 1] & 0xFF)) {
            if (octets[at] != CONCAT_8 && octets[at] != CONCAT_16) {
                int size = 2 + (octets[at + 1] & 0xFF);
                System.arraycopy(octets, at, rest, length, size);
                length += size;
            }
        }
        rest[0] = (byte) (length - 1);
        return length == 1 ? NO_OCTETS : Arrays.copyOf(rest, length);
    }

    /** A header with the elements of this one and those that ask for national language tables, 0 for the default ones. */
    Udh withTables(int singleShift, int lockingShift) {
        if (singleShift == 0 && lockingShift == 0) {
            return this; // a header of nothing but its length would cost an octet, and the bit that tells of it
        }
        int own = Math.max(octets.length, 1);
        byte[] header = Arrays.copyOf(octets, own + (singleShift == 0 ? 0 : 3) + (lockingShift == 0 ? 0 : 3));
        int at = own;
        if (singleShift != 0) {
            header[at] = SINGLE_SHIFT;
            header[at + 1] = 1;
            header[at + 2] = (byte) singleShift;
            at += 3;
        }
        if (lockingShift != 0) {
            header[at] = LOCKING_SHIFT;
            header[at + 1] = 1;
            header[at + 2] = (byte) lockingShift;
        }
        header[0] = (byte) (header.length - 1);
        return new Udh(header, concat, destinationPort, sourcePort, singleShift, lockingShift, malformed);
    }

    /** A header with the elements of this one and the place among the parts. */
    byte[] with(Concat place) {
        int own = Math.max(octets.length, 1);
        byte[] header = Arrays.copyOf(octets, own + (place.kind() == Concat.Kind.UDH16 ? 6 : 5));
        put(header, own, place);
        header[0] = (byte) (header.length - 1);
        return header;
    }

    /** User data of the header for a place among the parts and then a stretch of a body. */
    static byte[] joined(Concat place, byte[] body, int from, int to) {
        int header = place.kind() == Concat.Kind.UDH16 ? 7 : 6;
        byte[] octets = new byte[header + to - from];
        octets[0] = (byte) (header - 1);
        put(octets, 1, place);
        System.arraycopy(body, from, octets, header, to - from);
        return octets;
    }

    private static void put(byte[] header, int at, Concat place) {
        if (place.kind() == Concat.Kind.UDH16) {
            header[at] = CONCAT_16;
            header[at + 1] = 4;
            header[at + 2] = (byte) (place.reference() >>> 8);
            header[at + 3] = (byte) place.reference();
            header[at + 4] = (byte) place.total();
            header[at + 5] = (byte) place.sequence();
        } else {
            header[at] = CONCAT_8;
            header[at + 1] = 3;
            header[at + 2] = (byte) place.reference();
            header[at + 3] = (byte) place.total();
            header[at + 4] = (byte) place.sequence();
        }
    }

    private static Concat concat(byte[] data, int at) {
        int value = at + 2;
        if (data[at] == CONCAT_8 && data[at + 1] == 3) {
            return Concat.orNone(Concat.Kind.UDH8, data[value] & 0xFF, data[value + 1] & 0xFF, data[value + 2] & 0xFF);
        }
        if (data[at] == CONCAT_16 && data[at + 1] == 4) {
            return Concat.orNone(Concat.Kind.UDH16, two(data, value), data[value + 2] & 0xFF, data[value + 3] & 0xFF);
        }
        return Concat.NONE;
    }

    private static int two(byte[] data, int at) {
        return (data[at] & 0xFF) << 8 | data[at + 1] & 0xFF;
    }
}
