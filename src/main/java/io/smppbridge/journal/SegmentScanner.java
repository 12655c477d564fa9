package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Walks over the committed batches of one segment and stops at the first octet that does not continue them. Says where; what it means is for others
 * to judge.
 */
@OwnedBy("whoever made it")
final class SegmentScanner {
    private final DiskFile file;
    private final SegmentHeader header;
    private final ByteBuffer window;
    private final ByteBuffer payload;
    private final CRC32C crc = new CRC32C();
    private final SegmentSeal seal;
    private final SealCipher cipher;
    private long windowAt;
    private int filled;
    private int batchStart;
    private int batchEnd;
    private int next;
    private int record;
    private int recordSize;
    private long nextSeq;
    private long durable = -1;
    private long sealedHow;
    private long sealedNext;

    /**
     * A walk from the segment's start.
     *
     * @param seq that the first frame must have, or below 0 for any
     * @param seal opens contents; null when they lie in clear, or are to be left as they are
     */
    SegmentScanner(DiskFile file, SegmentHeader header, long seq, SegmentSeal seal) {
        this(file, header, seq, seal, ByteBuffer.allocate(window(header)));
    }

    /** A walk that reads through a window which an earlier one has done with; see {@link #window}. */
    SegmentScanner(DiskFile file, SegmentHeader header, long seq, SegmentSeal seal, ByteBuffer window) {
        this.file = file;
        this.header = header;
        this.seal = seal;
        this.cipher = seal == null ? null : new SealCipher();
        this.windowAt = header.size();
        this.nextSeq = seq;
        this.window = window.clear();
        this.payload = window.asReadOnlyBuffer();
    }

    /** Octets that the window needs: the largest batch must fit. */
    static int window(SegmentHeader header) {
        int whole = Math.max(header.capacity(), SegmentHeader.SEALED_SIZE + Frame.CONTROL_SIZE);
        return Math.min(header.batchLimit(), whole);
    }

    /**
     * Whether a TRIM may be found, before any step. Goes from length to length and checks nothing: where it meets none, a walk would not either.
     */
    boolean mayHoldTrims() throws IOException {
        long start = 0;
        int got = 0;
        long at = windowAt;
        boolean seen = false;
        boolean more = true;
        while (more && !seen) {
            if (at + Frame.HEADER > start + got) {
                start = at;
                got = file.readFully(window.clear(), at);
                window.clear();
            }
            int here = (int) (at - start);
            int length = got - here < Frame.HEADER ? 0 : window.getInt(here);
            more = length >= Frame.HEADER && length <= window.capacity();
            seen = more && Frame.type(window, here) == Frame.TRIM;
            at += Frame.padded(length);
        }
        return seen;
    }

    /**
     * Steps to the next committed batch; false at the end, whatever ends it.
     *
     * @throws JournalException DAMAGED when what it holds is not what was sealed
     */
    boolean nextBatch() throws IOException {
        batchStart = batchEnd;
        next = batchStart;
        if (sealed()) {
            return false;
        }
        int at = batchStart;
        long seq = nextSeq;
        int tagAt = -1;
        while (true) {
            int size = Frame.check(crc, window, at, filled, header.salt(), seq);
            if (size == Frame.MORE) {
                at -= batchStart;
                tagAt -= tagAt < 0 ? 0 : batchStart;
                if (!fill()) {
                    return false;
                }
                continue;
            }
            if (size <= 0) {
                return false;
            }
            seq = window.getLong(at + 8);
            byte type = Frame.type(window, at);
            if (type == Frame.COMMIT || type == Frame.SEAL) {
                return ends(type, at, size, seq) && open(type, at, tagAt);
            }
            tagAt = type == Frame.TAG ? at : tagAt;
            at += size;
            seq++;
        }
    }

    private boolean ends(byte type, int at, int size, long seq) {
        if (type == Frame.SEAL) {
            if (at != batchStart) {
                return false;
            }
            sealedHow = Frame.word(window, at, 0);
            sealedNext = Frame.word(window, at, 1);
        } else if (Frame.word(window, at, 1) != seq - 1
                || Frame.word(window, at, 0) != window.getLong(batchStart + 8)) {
            return false;
        }
        durable = Frame.word(window, at, 2);
        nextSeq = seq + 1;
        batchEnd = at + size;
        return true;
    }

    /** Opens the batch's contents. A tag stands last, before the COMMIT; only a batch without records may have none. */
    private boolean open(byte ending, int at, int tagAt) {
        boolean bare = ending == Frame.SEAL || at == batchStart;
        if (seal == null || bare) {
            return true;
        }
        boolean tagged = tagAt >= batchStart && tagAt + Frame.TAG_SIZE == at;
        if (!tagged || !cipher.open(seal, header.salt(), window, batchStart, tagAt, windowAt + batchStart)) {
            throw JournalException.damaged(
                    SegmentHeader.fileName(header.number()),
                    windowAt + batchStart,
                    "the batch has good checksums and is not what was sealed: somebody has changed it");
        }
        return true;
    }

    /** Moves the batch to the window's start and reads on; false when nothing more comes. */
    private boolean fill() throws IOException {
        window.limit(filled).position(batchStart);
        window.compact();
        filled -= batchStart;
        windowAt += batchStart;
        batchStart = 0;
        batchEnd = 0;
        next = 0;
        int read = filled < window.capacity() ? file.readFully(window, windowAt + filled) : 0;
        filled += read;
        window.clear();
        return read > 0;
    }

    /** Forgets what it has read ahead: whoever writes the segment may have written there since. */
    void refresh() {
        windowAt = end();
        filled = 0;
        batchStart = 0;
        batchEnd = 0;
        next = 0;
    }

    /** Steps to the next record of the batch that is the caller's (or a TRIM); false at the batch's end. */
    boolean nextRecord() {
        while (next < batchEnd) {
            record = next;
            recordSize = Frame.padded(window.getInt(record));
            next += recordSize;
            byte type = type();
            if (type >= 0 || type == Frame.TRIM) {
                return true;
            }
        }
        return false;
    }

    byte type() {
        return Frame.type(window, record);
    }

    /** Where the current record lies in the file. */
    int recordOffset() {
        return (int) (windowAt + record);
    }

    /** The payload, from its position to its limit: a view into the window, valid until the next record. */
    ByteBuffer payload() {
        return payload.limit(record + window.getInt(record)).position(record + Frame.HEADER);
    }

    long seq() {
        return window.getLong(record + 8);
    }

    /** The oldest segment that a TRIM record keeps. */
    long trimTo() {
        return Frame.word(window, record, 0);
    }

    /** Octets of the batch, its end mark included. */
    int batchSize() {
        return batchEnd - batchStart;
    }

    /** Behind the last committed batch. */
    int end() {
        return (int) (windowAt + batchEnd);
    }

    /** The seq that would come next; below 0 when nothing was found and nothing was known. */
    long nextSeq() {
        return nextSeq;
    }

    /** Highest seq that a batch seen so far calls forced. */
    long durable() {
        return durable;
    }

    boolean sealed() {
        return sealedHow != 0;
    }

    boolean closedInOrder() {
        return sealedHow == Frame.SEAL_CLOSED;
    }

    /** The segment that follows a sealed one. */
    int sealedNext() {
        return (int) sealedNext;
    }
}
