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
 * A journal with group commit: of the threads that wait for their records, the first writes and forces for all, while others already fill
 * the next buffer. One file, zeroed beforehand so that a force changes no metadata, used round and round: far larger than all messages
 * that can be under way, so that what is overwritten has ended.
 */
@ThreadSafe
final class GroupJournal implements AutoCloseable {
    private static final int BUFFER = 4 << 20;
    private static final long FILE = 128L << 20;
    private static final int BATCH_HEAD = 16;

    private final CountedLock lock = new CountedLock();
    private final Condition stored = lock.newCondition();
    private final FileChannel file;
    private final boolean forced;
    private ByteBuffer filling = ByteBuffer.allocateDirect(BUFFER);
    private ByteBuffer storing = ByteBuffer.allocateDirect(BUFFER);
    private final CRC32C crc = new CRC32C();
    private long appended;
    private long storedUpTo;
    private boolean busy;
    private long at;
    private long stores;

    GroupJournal(Path path, boolean forced) throws IOException {
        this.forced = forced;
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long done = 0; done < FILE; done += zeros.capacity()) {
            file.write(zeros.clear(), done);
        }
        file.force(true);
        filling.position(BATCH_HEAD);
    }

    /**
     * Adds records.
     *
     * @return what to {@link #store} up to
     */
    long append(ByteBuf records) throws IOException, InterruptedException {
        lock.take();
        try {
            while (filling.remaining() < records.readableBytes()) {
                storeOrWait();
            }
            int end = filling.position() + records.readableBytes();
            filling.limit(end);
            records.readBytes(filling);
            filling.limit(filling.capacity());
            return ++appended;
        } finally {
            lock.release();
        }
    }

    /** Returns when everything appended until then is as safe as it is to be. */
    void store(long upTo) throws IOException, InterruptedException {
        lock.take();
        try {
            while (storedUpTo < upTo) {
                storeOrWait();
            }
        } finally {
            lock.release();
        }
    }

    /** What nobody waits for. */
    void storeRest() throws IOException, InterruptedException {
        lock.take();
        try {
            if (storedUpTo < appended && !busy) {
                storeOrWait();
            }
        } finally {
            lock.release();
        }
    }

    /** With the lock: stores for all, without it meanwhile, or waits for who does. */
    private void storeOrWait() throws IOException, InterruptedException {
        if (busy) {
            lock.await(stored);
            return;
        }
        busy = true;
        long upTo = appended;
        ByteBuffer batch = filling;
        filling = storing;
        storing = batch;
        filling.clear().position(BATCH_HEAD);
        lock.release();
        try {
            write(batch.flip());
        } finally {
            lock.take();
            busy = false;
            stored.signalAll();
        }
        storedUpTo = upTo;
    }

    /** By one thread at a time. */
    private void write(ByteBuffer batch) throws IOException {
        int length = batch.remaining();
        crc.reset();
        crc.update(batch.position(BATCH_HEAD));
        batch.rewind()
                .putInt(length)
                .putLong(stores)
                .putInt((int) crc.getValue())
                .rewind();
        if (at + length > FILE) {
            at = 0;
        }
        while (batch.hasRemaining()) {
            at += file.write(batch, at);
        }
        if (forced) {
            file.force(false);
        }
        stores++;
    }

    long locksTaken() {
        return lock.taken();
    }

    /** Good enough for statistics. */
    long stores() {
        lock.take();
        try {
            return stores;
        } finally {
            lock.release();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
