package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Owner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * An append-only log of opaque records in segment files.
 *
 * <p>The order of use: {@link #open}, {@link #replay} once, then again and again {@link #append} (or {@link #openRecord} and {@link #closeRecord}),
 * {@link #write}, {@link #force}. What has been written survives the end of the process, what has been forced survives the end of the power. A
 * record is seen again by a replay only when its whole batch was stored; a batch is what lies between two writes, or a part of it when it is larger
 * than 1 MiB or meets the end of a segment.
 *
 * <p>The oldest segments can be dropped ({@link #dropOldest}) once the records that still matter have been appended again. Records dropped and
 * appended again are seen twice by a replay when the power fails before the next force.
 *
 * <p>Everything is for one thread, the journal thread, except {@link #read}, {@link #readSegment} and the numbers. Interrupting that thread does no
 * harm. After a failed write or force everything throws FAILED: the process must end, and the next start reads what was stored.
 */
@OwnedBy("journal thread")
public final class Journal implements AutoCloseable {
    static final String LOCK = "journal.lock";
    private static final Duration SEGMENT_WITHIN = Duration.ofSeconds(30);

    /** A COMMIT and a SEAL. */
    private static final int ENDING = 2 * Frame.CONTROL_SIZE;

    /** What an ordinary record leaves free: its ending, and a TRIM with one, so that on a full disk a segment can still be dropped. */
    private static final int KEPT = 2 * ENDING;

    private final Owner owner = new Owner();
    private final JournalConfig config;
    private final Disk disk;
    private final AutoCloseable lock;
    private final SegmentSupply supply;
    private final Recovery recovery;
    private final RandomGenerator random;
    private final BatchBuffer batch;
    private final boolean background;
    private final ArrayDeque<Segment> droppedUnforced = new ArrayDeque<>();

    /** Live segments, oldest first; replaced as a whole by the journal thread. */
    private volatile Segment[] segments = new Segment[0];

    private volatile JournalException failed;
    private volatile long durable;
    private volatile long forces;
    private volatile long segmentWaits;
    private volatile boolean closed;

    private Segment current;
    private DiskFile out;
    private int written;
    private long writtenSeq;
    private long dataSeq;
    private long marked;
    private boolean replayed;

    /**
     * Takes the directory and looks at the headers of all segments. Nothing is changed but the lock file.
     *
     * @throws JournalException LOCKED, DAMAGED, FOREIGN_VERSION or NOT_WRITABLE
     */
    public static Journal open(JournalConfig config, Disk disk, InstantSource clock) {
        return open(config, disk, clock, new SecureRandom(), true);
    }

    static Journal open(
            JournalConfig config, Disk disk, InstantSource clock, RandomGenerator random, boolean background) {
        AutoCloseable lock = null;
        try {
            lock = disk.lock(LOCK)
                    .orElseThrow(() -> new JournalException(
                            JournalException.Kind.LOCKED,
                            disk.describe() + " is in use by another process, which holds " + LOCK
                                    + "; stop that one, or name another journal.directory"));
            Journal journal = new Journal(config, disk, clock, random, background, lock, Recovery.look(disk));
            lock = null;
            return journal;
        } catch (IOException e) {
            throw unusable(disk, e);
        } finally {
            closeQuietly(lock);
        }
    }

    private Journal(
            JournalConfig config,
            Disk disk,
            InstantSource clock,
            RandomGenerator random,
            boolean background,
            AutoCloseable lock,
            Recovery recovery) {
        this.config = config;
        this.disk = disk;
        this.lock = lock;
        this.recovery = recovery;
        this.random = random;
        this.background = background;
        this.supply = new SegmentSupply(disk, config, clock, random);
        this.batch =
                new BatchBuffer(Math.min(SegmentHeader.DEFAULT_BATCH_LIMIT, config.segmentSize() - SegmentHeader.SIZE));
    }

    /**
     * Shows every committed record in the order of appending, cuts a torn tail and starts a new segment. Call it once, before anything is appended;
     * the next thread to call anything is then the journal thread.
     *
     * @throws JournalException DAMAGED when something that had been forced cannot be read (nothing is changed then), NO_SPACE when no segment can be
     *     made
     */
    public RecoveryReport replay(RecordVisitor visitor) {
        assert owner.isHere() : owner;
        if (replayed) {
            throw new IllegalStateException("replay comes once");
        }
        replayed = true;
        try {
            int oldest = recovery.oldestKept();
            List<String> gone = recovery.found().stream()
                    .filter(file -> file.number() < oldest)
                    .map(Recovery.Found::name)
                    .toList();
            recovery.walk(oldest, visitor);
            supply.adoptLeftovers();
            long incarnation = recovery.nextIncarnation();
            long instance = recovery.instanceOr(random.nextLong());
            int last = recovery.tail().segment();
            int next = last == 0 ? Math.max(oldest, 1) : last + 1;
            supply.begin(new SegmentSupply.Origin(instance, incarnation, batch.capacity()), next, oldest);
            Segment first = supply.take(SEGMENT_WITHIN);
            recovery.rewriteTail(supply, config.segmentSize());
            gone.forEach(name -> supply.recycleLater(name, oldest)); // what says they are gone is stored by now
            if (background) {
                supply.startThread();
            }
            List<Segment> live = new ArrayList<>();
            recovery.found().stream().filter(file -> file.number() < next).forEach(file -> live.add(file.segment()));
            segments = live.toArray(new Segment[0]);
            batch.continueAt(recovery.tail().nextSeq());
            writtenSeq = batch.nextSeq() - 1;
            dataSeq = writtenSeq;
            durable = writtenSeq;
            marked = writtenSeq;
            adopt(first);
            owner.release();
            return recovery.report(incarnation);
        } catch (IOException e) {
            throw unusable(disk, e);
        }
    }

    private void adopt(Segment segment) throws IOException {
        out = disk.openToWrite(segment.name());
        current = segment;
        written = SegmentHeader.SIZE;
        batch.startSegment(segment.header().salt());
        Segment[] more = Arrays.copyOf(segments, segments.length + 1);
        more[segments.length] = segment;
        segments = more;
    }

    /**
     * Adds a record to the open batch.
     *
     * @param type 0..127, means what the caller wants
     * @param payload taken from its position to its limit
     * @return the record's position; it can be read there once it has been written
     * @throws JournalException NO_SPACE when the segment is full and no other can be had: this record is not in, what was appended before is
     */
    public long append(byte type, ByteBuffer payload) {
        ByteBuffer into = openRecord(type, payload.remaining());
        into.put(payload);
        return closeRecord();
    }

    /**
     * Starts a record that the caller encodes in place.
     *
     * @param most octets the payload may take
     * @return the batch's own buffer (big-endian), positioned and limited for the payload; use relative puts only, and not after
     *     {@link #closeRecord}
     */
    public ByteBuffer openRecord(byte type, int most) {
        assert owner.isHere() : owner;
        check();
        if (type < 0 || most < 0 || most > batch.largestPayload()) {
            throw new IllegalArgumentException("type " + type + ", " + most
                    + " octets, expected type 0..127 and at most " + batch.largestPayload() + " octets");
        }
        if (batch.recordIsOpen()) {
            throw new IllegalStateException("a record is open already");
        }
        reserve(Frame.size(most), KEPT);
        return batch.begin(type, most);
    }

    /** Ends the record where the buffer's position is, and says where it lies. */
    public long closeRecord() {
        return Recovery.position(current.number(), written + batch.end());
    }

    /** Forgets the record that is open, as if it had never been opened. */
    public void cancelRecord() {
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

    private void roll() {
        if (!supply.isReady()) {
            segmentWaits++; // one writer
        }
        Segment next = supply.take(SEGMENT_WITHIN);
        if (!batch.isEmpty()) {
            batch.commit(durable);
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

    /** Ends the batch and hands it to the system: it survives the end of this process. Does nothing when nothing was appended. */
    public void write() {
        assert owner.isHere() : owner;
        check();
        if (!batch.isEmpty()) {
            batch.commit(durable);
            marked = durable;
            flush();
            dataSeq = writtenSeq;
        }
    }

    private void flush() {
        ByteBuffer octets = batch.octets();
        int size = octets.remaining();
        try {
            out.writeFully(octets, written);
        } catch (IOException e) {
            throw fail(current.name() + ", offset " + written + ": the batch could not be written", e);
        }
        batch.written();
        written += size;
        writtenSeq = batch.nextSeq() - 1;
    }

    /**
     * Returns when everything written is stored. A failure is final: the system forgets which octets it could not store, and a second attempt would
     * report success.
     */
    public void force() {
        assert owner.isHere() : owner;
        check();
        if (durable < writtenSeq && durable < dataSeq) {
            forceNow();
        }
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
        while (!droppedUnforced.isEmpty()) {
            supply.recycleLater(droppedUnforced.poll().name(), segments[0].number());
        }
    }

    /**
     * For an idle moment: notes in the log that everything so far is stored, so that later damage to the last batch is recognised as damage. Costs
     * one small write, no force; does nothing when that is already noted or not true.
     */
    public void mark() {
        assert owner.isHere() : owner;
        check();
        if (batch.isEmpty() && durable >= dataSeq && marked < dataSeq) {
            reserve(0, KEPT);
            batch.commit(durable);
            marked = durable;
            flush();
        }
    }

    /**
     * The record that was appended at this position, from any thread, after it has been written; empty when its segment has been dropped.
     *
     * @throws JournalException DAMAGED when there is no valid record
     */
    public Optional<JournalRecord> read(long position) {
        Segment segment = segment(position >>> 32);
        return segment == null ? Optional.empty() : segment.read((int) position);
    }

    /** Reads a whole segment, from any thread; empty when it has been dropped. What is appended meanwhile may or may not be seen. */
    public Optional<SegmentReader> readSegment(long number) {
        Segment segment = segment(number);
        return segment == null ? Optional.empty() : Optional.of(new SegmentReader(segment));
    }

    private Segment segment(long number) {
        Segment[] live = segments;
        long index = live.length == 0 ? -1 : number - live[0].number();
        return index >= 0 && index < live.length ? live[(int) index] : null;
    }

    /** Number of the oldest segment that is kept. */
    public long oldestSegment() {
        Segment[] live = segments;
        return live.length == 0 ? 0 : live[0].number();
    }

    /** Number of the segment that is being written. */
    public long currentSegment() {
        Segment[] live = segments;
        return live.length == 0 ? 0 : live[live.length - 1].number();
    }

    /** Numbers of all segments, oldest first. */
    public long[] segments() {
        return Arrays.stream(segments).mapToLong(Segment::number).toArray();
    }

    /** Octets of all segment files that are kept, without the spare ones. */
    public long bytes() {
        return Arrays.stream(segments).mapToLong(Segment::size).sum();
    }

    /**
     * Drops the oldest segment: unreadable at once, reused once the next {@link #force} has stored that it is dropped (and with it everything
     * appended before this call). The segment being written cannot be dropped.
     */
    public void dropOldest() {
        assert owner.isHere() : owner;
        check();
        if (segments.length < 2) {
            throw new IllegalStateException("segment " + currentSegment() + " is the one being written");
        }
        reserve(Frame.CONTROL_SIZE, ENDING);
        Segment oldest = segments[0];
        segments = Arrays.copyOfRange(segments, 1, segments.length);
        batch.trim(oldest.number() + 1);
        oldest.drop();
        droppedUnforced.add(oldest);
    }

    /** False while the disk has less room than the reserve: stop accepting, the rest may go on. A volatile read. */
    public boolean acceptingSpace() {
        return failed == null && supply.accepting();
    }

    /** Forces so far. */
    public long forces() {
        return forces;
    }

    /** How often an append had to wait for a segment to be made. */
    public long segmentWaits() {
        return segmentWaits;
    }

    /** Zero-filled segments in stock. */
    public int spareSegments() {
        return supply.spareCount();
    }

    /** The failure that ended this journal's use, if any. */
    public Optional<JournalException> failure() {
        return Optional.ofNullable(failed);
    }

    private void check() {
        if (failed != null) {
            throw failed;
        }
        if (current == null || closed) {
            throw new IllegalStateException(closed ? "closed" : "replay comes first");
        }
    }

    private JournalException fail(String what, IOException cause) {
        failed = new JournalException(
                JournalException.Kind.FAILED,
                disk.describe() + "/" + what + ": " + cause
                        + "; the journal takes nothing more. Check the disk, then start again",
                cause);
        return failed;
    }

    private static JournalException unusable(Disk disk, IOException e) {
        boolean full = String.valueOf(e.getMessage()).contains("No space left");
        return new JournalException(
                full ? JournalException.Kind.NO_SPACE : JournalException.Kind.NOT_WRITABLE,
                disk.describe() + ": " + e + (full ? "; make space on this disk" : "; check owner, mode and disk"),
                e);
    }

    /**
     * Writes, forces and seals what is there, and gives the directory back. After a failure it only gives it back. To be called by the journal
     * thread, or by another one after that has ended.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        owner.release();
        try {
            if (current != null && failed == null) {
                if (batch.recordIsOpen()) {
                    batch.cancel();
                }
                write();
                force();
                batch.seal(Frame.SEAL_CLOSED, current.number() + 1, durable);
                flush();
                forceNow();
            }
        } finally {
            closed = true;
            supply.close();
            closeQuietly(out);
            for (Segment segment : segments) {
                segment.close();
            }
            closeQuietly(lock);
        }
    }

    /** What the end of the process does: nothing is written any more, the lock falls. For tests. */
    void abandon() {
        closed = true;
        supply.close();
        closeQuietly(out);
        closeQuietly(lock);
    }

    private static void closeQuietly(AutoCloseable what) {
        try {
            if (what != null) {
                what.close();
            }
        } catch (Exception e) {
            // Everything that matters has been forced; the handle goes with the process.
        }
    }
}
