package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Owner;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
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
 * <p>Everything is for one thread, the journal thread, except {@link #read}, {@link #readAlong}, {@link #readSegment} and the numbers. Interrupting that thread does no
 * harm. After a failed write or force everything throws FAILED: the process must end, and the next start reads what was stored.
 */
@OwnedBy("journal thread")
public final class Journal implements AutoCloseable {
    private final Owner owner = new Owner();
    private final Disk disk;
    private final DirectoryLock lock;
    final SegmentSupply supply;
    private final Opening opening;
    private final KeyRotation rotation;
    private final SegmentList segments = new SegmentList();
    private final LogWriter writer;
    private volatile boolean closed;
    private boolean replayed;

    /**
     * Takes the directory and looks at the headers of all segments. Nothing is changed but the lock file.
     *
     * @throws JournalException LOCKED, DAMAGED, FOREIGN_VERSION, NOT_WRITABLE or FAILED; {@link #replay} throws KEY
     */
    public static Journal open(JournalConfig config, Disk disk, InstantSource clock) {
        return open(config, disk, clock, new SecureRandom(), true);
    }

    static Journal open(
            JournalConfig config, Disk disk, InstantSource clock, RandomGenerator random, boolean background) {
        DirectoryLock lock = null;
        try {
            lock = DirectoryLock.take(disk, Ticker.SYSTEM);
            Keyring keyring = new Keyring(config.keys());
            Recovery recovery = Recovery.look(disk, keyring, true);
            Journal journal = new Journal(config, disk, clock, random, background, lock, keyring, recovery);
            lock = null;
            return journal;
        } catch (IOException e) {
            throw JournalException.unusable(disk, e);
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
            DirectoryLock lock,
            Keyring keyring,
            Recovery recovery) {
        this.disk = disk;
        this.lock = lock;
        this.supply = new SegmentSupply(disk, config, clock, random, keyring, segments);
        this.opening = new Opening(config, recovery, supply, random, background);
        this.rotation = new KeyRotation(disk, keyring, supply, segments);
        int batch = Math.min(SegmentHeader.DEFAULT_BATCH_LIMIT, config.segmentSize() - SegmentHeader.SEALED_SIZE);
        this.writer = new LogWriter(disk, supply, segments, new BatchBuffer(batch));
    }

    /**
     * Shows every committed record in the order of appending, cuts a torn tail and starts a new segment. Call it once, before anything is appended;
     * the next thread to call anything is then the journal thread.
     *
     * @throws JournalException DAMAGED when something that had been forced cannot be read, or may be missing because the last segment is shorter than
     *     it was made (nothing is changed then), NO_SPACE when no segment can be made
     */
    public RecoveryReport replay(RecordVisitor visitor) {
        return replay(visitor, false);
    }

    /** The same; with {@code shortenedToo} a last segment that somebody cut is read as far as it goes, for an operator who knows. */
    public RecoveryReport replay(RecordVisitor visitor, boolean shortenedToo) {
        assert owner.isHere() : owner;
        if (replayed) {
            throw new IllegalStateException("replay comes once");
        }
        replayed = true;
        try {
            RecoveryReport report = opening.run(lock.whileReading(visitor), shortenedToo, segments, writer);
            rotation.tellUnneeded();
            owner.release();
            return report;
        } catch (IOException e) {
            throw JournalException.unusable(disk, e);
        }
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

    /** Makes room for records that go together, well below the size of a segment, or throws NO_SPACE: none of them fails half way for want of it. */
    public void makeRoom(int octets) {
        ready();
        writer.makeRoom(octets);
    }

    /**
     * Starts a record that the caller encodes in place.
     *
     * @param most octets the payload may take
     * @return the record's own buffer (big-endian, in the heap), limited for the payload; use relative puts only, and not after
     *     {@link #closeRecord}
     */
    public ByteBuffer openRecord(byte type, int most) {
        ready();
        return writer.begin(type, most);
    }

    /** Ends the record where the buffer's position is, and says where it lies. */
    public long closeRecord() {
        return writer.end();
    }

    /** Forgets the record that is open, as if it had never been opened. Does nothing when none is: whoever cleans up need not know. */
    public void cancelRecord() {
        writer.cancel();
    }

    /** Ends the batch and hands it to the system: it survives the end of this process. Does nothing when nothing was appended. */
    public void write() {
        readyToWrite();
        writer.write();
    }

    /**
     * Returns when everything written is stored. A failure is final: the system forgets which octets it could not store, and a second attempt would
     * report success.
     */
    public void force() {
        readyToWrite();
        writer.force();
    }

    /**
     * For an idle moment: notes in the log that everything so far is stored, so that later damage to the last batch is recognised as damage. Costs
     * one small write, no force; does nothing when that is already noted or not true.
     */
    public void mark() {
        readyToWrite();
        writer.mark();
    }

    /**
     * The record that was appended at this position, from any thread, after it has been written; empty when its segment has been dropped.
     *
     * @throws JournalException DAMAGED when there is no valid record
     */
    public Optional<JournalRecord> read(long position) {
        return segments.read(position);
    }

    /**
     * As {@link #read}, for who reads many records about in the order of their positions: what stands behind them is read with them.
     * Keeps up to 256 KiB for each thread that is in here at once.
     */
    public Optional<JournalRecord> readAlong(long position) {
        return segments.readAlong(position);
    }

    /** Reads a whole segment, from any thread; empty when it has been dropped. What is appended meanwhile may or may not be seen. */
    public Optional<SegmentReader> readSegment(long number) {
        Segment segment = segments.find(number);
        return segment == null ? Optional.empty() : Optional.of(new SegmentReader(segment));
    }

    /** When the first record of a segment that is kept may have been written, in ms since 1970: no earlier. */
    public long begunAt(long segment) {
        return segments.begunAt(segment);
    }

    /**
     * Goes on in another segment, so that the one being written can be dropped; does nothing when there is nothing in it. Does not wait for one to be made:
     * answers false when none is ready yet, to be tried again later.
     */
    public boolean nextSegment() {
        ready();
        return writer.nextSegment();
    }

    /** Number of the oldest segment that is kept. */
    public long oldestSegment() {
        return segments.oldest();
    }

    /** Number of the segment that is being written. */
    public long currentSegment() {
        return segments.newest();
    }

    /** Numbers of all segments, oldest first. */
    public long[] segments() {
        return segments.numbers();
    }

    /** Octets of all segment files that are kept, without the spare ones. */
    public long bytes() {
        return segments.bytes();
    }

    /**
     * Drops the oldest segment: unreadable at once, reused once the next {@link #force} has stored that it is dropped (and with it everything
     * appended before this call). The segment being written cannot be dropped.
     */
    public void dropOldest() {
        ready();
        writer.dropOldest();
        rotation.tellUnneeded();
    }

    /** Takes other keys: the first one seals from the next segment that is made on. Answers what stands against it, empty when it is done. Any thread. */
    public Optional<String> change(JournalKeys keys) {
        return rotation.change(keys);
    }

    /** How many segments each key has sealed, by its name; configured ones that are not needed have 0. Any thread. */
    public Map<String, Integer> sealedBy() {
        return rotation.sealedBy();
    }

    /** Whether files of dropped segments still hold what was in them. */
    public boolean isClearing() {
        assert owner.isHere() : owner;
        return writer.isDropping() || supply.isClearing();
    }

    /** False while the disk has less room than the reserve, or it {@link #isWhole} no more: stop accepting, the rest may go on. Volatile reads. */
    public boolean acceptingSpace() {
        return writer.failure() == null && supply.accepting();
    }

    /** False while files of its segments are not where a start would look for them, seen within some seconds. Any thread. */
    public boolean isWhole() {
        return supply.isWhole();
    }

    /** Forces so far. */
    public long forces() {
        return writer.forces();
    }

    /** How often an append had to wait for a segment to be made. */
    public long segmentWaits() {
        return writer.segmentWaits();
    }

    /** Zero-filled segments in stock. */
    public int spareSegments() {
        return supply.spareCount();
    }

    /** The failure that ended this journal's use, if any. */
    public Optional<JournalException> failure() {
        return Optional.ofNullable(writer.failure());
    }

    /** Whether it may be used, and by the one that calls. */
    private void ready() {
        assert owner.isHere() : owner;
        writer.check();
        if (closed) {
            throw new JournalException(
                    JournalException.Kind.CLOSED,
                    disk.describe() + ": the journal has been closed, expected nothing after that");
        }
    }

    private void readyToWrite() {
        ready();
        if (!lock.isKept()) {
            throw writer.takenAway(DirectoryLock.FILE);
        }
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
            writer.seal();
        } finally {
            closed = true;
            supply.close();
            closeQuietly(writer);
            segments.close();
            closeQuietly(lock);
        }
    }

    /** What the end of the process does: nothing is written any more, the lock falls. For tests. */
    void abandon() {
        closed = true;
        supply.close();
        closeQuietly(writer);
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
