package io.smppbridge.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/** What can be found behind the place where a log stops without a seal. */
final class TornEnd {
    private static final int SEARCH_WINDOW = 1 << 20;

    private TornEnd() {}

    /** Throws when a later segment has anything in it. */
    static void refuseMoreBehind(List<Found> found, Found file, int end, long seq) throws IOException {
        for (Found later : found) {
            if (later.number() > file.number() && later.segment() != null) {
                try (DiskFile next = later.segment().open()) {
                    if (lastOctet(next, later.segment().header().size()) >= 0) {
                        throw JournalException.damaged(
                                file.name(),
                                end,
                                "record " + seq + " is damaged, and " + later.name() + " goes on behind it");
                    }
                }
            }
        }
    }

    /** Looks for COMMITs and SEALs behind a bad place; one that calls seq forced is proof of damage. Counts the records they name. */
    static long evidence(Found file, DiskFile octets, int from, long seq) throws IOException {
        SegmentHeader header = file.segment().header();
        ByteBuffer window = window(octets);
        CRC32C crc = new CRC32C();
        long named = 0;
        for (long at = from; at < file.size(); at += window.capacity() - Frame.CONTROL_SIZE) {
            window.clear();
            int filled = octets.readFully(window, at);
            window.clear();
            for (int i = 0; i + Frame.CONTROL_SIZE <= filled; i += 8) {
                byte type = window.get(i + 16);
                if (window.getInt(i) != Frame.CONTROL_LENGTH || (type != Frame.COMMIT && type != Frame.SEAL)) {
                    continue;
                }
                if (Frame.check(crc, window, i, filled, header.salt(), -1) <= 0) {
                    continue;
                }
                long durable = Frame.word(window, i, 2);
                if (durable >= seq) {
                    throw JournalException.damaged(
                            file.name(),
                            from,
                            "record " + seq + " is damaged; everything up to " + durable + " had been stored");
                }
                long tag = header.mark().isSealed() ? 1 : 0;
                long frames = Frame.word(window, i, 1) - Frame.word(window, i, 0) + 1;
                named += type == Frame.COMMIT ? Math.max(0, frames - tag) : 0;
            }
        }
        return named;
    }

    /** Offset of the last octet that is not zero, from here on; -1 when all are. */
    static long lastOctet(DiskFile file, long from) throws IOException {
        ByteBuffer window = window(file);
        ByteBuffer zeros = ByteBuffer.allocate(window.capacity());
        long last = -1;
        long at = from;
        int read = file.readFully(window, at);
        while (read > 0) {
            boolean nothing = window.slice(0, read).mismatch(zeros.slice(0, read)) < 0;
            int i = nothing ? 0 : read;
            while (i % 8 != 0 && window.get(i - 1) == 0) {
                i--;
            }
            while (i > 0 && i % 8 == 0 && window.getLong(i - 8) == 0) {
                i -= 8;
            }
            while (i > 0 && window.get(i - 1) == 0) {
                i--;
            }
            last = i > 0 ? at + i - 1 : last;
            at += read;
            window.clear();
            read = file.readFully(window, at);
        }
        return last;
    }

    static ByteBuffer window(DiskFile file) throws IOException {
        int whole = Frame.padded((int) Math.min(SEARCH_WINDOW, file.size())); // a multiple of 8, as frames are placed
        return ByteBuffer.allocate(Math.max(8 * Frame.CONTROL_SIZE, whole));
    }
}
