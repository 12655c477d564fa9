package io.smppbridge.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The first octets of a segment: stored and forced before the file gets its name, so a bad one is always damage.
 *
 * @param version layout of this header and of the frames; one version back can be read
 * @param number of the segment, also in its name
 * @param capacity octets of the whole file
 * @param batchLimit octets that the largest batch may take; version 1 had no such field and one MiB
 * @param salt goes into every frame's CRC
 * @param oldest the oldest segment that counted when this one was made
 * @param instance a random number of the journal this belongs to
 * @param incarnation how often the journal had been opened
 * @param madeAt when, in ms since 1970
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
        long madeAt) {
    static final int SIZE = 64;
    static final int VERSION = 2;
    static final int OLDEST_VERSION = 1;
    static final int DEFAULT_BATCH_LIMIT = 1 << 20;
    private static final long MAGIC = 0x534D50504A524E4CL; // SMPPJRNL

    /** Where a segment's number becomes a file name, and back. */
    static String fileName(int number) {
        return String.format("segment-%010d.log", number);
    }

    /** The number in a segment's file name, or -1 for any other name. */
    static int numberOf(String fileName) {
        if (!fileName.matches("segment-[0-9]{10}\\.log")) {
            return -1;
        }
        long number = Long.parseLong(fileName.substring(8, 18));
        return number > 0 && number < Integer.MAX_VALUE ? (int) number : -1;
    }

    ByteBuffer encode() {
        ByteBuffer out = ByteBuffer.allocate(SIZE);
        out.putLong(MAGIC).putInt(version).putInt(number).putInt(capacity);
        out.putInt(version >= 2 ? batchLimit : 0);
        out.putInt(salt).putInt(oldest).putLong(instance).putLong(incarnation).putLong(madeAt);
        out.putInt(0).putInt(crc(out));
        return out.flip();
    }

    /** Reads and checks a header found in this file. */
    static SegmentHeader decode(String file, ByteBuffer in) {
        if (in.getLong(0) != MAGIC) {
            throw JournalException.damaged(file, 0, "this is not a segment of a journal");
        }
        int version = in.getInt(8);
        if (in.getInt(SIZE - 4) != crc(in)) {
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
                in.getLong(48));
        if (limit < Frame.CONTROL_SIZE || limit > 1 << 30) {
            throw JournalException.damaged(file, 20, "batch limit " + limit + " makes no sense");
        }
        return header;
    }

    private static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        ByteBuffer covered = header.duplicate();
        covered.limit(SIZE - 4).position(0);
        crc.update(covered);
        return (int) crc.getValue();
    }
}
