package io.smppbridge.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The first octets of a segment: stored and forced before the file gets its name, so a bad one is always damage.
 *
 * @param version layout of this header and of the frames: 3 when contents are sealed, else 2; one version back from that can be read
 * @param number of the segment, also in its name
 * @param capacity octets of the whole file
 * @param batchLimit octets that the largest batch may take; version 1 had no such field and one MiB
 * @param salt goes into every frame's CRC
 * @param oldest the oldest segment that counted when this one was made
 * @param instance a random number of the journal this belongs to
 * @param incarnation how often the journal had been opened
 * @param madeAt when, in ms since 1970
 * @param mark which key sealed it
 */
record SegmentHeader(
        int version,
        int number,
        int capacity,
        int batchLimit,
        int salt,
        int oldest,
        long instance,
        long incarnation,
        long madeAt,
        KeyMark mark) {
    static final int SIZE = 64;
    /** Octets of a header with a mark, the largest. */
    static final int SEALED_SIZE = 128;

    static final int VERSION = 3;
    private static final Pattern FILE_NAME = Pattern.compile("segment-[0-9]{10}\\.log");
    private static final int CLEAR_VERSION = 2;
    static final int OLDEST_VERSION = 1;
    static final int DEFAULT_BATCH_LIMIT = 1 << 20;
    private static final long MAGIC = 0x534D50504A524E4CL; // SMPPJRNL

    /**
     * Which key sealed a segment.
     *
     * @param keyId empty when contents lie in clear
     * @param salt random, goes into the segment's own key
     * @param check what the right key makes of all this
     */
    record KeyMark(String keyId, byte[] salt, byte[] check) {
        static final int ID = 16;
        static final KeyMark NONE = new KeyMark("", new byte[0], new byte[0]);

        boolean isSealed() {
            return !keyId.isEmpty();
        }
    }

    SegmentHeader {
        boolean fits = mark.isSealed() == (version >= VERSION) || version < OLDEST_VERSION || version > VERSION;
        if (!fits) {
            throw new IllegalArgumentException("version " + version + " with key " + mark.keyId());
        }
    }

    static int version(boolean sealed) {
        return sealed ? VERSION : CLEAR_VERSION;
    }

    SegmentHeader marked(byte[] check) {
        KeyMark complete = new KeyMark(mark.keyId(), mark.salt(), check);
        return new SegmentHeader(
                version, number, capacity, batchLimit, salt, oldest, instance, incarnation, madeAt, complete);
    }

    /** Octets of the header: where the first frame lies. */
    int size() {
        return mark.isSealed() ? SEALED_SIZE : SIZE;
    }

    /** Octets that the header has which begins like this, at least {@link #SIZE} of them. */
    static int sizeOf(ByteBuffer start) {
        return start.getInt(8) == VERSION && start.getLong(0) == MAGIC ? SEALED_SIZE : SIZE;
    }

    /** Where a segment's number becomes a file name, and back: in these digits whatever those of the process's locale are. */
    static String fileName(int number) {
        String digits = Integer.toString(number);
        return "segment-" + "0".repeat(10 - digits.length()) + digits + ".log";
    }

    /** The number in a segment's file name, or -1 for any other name. */
    static int numberOf(String fileName) {
        if (!FILE_NAME.matcher(fileName).matches()) {
            return -1;
        }
        long number = Long.parseLong(fileName.substring(8, 18));
        return number > 0 && number < Integer.MAX_VALUE ? (int) number : -1;
    }

    ByteBuffer encode() {
        ByteBuffer out = ByteBuffer.allocate(size());
        out.putLong(MAGIC).putInt(version).putInt(number).putInt(capacity);
        out.putInt(version >= 2 ? batchLimit : 0);
        out.putInt(salt).putInt(oldest).putLong(instance).putLong(incarnation).putLong(madeAt);
        out.putInt(0).putInt(crc(out, 0, SIZE - 4));
        if (mark.isSealed()) {
            byte[] id = mark.keyId().getBytes(StandardCharsets.US_ASCII);
            out.put(id).position(SIZE + KeyMark.ID);
            out.put(mark.salt()).put(mark.check()).position(SEALED_SIZE - 4);
            out.putInt(crc(out, SIZE, SEALED_SIZE - 4));
        }
        return out.flip();
    }

    /** Reads and checks a header found in this file. */
    static SegmentHeader decode(String file, ByteBuffer in) {
        if (in.getLong(0) != MAGIC) {
            throw JournalException.damaged(file, 0, "this is not a segment of a journal");
        }
        int version = in.getInt(8);
        if (in.getInt(SIZE - 4) != crc(in, 0, SIZE - 4)) {
            throw JournalException.damaged(file, 0, "the header's checksum does not fit");
        }
        if (version > VERSION || version < OLDEST_VERSION) {
            throw new JournalException(
                    JournalException.Kind.FOREIGN_VERSION,
                    file + " has journal version " + version + ", expected " + OLDEST_VERSION + " to " + VERSION
                            + "; nothing was changed. Start the version that wrote it, or a newer one");
        }
        int limit = version >= 2 ? in.getInt(20) : DEFAULT_BATCH_LIMIT;
        SegmentHeader header = new SegmentHeader(
                version,
                in.getInt(12),
                in.getInt(16),
                limit,
                in.getInt(24),
                in.getInt(28),
                in.getLong(32),
                in.getLong(40),
                in.getLong(48),
                version == VERSION ? mark(file, in) : KeyMark.NONE);
        if (limit < Frame.CONTROL_SIZE || limit > 1 << 30) {
            throw JournalException.damaged(file, 20, "batch limit " + limit + " makes no sense");
        }
        return header;
    }

    private static KeyMark mark(String file, ByteBuffer in) {
        if (in.getInt(SEALED_SIZE - 4) != crc(in, SIZE, SEALED_SIZE - 4)) {
            throw JournalException.damaged(file, SIZE, "the checksum of the key's mark does not fit");
        }
        byte[] id = new byte[KeyMark.ID];
        byte[] salt = new byte[SegmentSeal.SALT];
        byte[] check = new byte[SegmentSeal.CHECK];
        in.get(SIZE, id).get(SIZE + KeyMark.ID, salt).get(SIZE + KeyMark.ID + SegmentSeal.SALT, check);
        return new KeyMark(new String(id, StandardCharsets.US_ASCII).trim(), salt, check);
    }

    private static int crc(ByteBuffer header, int from, int to) {
        CRC32C crc = new CRC32C();
        ByteBuffer covered = header.duplicate();
        covered.limit(to).position(from);
        crc.update(covered);
        return (int) crc.getValue();
    }
}
