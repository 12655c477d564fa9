package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;

/** The end of the log: collects a batch, writes it, forces it, and goes on in the next segment when one is full. */
@OwnedBy("journal thread")
final class LogWriter implements AutoCloseable {
    private static final Duration SEGMENT_WITHIN = Duration.ofSeconds(20);

    /** A TAG, a COMMIT and a SEAL. */
    private static final int ENDING = Frame.TAG_SIZE + 2 * Frame.CONTROL_SIZE;

    /** What an ordinary record leaves free: its ending, and a TRIM with one, so that on a full disk a segment can still be dropped. */
    private static final int KEPT = 2 * ENDING;

    /** The part of the most that is forgotten with each force. */
    private static final int FADING = 8;

    /** The part of a segment that may be left empty so that its last force is one that is due anyway. */
    private static final int MOST_LEFT = 2;

    private final Disk disk;
    private final SegmentSupply supply;
    private final SegmentList segments;
    private final BatchBuffer batch;
    /** Dropped, but what says so is still in the open batch. */
    private final ArrayDeque<Segment> droppedUnwritten = new ArrayDeque<>();

    private final ArrayDeque<Segment> droppedUnforced = new ArrayDeque<>();

    private volatile JournalException failed;
    private volatile long forces;
    private volatile long segmentWaits;

    private Segment current;
    private DiskFile out;

    /** Octets of the current segment that have been written. */
    private int written;

    /** Octets of it at the last force; the most between two forces of late. */
    private int forced;

    private int usual;

    /** The most that a record has asked for: however little it then takes, there must be room for that. */
    private int widest;

    /** Last seq written; last one of a batch with records; last one known to be stored; the one that the log itself calls stored. */
    private long writtenSeq;

    private long dataSeq;
    private long durable;
    private long marked;

    LogWriter(Disk disk, SegmentSupply supply, SegmentList segments, BatchBuffer batch) {
        this.disk = disk;
        this.supply = supply;
        this.segments = segments;
        this.batch = batch;
    }

    int batchLimit() {
        return batch.capacity();
    }

    void start(Segment first, long nextSeq) throws IOException {
        batch.continueAt(nextSeq);
        writtenSeq = nextSeq - 1;
        dataSeq = writtenSeq;
        durable = writtenSeq;
        marked = writtenSeq;
        adopt(first);
    }

    private void adopt(Segment segment) throws IOException {
        out = disk.openToWrite(segment.name());
        current = segment;
        written = segment.header().size();
        forced = written;
        batch.startSegment(segment.header().salt(), segment.seal());
        segments.add(segment);
    }

    void check() {
        if (failed != null) {
            throw failed;
        }
        if (current == null) {
            throw new IllegalStateException("replay comes first");
        }
    }

    ByteBuffer begin(byte type, int most) {
        if (type < 0 || most < 0 || most > batch.largestPayload()) {
            throw new IllegalArgumentException("type " + type + ", " + most
                    + " octets, expected type 0..127 and at most " + batch.largestPayload() + " octets");
        }
        if (batch.recordIsOpen()) {
            throw new IllegalStateException("a record is open already");
        }
        widest = Math.max(widest, Frame.size(most));
        reserve(Frame.size(most), KEPT);
        return batch.begin(type, most);
    }

    long end() {
        return Recovery.position(current.number(), written + batch.end());
    }

    void cancel() {
        batch.cancel();
    }

    /** Makes sure that a frame of this size, and the end of its batch and segment, fit. */
    private void reserve(int size, int kept) {
        if (!batch.fits(size)) {
            write();
        }
        if (written + batch.size() + size + kept > current.header().capacity()) {
            roll();
        }
    }

    /** Goes on in another segment unless so much fits into this one. */
    void makeRoom(int octets) {
        if (written + batch.size() + octets + KEPT > current.header().capacity()) {
            roll();
        }
    }

    private void roll() {
        if (!supply.isReady()) {
            segmentWaits++; // one writer
        }
        Segment next = supply.take(SEGMENT_WITHIN);
        if (!batch.isEmpty()) {
            batch.commit(durable, written);
        }
        batch.seal(Frame.SEAL_ROLLED, next.number(), durable);
        flush();
        dataSeq = writtenSeq;
        forceNow(); // before the next segment gets its first octet: only the last one can be torn
        try {
            out.close();
            adopt(next);
        } catch (IOException e) {
            throw fail(current.name() + ": cannot go on with " + next.name(), e);
        }
    }

    boolean nextSegment() {
        boolean empty = written == current.header().size() && batch.isEmpty();
        boolean may = empty || supply.isReady();
        if (may && !empty) {
            roll();
        }
        return may;
    }

    void write() {
        if (!batch.isEmpty()) {
            batch.commit(durable, written);
            marked = durable;
            flush();
            dataSeq = writtenSeq;
        }
    }

    private void flush() {
        int size = batch.size();
        ByteBuffer octets = batch.wholePages(written, current.header().capacity() - written);
        try {
            out.writeFully(octets, written);
        } catch (IOException e) {
            throw fail(current.name() + ", offset " + written + ": the batch could not be written", e);
        }
        batch.written();
        written += size;
        writtenSeq = batch.nextSeq() - 1;
        if (!droppedUnwritten.isEmpty()) {
            droppedUnforced.addAll(droppedUnwritten);
            droppedUnwritten.clear();
        }
    }

    void force() {
        if (durable < dataSeq) {
            usual = Math.max(written - forced, usual - usual / FADING);
            if (batch.isEmpty() && isNearlyFull() && supply.isReady()) {
                roll();
            } else {
                forceNow();
            }
        }
    }

    /** Whether the next batch would meet the end of the segment: it would then be answered after two forces. */
    private boolean isNearlyFull() {
        int capacity = current.header().capacity();
        return capacity - written < Math.min(usual + usual / 4 + widest, capacity / MOST_LEFT);
    }

    private void forceNow() {
        long upTo = writtenSeq;
        try {
            forces++; // one writer
            out.force();
        } catch (IOException e) {
            throw fail(current.name() + ": the force failed and will not be repeated", e);
        }
        durable = upTo;
        forced = written;
        while (!droppedUnforced.isEmpty()) {
            Segment dropped = droppedUnforced.poll();
            supply.recycleLater(
                    dropped.name(), dropped.number() + 1); // no more than what is stored: the next may be younger
        }
    }

    void mark() {
        if (batch.isEmpty() && durable >= dataSeq && marked < dataSeq) {
            reserve(0, KEPT);
            batch.commit(durable, written);
            marked = durable;
            flush();
        }
    }

    void dropOldest() {
        if (segments.count() < 2) {
            throw new IllegalStateException("segment " + segments.newest() + " is the one being written");
        }
        reserve(Frame.CONTROL_SIZE, ENDING);
        Segment oldest = segments.removeOldest();
        batch.trim(oldest.number() + 1);
        oldest.drop();
        droppedUnwritten.add(oldest);
    }

    /** Whether segments are dropped, and what says so is not stored. */
    boolean isDropping() {
        return !droppedUnwritten.isEmpty() || !droppedUnforced.isEmpty();
    }

    /** Ends the log in order; nothing when it has failed or never begun. */
    void seal() {
        if (current == null || failed != null) {
            return;
        }
        if (batch.recordIsOpen()) {
            batch.cancel();
        }
        write();
        force();
        batch.seal(Frame.SEAL_CLOSED, current.number() + 1, durable);
        flush();
        forceNow();
    }

    long forces() {
        return forces;
    }

    long segmentWaits() {
        return segmentWaits;
    }

    /** The failure that ended everything, or null inside this package. */
    JournalException failure() {
        return failed;
    }

    /** Another process writes here, or will: this one must not any more. */
    JournalException takenAway(String file) {
        failed = new JournalException(
                JournalException.Kind.FAILED,
                disk.describe() + "/" + file + " was deleted while this bridge held it, and another process has the"
                        + " directory now; the journal takes nothing more. Start only one of them again, and leave the file");
        return failed;
    }

    private JournalException fail(String what, IOException cause) {
        failed = new JournalException(
                JournalException.Kind.FAILED,
                disk.describe() + "/" + what + ": " + cause
                        + "; the journal takes nothing more. Check the disk, then start again",
                cause);
        return failed;
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
