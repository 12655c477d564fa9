package io.smppbridge.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. Positional reads and writes only; none of them is hurt by a thread's interruption. */
public interface DiskFile extends AutoCloseable {
    /** Writes some octets at this offset and says how many: possibly fewer than remain. */
    int write(ByteBuffer source, long offset) throws IOException;

    /** Reads some octets from this offset; -1 at or behind the end. */
    int read(ByteBuffer target, long offset) throws IOException;

    /** Returns when everything written is stored (fdatasync). Never call it again after it has thrown: the second call would lie. */
    void force() throws IOException;

    void truncate(long size) throws IOException;

    long size() throws IOException;

    @Override
    void close() throws IOException;

    /** Writes all that remains, however short the single writes are. */
    default void writeFully(ByteBuffer source, long offset) throws IOException {
        long at = offset;
        while (source.hasRemaining()) {
            int written = write(source, at);
            if (written <= 0) {
                throw new IOException("wrote " + written + " of " + source.remaining() + " octets at " + at);
            }
            at += written;
        }
    }

    /** Fills the target as far as the file goes and says how many octets came. */
    default int readFully(ByteBuffer target, long offset) throws IOException {
        int start = target.position();
        while (target.hasRemaining()) {
            int read = read(target, offset + target.position() - start);
            if (read <= 0) {
                break;
            }
        }
        return target.position() - start;
    }
}
