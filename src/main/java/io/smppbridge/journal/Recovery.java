package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a journal back and decides what its end means.
 *
 * <p>Why the end can be told from damage: a segment is sealed and forced before the next one gets its first octet, so only the last one with any
 * content can be torn; and every COMMIT and SEAL says up to which seq everything was forced when it was written. When the octets at some place do not
 * go on with seq s and a valid COMMIT or SEAL further on calls s forced, the place is damaged; else nothing in it was ever promised and it is cut.
 *
 * <p>Why the last segment is copied: after a failed force or a power loss the page cache may show octets that the disk does not have, and forcing
 * them again would report success. What is valid is therefore written to another file, sealed, forced, and renamed over the old one; new records go
 * to a new segment, made before, which the seal names. This is done at every start, since the end of an orderly close may lie as well. A crash
 * before the rename leaves the old file, one after it the new one.
 */
@OwnedBy("whoever opens the journal")
final class Recovery {
    /** Where the log ends: the last segment with records, the octet behind its last batch, and the seq that follows. */
    record Tail(int segment, int end, long nextSeq) {}

    private final Disk disk;
    private final Keyring keyring;
    private final List<Found> found;
    private final Optional<JournalException> unread;
    private final boolean needsKeys;
    private long records;
    private long bytes;
    private long cutBytes;
    private long cutRecords;
    private long cutAt = -1;
    private boolean clean = true;
    private Found shortened;
    private int missing;
    private boolean sealed;
    private long nextSeq;
    private ByteBuffer scanned = ByteBuffer.allocate(0);
    private Tail tail = new Tail(0, 0, 1);

    private Recovery(Disk disk, Keyring keyring, Found.All all, boolean needsKeys) {
        this.disk = disk;
        this.keyring = keyring;
        this.found = new ArrayList<>(all.files());
        this.unread = all.unread();
        this.needsKeys = needsKeys;
    }

    /**
     * Opens all segments and checks that their headers belong together. Changes nothing.
     *
     * @param needsKeys false: contents whose key is missing are walked over as they lie there
     */
    static Recovery look(Disk disk, Keyring keyring, boolean needsKeys) throws IOException {
        Recovery all = lookBeforeDamage(disk, keyring, needsKeys);
        all.refuseUnread();
        return all;
    }

    /** As {@link #look}, but of the segments before the first one whose header is damaged; {@link #refuseUnread} tells of that one. */
    static Recovery lookBeforeDamage(Disk disk, Keyring keyring, boolean needsKeys) throws IOException {
        return new Recovery(disk, keyring, Found.all(disk, keyring), needsKeys);
    }

    /** Throws when a header was damaged. */
    void refuseUnread() {
        if (unread.isPresent()) {
            throw unread.get();
        }
    }

    long instanceOr(long fresh) {
        return found.stream()
                .filter(f -> f.segment() != null)
                .map(f -> f.segment().header().instance())
                .findFirst()
                .orElse(fresh);
    }

    long nextIncarnation() {
        return 1
                + found.stream()
                        .filter(f -> f.segment() != null)
                        .mapToLong(f -> f.segment().header().incarnation())
                        .max()
                        .orElse(0);
    }

    Tail tail() {
        return tail;
    }

    List<Found> found() {
        return found;
    }

    RecoveryReport report(long incarnation) {
        int read =
                (int) found.stream().filter(f -> f.number() <= tail.segment()).count();
        return new RecoveryReport(
                read, records, bytes, clean, cutBytes, cutRecords, cutAt, shortened != null, incarnation);
    }

    /** The oldest segment that counts: dropped ones may still lie there. Drops since the last header was made are in the last two segments. */
    int oldestKept() throws IOException {
        long oldest = found.isEmpty() ? 1 : 0;
        for (Found file : found) {
            oldest = file.segment() == null
                    ? oldest
                    : Math.max(oldest, file.segment().header().oldest());
        }
        for (Found file : found.subList(Math.max(0, found.size() - 3), found.size())) {
            if (file.segment() == null) {
                continue;
            }
            try (DiskFile octets = file.segment().open()) {
                SegmentScanner scanner = scanner(octets, file.segment().header(), -1, null);
                oldest = Math.max(oldest, scanner.mayHoldTrims() ? trimTo(scanner) : 0);
            }
        }
        return oldest == 0 ? found.get(0).number() : (int) oldest;
    }

    private static long trimTo(SegmentScanner scanner) throws IOException {
        long oldest = 0;
        while (scanner.nextBatch()) {
            while (scanner.nextRecord()) {
                oldest = scanner.type() == Frame.TRIM ? Math.max(oldest, scanner.trimTo()) : oldest;
            }
        }
        return oldest;
    }

    /**
     * Shows all records from this segment on and finds the end. Throws on damage; changes nothing.
     *
     * @param oldest what is known of drops; later ones may stand behind a place that is damaged, which is then what is told
     * @return the segment that it began with
     */
    int walk(int oldest, RecordVisitor visitor) throws IOException {
        found.removeIf(file -> file.number() < oldest);
        int first = found.isEmpty() ? oldest : found.get(0).number();
        if (needsKeys) {
            for (Found file : found) {
                file.lookForKey();
            }
        }
        walkFrom(first, visitor);
        missing = first - oldest;
        if (missing > 0 && shortened == null) {
            throw JournalException.damaged(SegmentHeader.fileName(oldest), 0, "the file is missing");
        }
        return first;
    }

    private void walkFrom(int first, RecordVisitor visitor) throws IOException {
        long seq = -1;
        for (int i = 0; i < found.size(); i++) {
            Found file = found.get(i);
            if (file.number() != first + i) {
                throw JournalException.damaged(SegmentHeader.fileName(first + i), 0, "the file is missing");
            }
            if (file.segment() == null) {
                shortened = file;
                clean = false;
                return;
            }
            if (!walk(file, seq, visitor, i == found.size() - 1)) {
                return;
            }
            seq = nextSeq;
        }
    }

    /** Throws when the last segment was cut by somebody, and with it perhaps what had been promised: what is missing cannot say so itself. */
    void refuseShortened() {
        if (shortened != null) {
            throw JournalException.damaged(
                    shortened.name(),
                    shortened.size(),
                    "the file ends here, and was longer: no crash cuts a file, and what had been promised may be gone;"
                            + (missing > 0
                                    ? " nor are " + missing + " segments before it there, which may have been dropped;"
                                    : "")
                            + " to go on with what is left, start with --hold-all");
        }
    }

    /** One segment; false when the log ends in or before it. */
    private boolean walk(Found file, long seq, RecordVisitor visitor, boolean last) throws IOException {
        SegmentHeader header = file.segment().header();
        try (DiskFile octets = file.segment().open()) {
            boolean opened = file.segment().isReadable();
            SegmentScanner scanner =
                    scanner(octets, header, seq, opened ? file.segment().seal() : null);
            readToEnd(file, octets, scanner, visitor);
            int end = scanner.end();
            int seal = scanner.sealed() ? 1 : 0;
            boolean empty = end - seal * Frame.CONTROL_SIZE == header.size();
            nextSeq = scanner.nextSeq();
            sealed |= !opened && !empty;
            if (!empty) {
                tail = new Tail(file.number(), end - seal * Frame.CONTROL_SIZE, nextSeq - seal);
            }
            if (scanner.sealed()) {
                clean = scanner.closedInOrder();
                if (last && !clean && !appeared(scanner.sealedNext())) {
                    throw JournalException.damaged(
                            SegmentHeader.fileName(scanner.sealedNext()),
                            0,
                            "the file is missing, " + file.name() + " names it");
                }
                return true;
            }
            clean &= empty;
            return false;
        }
    }

    private boolean read(Found file, SegmentScanner scanner, RecordVisitor visitor) throws IOException {
        long before = bytes;
        while (scanner.nextBatch()) {
            while (scanner.nextRecord()) {
                if (scanner.type() >= 0) {
                    records++;
                    show(file, scanner, visitor);
                }
            }
            bytes += scanner.batchSize();
        }
        return bytes > before;
    }

    private static void show(Found file, SegmentScanner scanner, RecordVisitor visitor) {
        try {
            visitor.visit(position(file.number(), scanner.recordOffset()), scanner.type(), scanner.payload());
        } catch (JournalException e) {
            throw e;
        } catch (RuntimeException e) {
            throw JournalException.foreign(file.name(), scanner.recordOffset(), scanner.type(), e);
        }
    }

    /** What proves damage may have been written, by a bridge that runs, since the bad place was read: then that place is good now. */
    private void readToEnd(Found file, DiskFile octets, SegmentScanner scanner, RecordVisitor visitor)
            throws IOException {
        read(file, scanner, visitor);
        while (!scanner.sealed()) {
            try {
                unsealed(file, octets, scanner.end(), Math.max(scanner.nextSeq(), 1));
                return;
            } catch (JournalException e) {
                scanner.refresh();
                if (!read(file, scanner, visitor)) {
                    throw e;
                }
            }
        }
    }

    /** A segment that was not there when this began. */
    private boolean appeared(int number) throws IOException {
        String name = SegmentHeader.fileName(number);
        boolean there = disk.list().contains(name);
        if (there) {
            found.add(Found.open(disk, name, true, keyring));
        }
        return there;
    }

    /** The log stops here without a seal: torn, or damaged? */
    private void unsealed(Found file, DiskFile octets, int end, long seq) throws IOException {
        TornEnd.refuseMoreBehind(found, file, end, seq);
        shortened = file.size() < file.segment().header().capacity() ? file : shortened;
        long rest = TornEnd.lastOctet(octets, end);
        if (rest < 0) {
            return;
        }
        clean = false;
        cutRecords = TornEnd.evidence(file, octets, end, seq);
        cutBytes = rest + 1 - end;
        cutAt = position(file.number(), end);
    }

    /**
     * Copies what is valid of the last segment to another file, seals and forces it, and puts it in the old one's place. The segment that the seal
     * names must be there already.
     */
    void rewriteTail(SegmentSupply supply, int spareSize) throws IOException {
        if (tail.segment() == 0) {
            return;
        }
        Found last = found.get(tail.segment() - found.get(0).number());
        SegmentHeader header = last.segment().header();
        int size = tail.end() + Frame.CONTROL_SIZE;
        boolean fits = size <= spareSize && supply.hasSpare(); // none is zeroed to be written over at once
        String copy = "rewrite-" + last.name() + ".tmp";
        try (DiskFile from = last.segment().open();
                DiskFile to = fits ? supply.spareAs(copy) : disk.create(copy)) {
            copy(from, to, tail.end());
            BatchBuffer seal = new BatchBuffer(Frame.CONTROL_SIZE);
            seal.startSegment(header.salt(), null);
            seal.continueAt(tail.nextSeq());
            seal.seal(Frame.SEAL_ROLLED, tail.segment() + 1, tail.nextSeq() - 1);
            to.writeFully(seal.octets(), tail.end());
            to.force();
        }
        disk.rename(copy, last.name());
        disk.syncDirectory();
        long newSize = fits ? spareSize : size;
        tail = new Tail(tail.segment(), size, tail.nextSeq() + 1);
        found.set(found.indexOf(last), new Found(last.number(), last.segment().resized(newSize), newSize));
    }

    private static void copy(DiskFile from, DiskFile to, int octets) throws IOException {
        ByteBuffer window = TornEnd.window(from);
        for (long at = 0; at < octets; at += window.capacity()) {
            window.clear().limit((int) Math.min(window.capacity(), octets - at));
            if (from.readFully(window, at) < window.limit()) {
                throw new IOException("the last segment became shorter while it was read");
            }
            to.writeFully(window.flip(), at);
        }
    }

    /** Whether the contents of a segment are shown as they were appended. */
    boolean isOpen(long segment) {
        return found.get((int) segment - found.get(0).number()).segment().isReadable();
    }

    /** Whether contents were walked over that no key opens. */
    boolean sawSealed() {
        return sealed;
    }

    private SegmentScanner scanner(DiskFile file, SegmentHeader header, long seq, SegmentSeal seal) {
        if (scanned.capacity() < SegmentScanner.window(header)) {
            scanned = ByteBuffer.allocate(SegmentScanner.window(header));
        }
        return new SegmentScanner(file, header, seq, seal, scanned);
    }

    static long position(int segment, int offset) {
        return (long) segment << 32 | offset;
    }
}
