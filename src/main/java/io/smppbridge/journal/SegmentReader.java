package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Walks over the records of one segment: {@code while (reader.next()) ...}. */
@OwnedBy("whoever asked for it")
public final class SegmentReader implements AutoCloseable {
    private final Segment segment;
    private final DiskFile file;
    private final SegmentScanner scanner;
    private boolean inBatch;

    SegmentReader(Segment segment) {
        this.segment = segment;
        try {
            this.file = segment.open();
        } catch (IOException e) {
            throw unreadable(e);
        }
        this.scanner = segment.scan(file, -1);
    }

    /**
     * Steps to the next record; false at the end of what has been committed.
     *
     * @throws JournalException FAILED when the file cannot be read
     */
    public boolean next() {
        try {
            while (true) {
                if (!inBatch) {
                    inBatch = scanner.nextBatch();
                    if (!inBatch) {
                        return false;
                    }
                }
                while (scanner.nextRecord()) {
                    if (scanner.type() >= 0) {
                        return true;
                    }
                }
                inBatch = false;
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** True when the segment has been walked to its seal: all of it was seen. */
    public boolean complete() {
        return scanner.sealed();
    }

    public long position() {
        return Recovery.position(segment.number(), scanner.recordOffset());
    }

    public byte type() {
        return scanner.type();
    }

    /** The payload, valid until {@link #next}. */
    public ByteBuffer payload() {
        return scanner.payload();
    }

    private JournalException unreadable(IOException e) {
        return new JournalException(JournalException.Kind.FAILED, segment.name() + ": cannot be read, " + e, e);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // Only reading: nothing is lost with the handle.
        }
    }
}
