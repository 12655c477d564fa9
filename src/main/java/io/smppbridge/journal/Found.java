package io.smppbridge.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A segment file as found: its header is missing only when the file is too short for one. */
record Found(int number, Segment segment, long size) {
    /**
     * The segments of a directory, in order.
     *
     * @param files those before the first one with a damaged header; all of them when none has
     * @param unread what is wrong with that one; empty when nothing is
     */
    record All(List<Found> files, Optional<JournalException> unread) {}

    /** Opens all segments and checks that their headers belong together. */
    static All all(Disk disk, Keyring keyring) throws IOException {
        List<String> names = disk.list().stream()
                .filter(name -> SegmentHeader.numberOf(name) > 0)
                .sorted()
                .toList();
        List<Found> files = new ArrayList<>();
        Segment first = null;
        try {
            for (String name : names) {
                Found file = open(disk, name, name.equals(names.get(names.size() - 1)), keyring);
                if (file.segment() != null) {
                    first = first == null ? file.segment() : first;
                    if (file.segment().header().instance() != first.header().instance()) {
                        throw JournalException.damaged(name, 32, "belongs to another journal than " + first.name());
                    }
                }
                files.add(file);
            }
        } catch (JournalException e) {
            if (e.kind() != JournalException.Kind.DAMAGED) {
                throw e;
            }
            return new All(files, Optional.of(e));
        }
        return new All(files, Optional.empty());
    }

    /** @param last whether it may be too short */
    static Found open(Disk disk, String name, boolean last, Keyring keyring) throws IOException {
        int number = SegmentHeader.numberOf(name);
        ByteBuffer header = ByteBuffer.allocate(SegmentHeader.SEALED_SIZE);
        try (DiskFile file = disk.openToRead(name)) {
            long size = file.size();
            int filled = file.readFully(header, 0);
            if (filled < SegmentHeader.SIZE || filled < SegmentHeader.sizeOf(header)) {
                if (last) {
                    return new Found(number, null, size);
                }
                throw JournalException.damaged(name, size, "the file ends within its header");
            }
            SegmentHeader decoded = SegmentHeader.decode(name, header);
            if (decoded.number() != number) {
                throw JournalException.damaged(name, 12, "is segment " + decoded.number() + " under another name");
            }
            return new Found(number, new Segment(disk, decoded, size, keyring), size);
        }
    }

    String name() {
        return SegmentHeader.fileName(number);
    }

    /** Throws when there is something in it that no key opens. */
    void lookForKey() throws IOException {
        if (segment != null && segment.header().mark().isSealed()) {
            try (DiskFile file = segment.open()) {
                ByteBuffer first = ByteBuffer.allocate(Frame.HEADER);
                file.readFully(first, segment.header().size());
                if (first.getInt(0) != 0) {
                    segment.seal();
                }
            }
        }
    }
}
