package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads records for those who ask for many about in the order of their positions. Messages that came one after another have their
 * records in as many rows as each has records: once a second place of a row is asked for, what stands behind it is read with it.
 *
 * <p>What was read ahead may not have been written then, or only in part: its checksum tells, and it is read again.
 */
@OwnedBy("whoever has taken it")
final class ReadAhead {
    /** Octets that are read at once, and how far apart two places of a row may be. */
    static final int SPAN = 16 * 1024;

    private static final int ROWS = 16;
    private final Row[] rows = new Row[ROWS];
    private final CRC32C crc = new CRC32C();
    private long uses;

    ReadAhead() {
        for (int i = 0; i < ROWS; i++) {
            rows[i] = new Row();
        }
    }

    /** As {@link Segment#read(int)}. */
    Optional<JournalRecord> read(Segment segment, int offset) {
        Row near = null;
        Row longestUnused = rows[0];
        for (Row row : rows) {
            Optional<JournalRecord> held = row.holds(segment, offset) ? row.record(offset) : Optional.empty();
            if (held.isPresent()) {
                row.isAt(offset);
                return held;
            }
            near = row.leadsTo(segment, offset) ? row : near;
            longestUnused = row.used < longestUnused.used ? row : longestUnused;
        }
        if (near == null) {
            longestUnused.begin(segment, offset);
            return segment.read(offset);
        }
        near.fill(offset);
        Optional<JournalRecord> record = near.record(offset);
        return record.isPresent() ? record : segment.read(offset); // larger than the span, or not to be read at all
    }

    /** A row of records, and what has been read of it. */
    private final class Row {
        private Segment segment;
        private int last;
        private int from;
        private int filled;
        private ByteBuffer octets;
        private long used;

        boolean holds(Segment other, int offset) {
            return other == segment && offset >= from && offset - from < filled;
        }

        boolean leadsTo(Segment other, int offset) {
            return other == segment && offset >= last && offset - last < SPAN;
        }

        void isAt(int offset) {
            last = offset;
            used = ++uses;
        }

        void begin(Segment other, int offset) {
            segment = other;
            filled = 0;
            isAt(offset);
        }

        void fill(int offset) {
            if (octets == null) {
                octets = ByteBuffer.allocate(SPAN);
            }
            octets.clear();
            from = offset;
            filled = segment.fill(octets, offset);
            isAt(offset);
        }

        Optional<JournalRecord> record(int offset) {
            return segment.record(crc, octets, offset - from, filled, offset);
        }
    }
}
