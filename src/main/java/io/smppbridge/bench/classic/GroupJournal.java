package io.smppbridge.bench.classic;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Condition;
import java.util.zip.CRC32C;

/**
 * A journal with group commit: of the threads that wait for their records, the first writes, or forces, for all, while others already fill
 * the next buffer; what one forces, another one may follow with a write. One file, zeroed beforehand so that a force changes no metadata,
 * used round and round: far larger than all messages that can be under way, so that what is overwritten has ended.
 */
@ThreadSafe
final class GroupJournal implements AutoCloseable {
    private static final int BUFFER = 4 << 20;
    private static final long FILE = 128L << 20;
    private static final int BATCH_HEAD = 16;

    private final CountedLock lock = new CountedLock();
    private final Condition stored = lock.newCondition();
    private final FileChannel file;
    private final boolean forcing;
    private final int mostUnforced;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer filling = ByteBuffer.allocateDirect(BUFFER);
    private ByteBuffer storing = ByteBuffer.allocateDirect(BUFFER);
    private long appended;
    private long written;
    private long forced;
    private boolean writesNow;
    private boolean forcesNow;
    private long outcomes;
    private long outcomesWritten;
    private long outcomesForced;
    private long at;
    private long batches;
    private long forces;

    /**
     * @param forcing whether anything is forced at all
     * @param mostUnforced outcomes that a power loss may take with it: the sum of the windows
     */
    GroupJournal(Path path, boolean forcing, int mostUnforced) throws IOException {
        this.forcing = forcing;
        this.mostUnforced = mostUnforced;
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long done = 0; done < FILE; done += zeros.capacity()) {
            file.write(zeros.clear(), done);
        }
        file.force(true);
        filling.position(BATCH_HEAD);
    }

    /** Returns when messages are as safe as an answer promises. */
    void accepted(ByteBuf records) throws IOException, InterruptedException {
        lock.take();
        try {
            force(append(records));
        } finally {
            lock.release();
        }
    }

    /** Returns when what the SMSC has said outlives this process, and not more of it than may be would be lost with the power. */
    void outcomes(ByteBuf records, int count) throws IOException, InterruptedException {
        lock.take();
        try {
            long upTo = append(records);
            outcomes += count;
            if (outcomes - outcomesForced > mostUnforced) {
                force(upTo);
            } else {
                write(upTo);
            }
        } finally {
            lock.release();
        }
    }

    /** What nobody waits for. */
    void rest() throws IOException, InterruptedException {
        lock.take();
        try {
            force(appended);
        } finally {
            lock.release();
        }
    }

    private long append(ByteBuf records) throws IOException, InterruptedException {
        while (filling.remaining() < records.readableBytes()) {
            write(appended);
        }
        filling.limit(filling.position() + records.readableBytes());
        records.readBytes(filling);
        filling.limit(filling.capacity());
        return ++appended;
    }

    private void write(long upTo) throws IOException, InterruptedException {
        while (written < upTo) {
            if (writesNow) {
                lock.await(stored);
                continue;
            }
            writesNow = true;
            long now = appended;
            long outcomesNow = outcomes;
            ByteBuffer batch = filling;
            filling = storing;
            storing = batch;
            filling.clear().position(BATCH_HEAD);
            lock.release();
            boolean done = false;
            try {
                put(batch.flip());
                done = true;
            } finally {
                lock.take();
                writesNow = false;
                if (done) {
                    written = now;
                    outcomesWritten = outcomesNow;
                }
                stored.signalAll();
            }
        }
    }

    private void force(long upTo) throws IOException, InterruptedException {
        write(upTo);
        while (forcing && forced < upTo) {
            if (forcesNow) {
                lock.await(stored);
                continue;
            }
            forcesNow = true;
            long now = written;
            long outcomesNow = outcomesWritten;
            lock.release();
            boolean done = false;
            try {
                file.force(false);
                done = true;
            } finally {
                lock.take();
                forcesNow = false;
                forces++;
                if (done) {
                    forced = now;
                    outcomesForced = outcomesNow;
                }
                stored.signalAll();
            }
        }
    }

    /** By one thread at a time. */
    private void put(ByteBuffer batch) throws IOException {
        int length = batch.remaining();
        crc.reset();
        crc.update(batch.position(BATCH_HEAD));
        batch.rewind()
                .putInt(length)
                .putLong(batches++)
                .putInt((int) crc.getValue())
                .rewind();
        if (at + length > FILE) {
            at = 0;
        }
        while (batch.hasRemaining()) {
            at += file.write(batch, at);
        }
    }

    long locksTaken() {
        return lock.taken();
    }

    /** Forces so far. */
    long forces() {
        lock.take();
        try {
            return forces;
        } finally {
            lock.release();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
